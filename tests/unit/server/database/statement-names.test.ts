// Statements that PostgreSQL keeps by name, and a connection that has lost them, as behind a pooler of transactions.

import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres, type Database } from '../../../../src/server/database/database.ts';
import type { DatabaseTables } from '../../../../src/server/database/tables.ts';
import { startPostgres } from '../databases.ts';

type Reader = Kysely<DatabaseTables> | Transaction<DatabaseTables>;

let server: Awaited<ReturnType<typeof startPostgres>>;
const open: Database[] = [];

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(async () => {
  for (const database of open) await database.close();
  await server.stop();
});

const start = async (): Promise<Database> => {
  const database = await openPostgres(server.address, 1);
  open.push(database);
  return database;
};
const double = async (db: Reader, value: number): Promise<unknown> =>
  (await db.executeQuery<{ sum: number }>(CompiledQuery.raw('select $1::int + $1::int as sum', [value]))).rows[0]?.sum;
const prepared = async (db: Reader): Promise<number> =>
  (await db.executeQuery(CompiledQuery.raw("select 1 from pg_prepared_statements where name like 'diptych%'"))).rows
    .length;
/** What a pooler does when it gives the connection to another client. */
const forget = async (db: Reader): Promise<void> => void (await db.executeQuery(CompiledQuery.raw('deallocate all')));

it('are prepared once', async () => {
  const { read } = await start();
  for (const value of [1, 2, 3]) expect(await double(read, value)).toBe(2 * value);
  expect(await prepared(read)).toBe(1);
});

it('go on without names when a connection does not know them', async () => {
  const { read } = await start();
  await double(read, 1);
  await forget(read);
  expect(await double(read, 4)).toBe(8);
  expect(await double(read, 5)).toBe(10);
  expect(await prepared(read)).toBe(0);
});

it('are not missed by a transaction, which is made again', async () => {
  const { read, transact } = await start();
  await double(read, 1);
  let times = 0;
  const sum = await transact(async (db) => {
    times += 1;
    if (times === 1) await forget(db);
    return double(db, 6);
  });
  expect([sum, times]).toEqual([12, 2]);
});

it('are not used in a transaction that cannot be made again, such as a dump', async () => {
  const { read } = await start();
  await double(read, 1);
  const sum = await read
    .transaction()
    .setAccessMode('read write')
    .execute(async (db) => {
      await forget(db);
      return double(db, 7);
    });
  expect(sum).toBe(14);
});

it('stand for one statement in all processes, which a pooler may give the same connection', async () => {
  const texts = ['select $1::int + 1 as sum', 'select $1::int - 1 as sum'];
  const named = async (order: readonly string[]): Promise<unknown> => {
    const { read } = await start();
    for (const text of order) await read.executeQuery(CompiledQuery.raw(text, [1]));
    const query = "select name, statement from pg_prepared_statements where name like 'diptych%' order by statement";
    return (await read.executeQuery(CompiledQuery.raw(query))).rows;
  };
  const names = await named(texts);
  expect(names).toHaveLength(2);
  expect(await named(texts.toReversed())).toEqual(names);
});

it('are of a bounded number', async () => {
  const { read } = await start();
  for (let index = 0; index < 300; index += 1)
    await read.executeQuery(CompiledQuery.raw(`select $1::int as column_${index}`, [index]));
  expect(await prepared(read)).toBe(200);
});
