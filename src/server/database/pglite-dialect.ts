// A Kysely dialect for PGlite, PostgreSQL in this process. PGlite has one connection. It is held exclusively until it is
// released, so that no other query gets into a transaction.

import type { PGlite } from '@electric-sql/pglite';
import {
  CompiledQuery,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryResult,
} from 'kysely';

/** Returns a dialect over an open PGlite, which it closes. */
export function pgliteDialect(pglite: PGlite, createAdapter: () => DialectAdapter): Dialect {
  return {
    createAdapter,
    createDriver: () => new PGliteDriver(pglite),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PGliteDriver implements Driver {
  private readonly connection: DatabaseConnection;
  /** Resolves when the previous holder has released the connection. */
  private last: Promise<void> = Promise.resolve();
  private release: () => void = () => undefined;

  constructor(private readonly pglite: PGlite) {
    this.connection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        const { rows, affectedRows } = await pglite.query<R>(sql, [...parameters]);
        return { rows, ...(affectedRows !== undefined && { numAffectedRows: BigInt(affectedRows) }) };
      },
      streamQuery() {
        throw new RangeError('PGlite answers whole results');
      },
    };
  }

  init(): Promise<void> {
    return this.pglite.waitReady;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.last;
    let release = (): void => undefined;
    this.last = new Promise((resolve) => (release = resolve));
    await before;
    this.release = release;
    return this.connection;
  }

  releaseConnection(): Promise<void> {
    this.release();
    return Promise.resolve();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    if (!this.pglite.closed) await this.pglite.close();
  }
}
