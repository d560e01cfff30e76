// Dumps: from the embedded database to PostgreSQL and back without loss, and nothing of a dump that is broken.

import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DUMPED, DUMPED_TABLES } from '../../../../src/server/administration/dump-format.ts';
import type { Database } from '../../../../src/server/database/database.ts';
import { signUp } from '../account/people.ts';
import { make } from '../api/document-suite.ts';
import { startPGlite, startPostgres, type Shared } from '../databases.ts';
import { startServers, type TestPerson } from '../servers.ts';
import { run } from './run.ts';

const OMITTED = ['kysely_migration', 'kysely_migration_lock', 'locks', 'rate_limits', 'sign_ins'];
const PASSWORD = 'correct horse battery';

/** All rows of all tables, as the database writes them. */
async function everything(database: Database): Promise<Record<string, unknown[]>> {
  const tables: [string, unknown[]][] = [];
  for (const table of DUMPED_TABLES) {
    const keys = sql.join(DUMPED[table].map((name) => sql`${sql.ref(name)} collate "C"`));
    const { rows } = await sql<{
      row: string;
    }>`select t::text as row from ${sql.table(table)} t order by ${keys}`.execute(database.read);
    tables.push([table, rows.map(({ row }) => row)]);
  }
  return Object.fromEntries(tables);
}

const CONTENTS: readonly Buffer[] = [
  Buffer.from('{ "a" : 1.10, "b": "ü\\u0000" }\n'),
  Buffer.from([0xff, 0, 0xfe, 10, 13]),
  Buffer.from(''),
  randomBytes(1_048_576),
  Buffer.from(JSON.stringify('x'.repeat(1_000_000))),
];

describe.each([
  ['the embedded database', 'PostgreSQL', startPGlite, startPostgres],
  ['PostgreSQL', 'the embedded database', startPostgres, startPGlite],
] as const)('[OPS-3] a dump of %s, restored in %s', (_from, _to, startFrom, startTo) => {
  const started: Shared[] = [];
  let from: Shared;
  let to: Shared;
  let dump: Buffer;
  let ada: TestPerson;
  let ids: string[];
  beforeAll(async () => {
    started.push((from = await startFrom()));
    started.push((to = await startTo()));
    const servers = await startServers(from, { count: 1 });
    ada = await servers.person('Ada "the\n<first>" 😀', 'subscriber');
    const bob = await servers.person('bob');
    ids = [];
    for (const body of CONTENTS)
      ids.push(String((await servers.ask('POST', '/v2/docs', { as: ada, body })).json()['_id']));
    for (let n = 0; n < 45; n++) await make(servers, bob, String(n));
    await servers.ask('PUT', `/v2/docs/${ids[0]}/access`, { as: ada, body: [{ id: bob.email, role: 'writer' }] });
    await servers.ask('PATCH', '/v2/docs/list/currentUser/ids', { as: bob, body: { add: [ids[0]], remove: [] } });
    await signUp(servers, 'cleo');
    await servers.database.write((db) =>
      db.insertInto('webhook_events').values({ id: 'e', received_at: new Date() }).execute(),
    );
    await servers.database.write((db) =>
      db
        .insertInto('provider_links')
        .values({ id: 'l', account_id: 'a', purpose: 'reset', email: 'e', expires_at: new Date() })
        .execute(),
    );
    dump = await run(servers.database, ['dump']);
    await servers.close();
  }, 180_000);
  afterAll(async () => {
    for (const one of started) await one.stop();
  });

  it('has a row of every table, and each table is dumped or known to be left out', async () => {
    const database = await from.open();
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = current_schema()`.execute(database.read);
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...DUMPED_TABLES, ...OMITTED].toSorted());
    const told = JSON.parse(dump.toString().trimEnd().split('\n').at(-1) ?? '') as { rows: Record<string, number> };
    expect(Object.entries(told.rows).filter(([, count]) => count === 0)).toEqual([]);
    await database.close();
  });

  it('restores nothing of a dump that is cut, changed, or of something else', async () => {
    const database = await to.open();
    const lines = dump.toString().trimEnd().split('\n');
    const refuse = async (input: string | Buffer, said: RegExp): Promise<void> => {
      await expect(run(database, ['restore'], { input: Buffer.from(input) })).rejects.toThrow(said);
      expect(Object.values(await everything(database)).flat()).toEqual([]);
    };
    const last = lines.length - 1;
    await refuse('', /input is empty/);
    await refuse('PGDMP\u0001', /This is no dump of Diptych/);
    await refuse('{"format":"other"}\n', /This is no dump of Diptych/);
    await refuse(`${lines[0]?.replace('"version":1', '"version":2')}\n`, /later version/);
    await refuse(`${lines[0]?.replace('["', '["999_later","')}\n`, /later version/);
    await refuse(lines.slice(0, last).join('\n') + '\n', /ends too early/);
    await refuse(dump.subarray(0, Math.floor(dump.length / 2)), /Line \d+ of the dump can’t be read/);
    await refuse(lines.toSpliced(2, 1).join('\n') + '\n', /checksum/);
    await refuse(dump.toString().replace('bob@', 'bop@').replace('"bob', '"bop'), /checksum/);
    await refuse(dump.toString() + dump.toString(), /more after its end/);
    await refuse([lines[0], '{"table":"locks","row":{}}', lines[last]].join('\n'), /no row of a table/);
    await refuse([lines[0], '{"table":"users","row":{"x\\" --":1}}', lines[last]].join('\n'), /no column/);
    // A row that the database refuses.
    await refuse([lines[0], lines[1], lines[1], lines[last]].join('\n') + '\n', /duplicate|unique/);
    await database.close();
  });

  it('has the same bytes of each document, the same rows of everything, and its people are still signed in', async () => {
    const target = await to.open();
    expect(String(await run(target, ['restore'], { input: dump }))).toMatch(/^\d+ rows are restored\.\n$/);
    const source = await from.open();
    expect(await everything(target)).toEqual(await everything(source));
    await expect(run(target, ['restore'], { input: dump })).rejects.toThrow(/The database is not empty/);
    await source.close();
    const servers = await startServers(to, { count: 1 });
    for (const [index, id] of ids.entries()) {
      const answer = await servers.ask('GET', `/v2/docs/${id}/data`, { as: ada });
      expect([answer.status, answer.bytes.equals(CONTENTS[index] ?? Buffer.alloc(0))]).toEqual([200, true]);
    }
    expect((await servers.ask('GET', `/v2/auth/token?refresh_token=${ada.pair.refresh_token}`)).status).toBe(200);
    const entered = await fetch(`${servers.addresses[0]}/v2/provider/sign_in`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ email: 'cleo@example.org', password: PASSWORD }),
      headers: { origin: servers.addresses[0] ?? '' },
    });
    expect(entered.status).toBe(303);
    await servers.close();
    await target.close();
  });

  it('of an earlier version gets what the migrations since have added', async () => {
    const target = await to.open();
    for (const table of DUMPED_TABLES) await sql`delete from ${sql.table(table)}`.execute(target.read);
    const added = { users: ['stored_bytes', 'stored_documents', 'blocked_at'], sessions: ['agent', 'created_at'] };
    const lines = dump
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { table?: string; row: Record<string, unknown>; migrations?: string[] });
    const earlier = lines.slice(0, -1).map((line) => {
      if (line.migrations !== undefined) return { ...line, migrations: line.migrations.filter((name) => name < '022') };
      const names = line.table === 'users' || line.table === 'sessions' ? added[line.table] : [];
      const row = Object.fromEntries(Object.entries(line.row).filter(([name]) => !names.includes(name)));
      return { ...line, row };
    });
    const text = earlier.map((line) => `${JSON.stringify(line)}\n`).join('');
    const sha256 = createHash('sha256').update(text).digest('hex');
    await run(target, ['restore'], { input: Buffer.from(`${text}${JSON.stringify({ ...lines.at(-1), sha256 })}\n`) });
    const source = await from.open();
    const counts = (database: Database) =>
      database.read.selectFrom('users').select(['id', 'stored_bytes', 'stored_documents']).orderBy('id').execute();
    expect(await counts(target)).toEqual(await counts(source));
    await target.close();
    await source.close();
  });

  it('is that of one moment, also through a file in the data folder, of which nothing stays', async () => {
    const servers = await startServers(from, { count: 1 });
    const cara = await servers.person('cara');
    const folder = mkdtempSync(join(tmpdir(), 'diptych-spool-'));
    let isOver = false;
    // Each write makes a document and takes it away: at any one moment there is at most one, and it is counted.
    const writer = (async () => {
      while (!isOver) {
        const id = await make(servers, cara, '1');
        await servers.ask('DELETE', `/v2/docs/${id}`, { as: cara });
      }
    })();
    for (let n = 0; n < 3; n++) {
      const text = (await run(servers.database, ['dump'], { spoolFolder: folder })).toString();
      const rows = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { table?: string; row: Record<string, unknown> });
      const owned = rows.filter(({ table, row }) => table === 'documents' && row['owner'] === cara.id).length;
      const counted = rows.find(({ table, row }) => table === 'users' && row['id'] === cara.id)?.row[
        'stored_documents'
      ];
      expect(owned).toBe(counted);
      expect(owned).toBeLessThan(2);
    }
    isOver = true;
    await writer;
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
    await servers.close();
  });
});
