// What a command is: its name, its help, and what it does with a database.

import { SigningKeys } from '../auth/keys.ts';
import { EMBEDDED_ISSUER, Subjects } from '../auth/subjects.ts';
import type { Database } from '../database/database.ts';
import { Accounts } from '../provider/accounts.ts';
import type { ServerSettings } from '../settings.ts';

/** What a command works with. */
export interface CommandContext {
  readonly database: Database;
  readonly settings: ServerSettings;
  /** The address of the page. */
  readonly origin: string;
  /** The folder for a dump that is made while a server waits; `null` where none runs in this process. */
  readonly spoolFolder: string | null;
  /** The arguments after the name of the command, without options. */
  readonly values: readonly string[];
  readonly options: ReadonlyMap<string, string | true>;
  /** What is restored; `null` for all other commands. */
  readonly input: AsyncIterable<Uint8Array> | null;
  /** Writes to the standard output, or the file in `--output`. Resolves once more can be written. */
  write(part: string | Uint8Array): Promise<void>;
}

export interface AdminCommand {
  /** Such as `users find`. */
  readonly name: string;
  /** Its arguments, as in its help. */
  readonly usage: string;
  readonly summary: string;
  /** What it does, for `--help`. */
  readonly help: string;
  /** How many arguments it takes: the least and the most. */
  readonly takes: readonly [number, number];
  /** Its options and what each is for; those with a value end with `=`. */
  readonly options: Readonly<Record<string, string>>;
  /** Whether it can run in a server that has the database. */
  readonly canBeServed: boolean;
  run(context: CommandContext): Promise<void>;
}

/** A command can't do what it is asked for. The message is a sentence for its caller. */
export class CommandError extends Error {}

/** Returns the accounts of the embedded provider, which may be there with another provider too. */
export function accountsOf({ database }: Pick<CommandContext, 'database'>): Accounts {
  return new Accounts(database, new Subjects(new SigningKeys(database), EMBEDDED_ISSUER));
}
