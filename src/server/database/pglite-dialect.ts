// A Kysely dialect for PGlite, PostgreSQL in this process. PGlite has one connection. It is held exclusively until it is
// released, so that no other query gets into a transaction.

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
import { DatabaseAway } from './failures.ts';

/** What the dialect needs of PGlite, in this thread or in another. */
export interface PGliteEngine {
  readonly waitReady: Promise<void>;
  readonly closed: boolean;
  query(sql: string, parameters: unknown[]): Promise<{ readonly rows: unknown[]; readonly affectedRows?: number }>;
  close(): Promise<void>;
  /** Counts the starts of an engine that can start again. No transaction lasts from one to the next. */
  readonly starts?: number;
}

/** Returns a dialect over an open PGlite, which it closes. */
export function pgliteDialect(pglite: PGliteEngine, createAdapter: () => DialectAdapter): Dialect {
  return {
    createAdapter,
    createDriver: () => new PGliteDriver(pglite),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PGliteDriver implements Driver {
  /** Resolves when the previous holder has released the connection. */
  private last: Promise<void> = Promise.resolve();
  private release: () => void = () => undefined;

  constructor(private readonly pglite: PGliteEngine) {}

  init(): Promise<void> {
    return this.pglite.waitReady;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.last;
    let release = (): void => undefined;
    this.last = new Promise((resolve) => (release = resolve));
    await before;
    this.release = release;
    return this.connect(this.pglite.starts);
  }

  /** Returns a connection that ends with this start of the engine: a commit after it must not look like one. */
  private connect(start: number | undefined): DatabaseConnection {
    const { pglite } = this;
    return {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        if (pglite.starts !== start) throw new DatabaseAway('the database was started again');
        const { rows, affectedRows } = await pglite.query(sql, [...parameters]);
        return { rows: rows as R[], ...(affectedRows !== undefined && { numAffectedRows: BigInt(affectedRows) }) };
      },
      streamQuery() {
        throw new RangeError('PGlite answers whole results');
      },
    };
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
