// Transactions that run again as a whole after a serialisation failure. Engines that serialise all transactions report 40001
// for that, at any statement or at the commit. A deadlock (40P01) is handled alike.

import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { DatabaseTables } from './tables.ts';

const MAX_TRIES = 15;
const FIRST_WAIT_MS = 5;
const MAX_WAIT_MS = 400;

/** Requests another run of the transaction, because another transaction has changed what it read. */
export class WriteConflict extends Error {
  readonly code = '40001';
}

/** Called by tests before the commit of every transaction; it may throw. */
export type BeforeCommit = () => void;

/**
 * Runs `work` in a transaction, again until it is committed. `work` must have no other effects than those on the database.
 * @throws what `work` throws, or the last conflict after fifteen tries
 */
export function transact<T>(
  db: Kysely<DatabaseTables>,
  work: (transaction: Transaction<DatabaseTables>) => Promise<T>,
  beforeCommit: BeforeCommit | null = null,
): Promise<T> {
  return untilCommitted(() =>
    db.transaction().execute(async (transaction) => {
      const result = await work(transaction);
      beforeCommit?.();
      return result;
    }),
  );
}

/** Runs a single statement, which is a transaction by itself, again until it succeeds. @throws like `transact` */
export function write<T>(
  db: Kysely<DatabaseTables>,
  statement: (db: Kysely<DatabaseTables>) => Promise<T>,
  beforeCommit: BeforeCommit | null = null,
): Promise<T> {
  return untilCommitted(async () => {
    beforeCommit?.();
    return statement(db);
  });
}

async function untilCommitted<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (!isConflict(error) || tries === MAX_TRIES) throw error;
      // Jitter, so that transactions that collided do not collide again.
      await wait(Math.random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** tries));
    }
  }
}

function isConflict(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === '40001' || code === '40P01';
}
