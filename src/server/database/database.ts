// The database of a server: PGlite in a folder, or PostgreSQL (or an engine with its protocol) at an address. Both have the
// same tables and the same SQL, and all writes go through `transact` or `write`.

import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';
import type { BeforeCommit } from './transaction.ts';

export { openPGlite } from './embedded.ts';
export { openFolder } from './folder.ts';
export { openPostgres } from './postgres.ts';

/** An open database with its tables up to date. */
export interface Database {
  /** For reads. */
  readonly read: Kysely<Tables>;
  /** Runs a transaction, again on a conflict. @see transaction.ts @throws DiskFull */
  transact<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Runs a single writing statement, which needs no transaction around it; again on a conflict too. @throws DiskFull */
  write<T>(statement: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Refuses what would grow the database while the disk is nearly full. @throws DiskFull */
  checkRoom(): Promise<void>;
  /** @throws the database's error while it can't be reached, after two seconds at the latest */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Fault injection for tests. */
export interface Faults {
  readonly beforeCommit: BeforeCommit;
}
