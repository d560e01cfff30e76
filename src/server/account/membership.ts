// What a person's pages need of the embedded provider, which may have an account of that person. Subjects are those of the table
// `users`.

import type { Transaction } from 'kysely';
import type { FoundSession } from '../auth/sessions.ts';
import type { DatabaseTables } from '../database/tables.ts';

/** Who was deleted: the id of the user, if there was one. */
export interface DeletedPerson {
  readonly user: string | undefined;
}

/** The records of the embedded provider. */
export interface Membership {
  /** Returns the id that a person may have at the provider. Not to be called in a transaction: it may begin one. */
  accountIdOf(subject: string): Promise<string | null>;
  /** Ends the sign-ins of all browsers at the provider, by that id. */
  endBrowsers(db: Transaction<DatabaseTables>, accountId: string | null): Promise<void>;
  /** Ends everything that lets somebody in as a person. */
  endPerson(db: Transaction<DatabaseTables>, accountId: string | null, subject: string): Promise<void>;
  /** Whether a session goes on, and does so until the transaction ends. */
  holdsSession(db: Transaction<DatabaseTables>, accountId: string | null, session: FoundSession): Promise<boolean>;
  /** Returns what is stored about a person; `null` where there is no account. */
  recordsOf(subject: string): Promise<Readonly<Record<string, unknown>> | null>;
  /** Deletes a person with everything. `null` where `mayDelete` has refused it. */
  deletePerson(
    subject: string,
    mayDelete?: (db: Transaction<DatabaseTables>, accountId: string | null) => Promise<boolean>,
  ): Promise<DeletedPerson | null>;
}
