// The embedded database in its folder: private to its user, refusing what a disk has no room for, and started again when it does
// not answer.

import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFolder } from '../../../../src/server/database/database.ts';
import { DatabaseAway, DiskFull } from '../../../../src/server/database/failures.ts';
import { make } from '../api/document-suite.ts';
import { embeddedFolder } from '../databases.ts';
import { startServers, type Servers } from '../servers.ts';

let folder = '';
let free = Infinity;
let database: Awaited<ReturnType<typeof openFolder>>;
let servers: Servers;
const reports: string[] = [];
beforeAll(async () => {
  folder = await embeddedFolder();
  // As an earlier version has left it.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'pglite/left'), '');
  chmodSync(join(folder, 'pglite/left'), 0o666);
  writeFileSync(join(folder, 'script.sh'), '');
  chmodSync(join(folder, 'script.sh'), 0o755);
  database = await openFolder(folder, () => undefined, {
    report: (message) => reports.push(message),
    reserve: 1000,
    freeBytes: () => Promise.resolve(free),
    queryMs: 2000,
  });
  servers = await startServers(
    { name: 'folder', open: () => Promise.resolve(database), stop: () => Promise.resolve() },
    { count: 1 },
  );
}, 120_000);
// The server sets it for its whole process, which here has other tests to run.
const umask = process.umask();
afterAll(async () => {
  await servers?.close();
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

const put = (name: string): Promise<unknown> =>
  database.transact((db) => db.insertInto('keys').values({ name, value: name }).execute());
const keyOf = (name: string): Promise<unknown> =>
  database.read.selectFrom('keys').select('value').where('name', '=', name).executeTakeFirst();

describe('[OPS-4] an embedded database', () => {
  it('can be read by no other user of the machine, nor can what it writes later', async () => {
    await put('mode');
    await sql`checkpoint`.execute(database.read);
    // What else is in the folder is not the server's.
    expect(statSync(join(folder, 'script.sh')).mode & 0o777).toBe(0o755);
    const all = readdirSync(folder, { recursive: true }).map(String);
    const paths = [folder, ...all.filter((name) => name !== 'script.sh').map((name) => join(folder, name))];
    expect(paths.length).toBeGreaterThan(100);
    const open = paths.filter((path) => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077);
    expect(open).toEqual([]);
  });

  it('refuses what would grow while the disk is nearly full, with a sentence, and reads and deletes', async () => {
    const ada = await servers.person();
    const id = await make(servers, ada, '[1]');
    free = 999;
    for (const [method, path, type] of [
      ['POST', '/v2/docs', 'application/json'],
      ['PUT', `/v2/docs/${id}/data`, 'application/json'],
      ['PUT', `/v2/docs/${id}/name`, 'text/plain'],
    ] as const) {
      const answer = await servers.ask(method, path, { as: ada, body: '[2]', type });
      expect([path, answer.status, answer.json()['message']]).toEqual([
        path,
        507,
        expect.stringMatching(/^The disk of the server is full/),
      ]);
    }
    expect((await servers.ask('GET', `/v2/docs/${id}/data`, { as: ada })).bytes.toString()).toBe('[1]');
    expect((await servers.ask('DELETE', `/v2/docs/${id}`, { as: ada })).status).toBe(204);
    free = 499;
    await expect(put('none')).rejects.toThrow(DiskFull);
    expect((await servers.ask('GET', '/ready')).status).toBe(200);
    free = Infinity;
    expect(await make(servers, ada)).not.toBe('');
  });

  it('that does not answer is ended and started again, with all that was acknowledged', async () => {
    await put('before');
    const endless = sql`with recursive n as (select 1 as n union all select n + 0 from n) select count(*) from n`;
    const [stuck, health] = await Promise.allSettled([
      endless.execute(database.read),
      servers.ask('GET', '/health').then(({ status }) => status),
    ]);
    expect(health).toEqual({ status: 'fulfilled', value: 200 });
    expect(stuck).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseAway) });
    await expect.poll(() => servers.ask('GET', '/ready').then(({ status }) => status), { timeout: 30_000 }).toBe(200);
    expect(await keyOf('before')).toEqual({ value: 'before' });
    expect(reports).toContain('the database has ended: it is started again');
  });

  it('acknowledges no transaction that it has lost', async () => {
    const lost = database.transact(async (db) => {
      await db.insertInto('keys').values({ name: 'lost', value: '' }).execute();
      const { starts } = database.engine;
      await database.engine.kill();
      await expect.poll(() => database.engine.starts, { timeout: 30_000 }).toBeGreaterThan(starts);
      await expect.poll(() => database.engine.isUp, { timeout: 30_000 }).toBe(true);
    });
    await expect(lost).rejects.toThrow(DatabaseAway);
    expect(await keyOf('lost')).toBeUndefined();
    await put('after');
    expect(await keyOf('after')).toEqual({ value: 'after' });
  });
});
