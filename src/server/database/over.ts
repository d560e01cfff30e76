// Makes a `Database` of an engine's queries.

import { sql, type Kysely } from 'kysely';
import type { Database, Faults } from './interface.ts';
import { DatabaseAway } from './failures.ts';
import type { DatabaseTables } from './tables.ts';
import { transact, write } from './transaction.ts';

/** A load balancer waits no longer for the answer whether a process is ready. */
const PING_MS = 2000;

/** What differs between the engines. */
export interface Engine {
  readonly faults?: Faults;
  /** Refuses a write that there is no room for. @throws DiskFull */
  readonly checkRoom?: (need: 'growth' | 'any') => Promise<void>;
  readonly connections?: Database['connections'];
  readonly onClose?: () => void | Promise<void>;
}

/** Returns the database whose tables `db` reads and writes. */
export function databaseOver(
  db: Kysely<DatabaseTables>,
  { faults, checkRoom, connections, onClose }: Engine = {},
): Database {
  let pinging: Promise<void> | null = null;
  const ping = async (): Promise<void> => {
    await sql`select 1`.execute(db);
  };
  return {
    read: db,
    async transact(work) {
      await checkRoom?.('any');
      return transact(db, work, faults?.beforeCommit);
    },
    async write(statement) {
      await checkRoom?.('any');
      return write(db, statement, faults?.beforeCommit);
    },
    async checkRoom() {
      await checkRoom?.('growth');
    },
    // Many may ask at once: one query answers all of them.
    ping: () => inTime((pinging ??= ping().finally(() => (pinging = null)))),
    connections: connections ?? (() => ({ open: 1, idle: 0, waiting: 0 })),
    async close() {
      await onClose?.();
      await db.destroy();
    },
  };
}

async function inTime(answer: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseAway('the database does not answer')), PING_MS);
  });
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
