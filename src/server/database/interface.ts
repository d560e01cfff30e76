// What the server needs of a database, whichever it is. All writes go through `transact` or `write`.

import type { Kysely, Transaction } from 'kysely';
import type { DatabaseTables } from './tables.ts';
import type { BeforeCommit } from './transaction.ts';

/** An open database with its tables up to date. */
export interface Database {
  /** For reads. */
  readonly read: Kysely<DatabaseTables>;
  /** Runs a transaction, again on a conflict. @see transaction.ts @throws DiskFull */
  transact<T>(work: (transaction: Transaction<DatabaseTables>) => Promise<T>): Promise<T>;
  /** Runs a single writing statement, which needs no transaction around it; again on a conflict too. @throws DiskFull */
  write<T>(statement: (db: Kysely<DatabaseTables>) => Promise<T>): Promise<T>;
  /** Refuses what would grow the database while the disk is nearly full. @throws DiskFull */
  checkRoom(): Promise<void>;
  /** @throws the database's error while it can't be reached, after two seconds at the latest */
  ping(): Promise<void>;
  /** Counts the connections to the database, and what waits for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** Fault injection for tests. */
export interface Faults {
  readonly beforeCommit: BeforeCommit;
}

/** Called for what an operator should know: a lost connection, or a database that is away. */
export type Report = (message: string, error: unknown) => void;
