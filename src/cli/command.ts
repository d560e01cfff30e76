// What a command of the program is, and what it may use.

import { basename } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { CodedError } from '../shared/errors.ts';

/** The options of a command, as `parseArgs` takes them. */
export type CommandOptions = NonNullable<ParseArgsConfig['options']>;

/** The arguments of one call. */
export interface CommandCall {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
}

/** What a command has beside its call: where it reads and writes, and the other commands. */
export interface CommandIo extends ProgramIo {
  readonly commands: Commands;
}

/** The commands by name. Each is loaded when it is called, so that the program starts quickly. */
export type Commands = Readonly<Record<string, () => Promise<CliCommand>>>;

/** What the program reads and writes besides files. */
export interface ProgramIo {
  readonly cwd: string;
  readonly version: string;
  /** The file of mcp/worker.ts, built. */
  readonly workerFile: string;
  /** The folder of the built page. */
  readonly pageFolder: string;
  /** Standard input, as it comes. */
  input(): AsyncIterable<Uint8Array>;
  /** The bytes of standard input. */
  readInput(): Promise<Uint8Array>;
  /** Writes to standard output; resolves once more may be written. What nobody reads any more is dropped. */
  write(bytes: Uint8Array | string): Promise<void>;
  /** Whether what is written is still read: false once the reader of a pipe has ended, as `head` does. */
  isRead(): boolean;
  /** Whether standard output is a terminal that shows colours. */
  readonly hasColours: boolean;
  /** Writes a line to standard error. */
  tell(line: string): void;
}

/** How a command ends: as `diff` and `grep` do. */
export const EXIT = { ok: 0, different: 1, trouble: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** One command. */
export interface CliCommand {
  /** What stands behind the program's name. */
  readonly usage: string;
  /** One line for the list. */
  readonly summary: string;
  /** What `--help` says of its options and its exit codes. */
  readonly details: string;
  readonly examples: readonly string[];
  readonly options: CommandOptions;
  /** Options with a name and a value, `--arg NAME VALUE`: they come as `NAME\0VALUE`. */
  readonly pairs?: readonly string[];
  run(call: CommandCall, io: CommandIo): Promise<ExitCode>;
}

/** The call itself is wrong: its usage is shown. */
export class UsageError extends Error {}

/** Returns a text option. */
export function textOption({ values }: CommandCall, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the texts of an option that may be repeated. */
export function listOption({ values }: CommandCall, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** Returns a whole number that is an option. @throws UsageError */
export function countOption(call: CommandCall, name: string, fallback: number, least: number): number {
  const count = Number(textOption(call, name) ?? fallback);
  if (!Number.isSafeInteger(count) || count < least)
    throw new UsageError(`--${name} is a whole number from ${least} on.`);
  return count;
}

/** Whether a switch is on. */
export function isOn({ values }: CommandCall, name: string): boolean {
  return values[name] === true;
}

/** Returns the positional arguments, of which there must be `least` to `most`. @throws UsageError */
export function positionals({ positionals: given }: CommandCall, least: number, most = least): readonly string[] {
  if (given.length < least) throw new UsageError('An argument is missing.');
  if (given.length > most) throw new UsageError(`There is an argument too many: ${given[most]}`);
  return given;
}

/**
 * Runs a command for each of its files. An error is said with the name of its file, and the next one has its turn; the exit code is
 * the worst of all.
 */
export async function forEachFile(
  names: readonly string[],
  io: CommandIo,
  run: (name: string) => Promise<ExitCode>,
): Promise<ExitCode> {
  const [only = ''] = names;
  if (names.length === 1) return run(only);
  let worst: ExitCode = EXIT.ok;
  for (const name of names) {
    const code = await run(name).catch((error: unknown) => {
      if (!(error instanceof CodedError)) throw error;
      io.tell(`diptych: ${error.message.includes(basename(name)) ? '' : `${name}: `}${error.message}`);
      return EXIT.trouble;
    });
    if (code > worst) worst = code;
  }
  return worst;
}

/** A number with its noun: `1 value`, `1,200 values`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
