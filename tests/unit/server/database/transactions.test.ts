// Transactions and migrations, on a real PostgreSQL.

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../../../src/server/database/migrations.ts';
import { startPostgres, type Shared } from '../databases.ts';

let shared: Shared;
beforeAll(async () => {
  shared = await startPostgres();
}, 60_000);
afterAll(() => shared?.stop());

describe('migrations', () => {
  it('[API-6] are run once by four processes that start together', async () => {
    const databases = await Promise.all(Array.from({ length: 4 }, () => shared.open()));
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      databases[0]?.read ?? (undefined as never),
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(MIGRATIONS));
    await Promise.all(databases.map((database) => database.close()));
  });

  it('[OPS-3] of a newer version let an older process start beside them', async () => {
    const newer = await shared.open();
    await sql`insert into kysely_migration (name, timestamp) values ('999_newer', '2030-01-01')`.execute(newer.read);
    const older = await shared.open();
    await older.ping();
    await sql`delete from kysely_migration where name = '999_newer'`.execute(newer.read);
    await Promise.all([older.close(), newer.close()]);
  });
});

describe('a transaction', () => {
  const conflict = (): Error => Object.assign(new Error('could not serialize access'), { code: '40001' });

  it('[API-6] is run again, whole, until it is committed', async () => {
    let left = 4;
    let works = 0;
    // The same failures as in the suites with conflicts.
    const database = await shared.open({
      beforeCommit: () => {
        left -= 1;
        if (left >= 0) throw conflict();
      },
    });
    await database.transact(async (db) => {
      works += 1;
      await db
        .insertInto('keys')
        .values({ name: 'again', value: String(works) })
        .execute();
    });
    expect(works).toBe(5);
    const { rows: shown } = await sql`show default_transaction_isolation`.execute(database.read);
    expect(shown).toEqual([{ default_transaction_isolation: 'serializable' }]);
    const rows = await database.read.selectFrom('keys').selectAll().where('name', '=', 'again').execute();
    expect(rows).toEqual([{ name: 'again', value: '5' }]);
    await database.close();
  });

  it('[API-6] gives up after many conflicts, and at once for any other fault', async () => {
    const database = await shared.open();
    let works = 0;
    const work = (error: Error) => (): Promise<never> => {
      works += 1;
      return Promise.reject(error);
    };
    await expect(database.transact(work(conflict()))).rejects.toMatchObject({ code: '40001' });
    expect(works).toBe(15);
    works = 0;
    await expect(database.transact(work(new RangeError('a fault')))).rejects.toThrow('a fault');
    expect(works).toBe(1);
    await database.close();
  });

  it('[API-6] survives real deadlocks', async () => {
    const database = await shared.open();
    await database.transact((db) =>
      db
        .insertInto('keys')
        .values([
          { name: 'a', value: '0' },
          { name: 'b', value: '0' },
        ])
        .execute(),
    );
    const add = (names: readonly string[]): Promise<void> =>
      database.transact(async (db) => {
        for (const name of names) {
          await db
            .updateTable('keys')
            .set({ value: sql`(value::int + 1)::text` })
            .where('name', '=', name)
            .execute();
          await sql`select pg_sleep(0.02)`.execute(db);
        }
      });
    await Promise.all(Array.from({ length: 6 }, (_, n) => add(n % 2 === 0 ? ['a', 'b'] : ['b', 'a'])));
    const rows = await database.read.selectFrom('keys').selectAll().where('name', 'in', ['a', 'b']).execute();
    expect(rows.map(({ value }) => value)).toEqual(['6', '6']);
    await database.close();
  }, 60_000);
});
