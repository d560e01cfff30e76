// The tables in an embedded engine.

import type { PGlite } from '@electric-sql/pglite';
import { Kysely } from 'kysely';
import type { Database, Faults } from './interface.ts';
import { migrate, RowLockAdapter } from './migrator.ts';
import { databaseOver, type Engine } from './over.ts';
import { pgliteDialect, type PGliteEngine } from './pglite-dialect.ts';
import type { DatabaseTables } from './tables.ts';

/** Creates the tables in an open PGlite, which is closed with the database. */
export function openPGlite(pglite: PGlite, faults?: Faults): Promise<Database> {
  return openEngine(pglite, faults === undefined ? {} : { faults });
}

/** Creates the tables in an engine, which is closed with the database. */
export async function openEngine(engine: PGliteEngine, options: Engine): Promise<Database> {
  const db = new Kysely<DatabaseTables>({ dialect: pgliteDialect(engine, () => new RowLockAdapter()) });
  try {
    await migrate(db as unknown as Kysely<never>);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return databaseOver(db, options);
}
