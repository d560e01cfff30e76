// Migrates the tables, one process at a time. Kysely takes an advisory lock for this, which not every engine has. Here the lock
// is a row with a holder and an expiry. The holder renews it; another process takes it over after it has expired.

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Migrator, PostgresAdapter, sql, type Kysely, type Migration } from 'kysely';
import { MIGRATIONS } from './migrations.ts';

const LOCK = 'migrations';
/** A lock that was not renewed for this long belongs to a dead process. */
const LOCK_MS = 30_000;
const RETRY_MS = 200;

/** A PostgreSQL adapter that runs migrations without a transaction, under a row as the lock. */
export class RowLockAdapter extends PostgresAdapter {
  private readonly holder: string = randomUUID();
  private renewal: NodeJS.Timeout | null = null;

  override get supportsTransactionalDdl(): boolean {
    return false;
  }

  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`create table if not exists locks (name text primary key, holder text not null,
      expires_at timestamptz not null)`
      .execute(db)
      // Two processes may both try to create it.
      .catch(() => sql`select 1 from locks`.execute(db));
    while (!(await this.take(db))) await wait(RETRY_MS);
    // The connection runs one statement at a time: a renewal waits for its turn.
    this.renewal = setInterval(() => void this.take(db).catch(() => undefined), LOCK_MS / 3).unref();
  }

  override async releaseMigrationLock(db: Kysely<unknown>): Promise<void> {
    if (this.renewal !== null) clearInterval(this.renewal);
    await sql`delete from locks where name = ${LOCK} and holder = ${this.holder}`.execute(db);
  }

  private async take(db: Kysely<unknown>): Promise<boolean> {
    // By the database's clock, because those of the processes differ.
    const end = sql`now() + ${sql.lit(LOCK_MS / 1000)} * interval '1 second'`;
    const { rows } = await sql`insert into locks (name, holder, expires_at) values (${LOCK}, ${this.holder}, ${end})
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where locks.expires_at < now() or locks.holder = excluded.holder returning name`.execute(db);
    return rows.length > 0;
  }
}

/** Runs the pending migrations. @throws the database's error for the first that fails */
export async function migrate(db: Kysely<never>): Promise<void> {
  // Asked before the lock is taken, because an embedded database has one connection.
  const migrations = { ...(await newerMigrations(db)), ...MIGRATIONS };
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** Returns an empty migration for each that a newer version has run: this process may start beside it. */
async function newerMigrations(db: Kysely<never>): Promise<Record<string, Migration>> {
  const { rows: tables } =
    await sql`select 1 from information_schema.tables where table_name = 'kysely_migration'`.execute(db);
  if (tables.length === 0) return {};
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: () => Promise.resolve() }]));
}
