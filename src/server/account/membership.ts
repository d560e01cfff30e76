// What a person's pages need of the embedded provider, which may have an account of that person. Subjects are those of the table
// `users`.

import type { Transaction } from 'kysely';
import type { DatabaseTables } from '../database/tables.ts';

/** The records of the embedded provider. */
export interface Membership {
  /** Returns the id that a person may have at the provider. Not to be called in a transaction: it may begin one. */
  accountIdOf(subject: string): Promise<string | null>;
  /** Ends the sign-ins of all browsers at the provider, by that id. */
  endBrowsers(db: Transaction<DatabaseTables>, accountId: string | null): Promise<void>;
  /** Returns what is stored about a person; `null` where there is no account. */
  recordsOf(subject: string): Promise<Readonly<Record<string, unknown>> | null>;
  /** Deletes a person with everything. Returns the id of the user, if there was one. */
  deletePerson(subject: string): Promise<string | undefined>;
}
