// PostgreSQL, or an engine with its protocol, at an address. The database may be away when a process starts, and go away at any
// time: queries then fail with an error that means so, and the pool connects again for later ones.

import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { Pool, types, type PoolClient } from 'pg';
import type { Database, Faults, Report } from './interface.ts';
import { DatabaseAway, failureOf } from './failures.ts';
import { migrate, RowLockAdapter } from './migrator.ts';
import { StatementNames } from './statement-names.ts';
import { databaseOver } from './over.ts';
import type { DatabaseTables } from './tables.ts';

/** Type id of `bigint`, which is read as a number: no count here exceeds 2^53. */
const BIGINT = 20;
const CONNECT_MS = 5000;
const STATEMENT_MS = 30_000;
const RETRY_MS = 1000;

/**
 * Connects to PostgreSQL. While it is away, the connection and the migrations are tried again until it is back.
 * @throws the error of the server for another reason, such as a wrong password
 */
export async function openPostgres(
  address: string,
  connections: number,
  faults?: Faults,
  report: Report = () => undefined,
): Promise<Database> {
  const pool = new Pool({
    connectionString: address,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
    application_name: 'diptych',
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === BIGINT && format !== 'binary' ? Number : types.getTypeParser(type, format),
    },
  });
  // The pool listens to idle clients only. Without a listener, the error of a connection in use would end the process.
  pool.on('connect', (client) => client.on('error', (error) => report('a connection to the database was lost', error)));
  pool.on('error', (error) => report('a connection to the database was lost', error));

  // One adapter for all tries, so that a try goes on with the lock of the one before it.
  const adapter = new RowLockAdapter();
  const migrating = new Kysely<never>({ dialect: dialectOver(unending(pool), adapter) });
  const gate = new Gate(pool);
  let isClosed = false;
  const open = async (): Promise<void> => {
    await migrate(migrating);
    gate.isOpen = true;
  };
  const openLater = async (): Promise<void> => {
    while (!isClosed && !gate.isOpen) {
      await wait(RETRY_MS);
      if (!isClosed) await open().catch((error: unknown) => report('the database is not ready', error));
    }
  };
  try {
    await open();
  } catch (error) {
    if (failureOf(error) !== 'away') {
      await pool.end();
      throw error;
    }
    report('the database is away: the server tries again until it is back', error);
    void openLater();
  }
  return databaseOver(new Kysely<DatabaseTables>({ dialect: dialectOver(gate, new RowLockAdapter()) }), {
    ...(faults && { faults }),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    onClose: () => {
      isClosed = true;
    },
  });
}

/** A pool that gives no connection before the tables are there, and none back to it that is out of order. */
class Gate implements PostgresPool {
  isOpen = false;
  private readonly names = new StatementNames();

  constructor(private readonly pool: Pool) {}

  async connect(): ReturnType<PostgresPool['connect']> {
    if (!this.isOpen) throw new DatabaseAway('the tables of the database are not ready');
    const client = await this.pool.connect();
    return guarded(client, this.names);
  }

  end(): Promise<void> {
    return this.pool.end();
  }
}

/** Returns a client that is closed, and not used again, after its server has not answered or has become read-only. */
function guarded(client: PoolClient, names: StatementNames): Pick<PoolClient, 'query' | 'release'> {
  let isBroken = false;
  /** Kysely writes `start transaction` where an isolation or an access mode is wanted: those here are not made again. */
  let transaction: 'repeated' | 'once' | null = null;
  const query = async (...[text, values]: [string, unknown[]]): Promise<unknown> => {
    if (text === 'begin') transaction = 'repeated';
    else if (text.startsWith('start transaction')) transaction = 'once';
    else if (text === 'commit' || text === 'rollback') transaction = null;
    const name = transaction === 'once' ? undefined : names.of(text, values);
    try {
      return await client.query({ text, values, ...(name !== undefined && { name }) });
    } catch (error) {
      if (name !== undefined && names.refusedBy(error)) {
        // A transaction is over by its error, and is made again.
        if (transaction !== null) throw new NamesRefused();
        return client.query(text, values);
      }
      if (failureOf(error) === 'away' && !isConflict(error)) isBroken = true;
      throw error;
    }
  };
  return { query: query as PoolClient['query'], release: () => client.release(isBroken) };
}

/** A transaction that failed by the name of a statement. Like a conflict, it is repeated. */
class NamesRefused extends Error {
  readonly code = '40001';
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('40');
}

function unending(pool: Pool): PostgresPool {
  return { connect: () => pool.connect(), end: () => Promise.resolve() };
}

function dialectOver(pool: PostgresPool, adapter: RowLockAdapter): PostgresDialect {
  const dialect = new PostgresDialect({ pool });
  dialect.createAdapter = () => adapter;
  return dialect;
}
