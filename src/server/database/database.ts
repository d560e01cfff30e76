// The database of a server: PGlite in a folder, or PostgreSQL (or an engine with its protocol) at an address. Both have the
// same tables and the same SQL, and all writes go through `transact` or `write`.

import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool, types } from 'pg';
import { lockFolder } from './lock-file.ts';
import { migrate, RowLockAdapter } from './migrator.ts';
import { pgliteDialect } from './pglite-dialect.ts';
import type { Tables } from './tables.ts';
import { transact, write, type BeforeCommit } from './transaction.ts';

/** The version of PostgreSQL whose files this PGlite reads. */
const FORMAT = '18';
/** Type id of `bigint`, which is read as a number: no count here exceeds 2^53. */
const BIGINT = 20;
const CONNECT_MS = 5000;
const STATEMENT_MS = 30_000;

/** An open database with its tables up to date. */
export interface Database {
  /** For reads. */
  readonly read: Kysely<Tables>;
  /** Runs a transaction, again on a conflict. @see transaction.ts */
  transact<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Runs a single writing statement, which needs no transaction around it; again on a conflict too. */
  write<T>(statement: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** @throws the database's error while it can't be reached */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Fault injection for tests. */
export interface Faults {
  readonly beforeCommit: BeforeCommit;
}

/** Opens PGlite in a folder, which this process locks. @throws FolderInUse, Error for files of another version */
export async function openFolder(folder: string, onLost: () => void, faults?: Faults): Promise<Database> {
  const path = resolve(folder);
  await mkdir(path, { recursive: true });
  const lock = await lockFolder(path, onLost);
  try {
    const files = join(path, 'pglite');
    await checkFormat(files);
    const pglite = await PGlite.create({ dataDir: files, parsers: { [BIGINT]: Number } });
    const database = await openPGlite(pglite, faults);
    return {
      ...database,
      async close() {
        await database.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Creates the tables in an open PGlite, which is closed with the database. */
export async function openPGlite(pglite: PGlite, faults?: Faults): Promise<Database> {
  return openTables(new Kysely<Tables>({ dialect: pgliteDialect(pglite, () => new RowLockAdapter()) }), faults);
}

/** Connects to PostgreSQL. @throws the error of the connection or of the server */
export async function openPostgres(address: string, connections: number, faults?: Faults): Promise<Database> {
  const pool = new Pool({
    connectionString: address,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    application_name: 'diptych',
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === BIGINT && format !== 'binary' ? Number : types.getTypeParser(type, format),
    },
  });
  // An idle connection broke. The pool opens a new one for the next query.
  pool.on('error', () => undefined);
  const dialect = new PostgresDialect({ pool });
  dialect.createAdapter = () => new RowLockAdapter();
  return openTables(new Kysely<Tables>({ dialect }), faults);
}

async function openTables(db: Kysely<Tables>, faults?: Faults): Promise<Database> {
  try {
    await migrate(db as unknown as Kysely<never>);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    read: db,
    transact: (work) => transact(db, work, faults?.beforeCommit),
    write: (statement) => write(db, statement, faults?.beforeCommit),
    async ping() {
      await sql`select 1`.execute(db);
    },
    close: () => db.destroy(),
  };
}

async function checkFormat(files: string): Promise<void> {
  const found = await readFile(join(files, 'PG_VERSION'), 'utf8').catch(() => null);
  if (found === null || found.trim() === FORMAT) return;
  throw new Error(
    `The database in ${files} was written by version ${found.trim()} of PostgreSQL, and this server reads version ${FORMAT}. ` +
      'Dump it with the server that wrote it and load it here: docs/deploy.md, "Upgrades", says how.',
  );
}
