// A database that an earlier version has written, and processes of that version beside this one.

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, type Shared } from '../databases.ts';
import { startServers } from '../servers.ts';

/** The columns that were added since, newest first, and the migrations that have added them. */
const ADDED = [
  ['documents', 'addresses'],
  ['users', 'stored_bytes'],
  ['users', 'stored_documents'],
  ['users', 'blocked_at'],
  ['provider_accounts', 'verified_at'],
  ['sessions', 'created_at'],
  ['sessions', 'agent'],
  ['users', 'epoch'],
  ['provider_accounts', 'epoch'],
  ['sessions', 'epoch'],
  ['provider_sessions', 'epoch'],
  ['provider_links', 'epoch'],
] as const;
const FIRST_ADDED = '020';

describe.each(DATABASES)('[OPS-3] a database of an earlier version, on %s', (_name, start) => {
  let shared: Shared;
  beforeAll(async () => {
    shared = await start();
  }, 120_000);
  afterAll(() => shared?.stop());

  it('keeps what its people have, and what its owners have entered, and is written by both versions', async () => {
    const before = await startServers(shared, { count: 1 });
    const [ada, bob] = [await before.person(), await before.person('bob')];
    for (const [table, column] of ADDED)
      await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(before.database.read);
    await sql`delete from kysely_migration where name >= ${FIRST_ADDED}`.execute(before.database.read);
    /** As the earlier version does it. */
    const insert = (id: string, access: string): Promise<unknown> =>
      sql`insert into documents (id, owner, rev, name, size, dialect, access, is_public, schema, content, packing, created_at,
        updated_at, viewed_at) values (${id}, ${ada.id}, 1, 'old', 2, null, ${access}, true, '{"type":"none"}', ${Buffer.from('12')},
        'none', now(), now(), now())`.execute(before.database.read);
    const access = JSON.stringify([{ public: true }, { id: bob.id, role: 'writer' }, { id: 'gone', role: 'reader' }]);
    await insert('old-1', access);
    await insert('old-2', '[{"public":true}]');

    const after = await startServers(shared, { count: 1 });
    const stored = await after.database.read
      .selectFrom('users')
      .select(['stored_documents', 'stored_bytes'])
      .where('id', '=', ada.id)
      .executeTakeFirst();
    const bytes = 2 * (2 + '{"type":"none"}'.length) + access.length + '[{"public":true}]'.length;
    expect(stored).toEqual({ stored_documents: 2, stored_bytes: bytes });
    const seen = async (as: typeof ada): Promise<unknown> =>
      (await after.ask('GET', '/v2/docs/old-1', { as })).json()['access'];
    expect(await seen(ada)).toEqual([
      { public: true },
      { id: bob.id, role: 'writer', email: bob.email },
      { id: 'gone', role: 'reader' },
    ]);
    expect(JSON.stringify(await seen(bob))).not.toContain('email');
    // A process of the earlier version still runs.
    await insert('old-3', '[{"public":true}]');
    const list = (await after.ask('GET', '/v2/docs/list/currentUser', { as: ada })).json();
    expect(Object.keys(list).length).toBe(3);
    for (const id of ['old-1', 'old-2', 'old-3'])
      expect((await after.ask('DELETE', `/v2/docs/${id}`, { as: ada })).status).toBe(204);
    await before.close();
    await after.close();
  });
});
