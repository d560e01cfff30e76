// PostgreSQL that goes away: its connections are cut while they are used, it does not answer, or it is not there yet when a
// server starts.

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openPostgres } from '../../../../src/server/database/database.ts';
import { DatabaseAway, failureOf } from '../../../../src/server/database/failures.ts';
import { make } from '../api/document-suite.ts';
import { freePort, startPostgres, type Shared } from '../databases.ts';
import { startServers, type Answer, type Servers } from '../servers.ts';

let shared: Shared & { readonly address: string };
let servers: Servers;
beforeAll(async () => {
  shared = await startPostgres();
  servers = await startServers(shared);
}, 120_000);
afterAll(async () => {
  await servers?.close();
  await shared?.stop();
});

describe('[OPS-4] a database', () => {
  it('that cuts ten times the connections in use costs no acknowledged write, and no server', async () => {
    const ada = await servers.person('ada', 'subscriber');
    const ids = await Promise.all(Array.from({ length: 6 }, () => make(servers, ada)));
    const cutter = await openPostgres(`${shared.address}?application_name=cutter`, 1);
    onTestFinished(() => cutter.close());
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
    });
    const acknowledged = ids.map(() => 0);
    const refused: [number, string | null, unknown][] = [];
    const writers = ids.map(async (id, index) => {
      for (let value = 1; !isOver; value++) {
        const answer = await servers.ask('PUT', `/v2/docs/${id}/data`, { as: ada, body: String(value) });
        if (answer.status === 200) acknowledged[index] = value;
        else refused.push([answer.status, answer.headers.get('retry-after'), answer.json()['message']]);
      }
    });
    for (let cut = 0; cut < 10; cut++) {
      const before = acknowledged.reduce((sum, one) => sum + one, 0);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
        and application_name in ('diptych', 'cutter') and backend_type = 'client backend'`.execute(cutter.read);
      // They are whole again before the next cut.
      await expect
        .poll(() => acknowledged.reduce((sum, one) => sum + one, 0), { timeout: 20_000 })
        .toBeGreaterThan(before + ids.length);
    }
    isOver = true;
    await Promise.all(writers);
    for (const [status, retry, message] of refused)
      expect([status, retry, message]).toEqual([
        503,
        '2',
        'The server can’t reach its database. Try again in a moment.',
      ]);
    expect(refused.length).toBeGreaterThan(0);
    for (const [index, id] of ids.entries()) {
      const there = Number((await servers.ask('GET', `/v2/docs/${id}/data`, { as: ada })).bytes.toString());
      expect(there).toBeGreaterThanOrEqual(acknowledged[index] ?? 0);
    }
  });

  it('that does not answer is reported as not ready, before a load balancer gives up', async () => {
    const { database } = servers;
    let isHeld = true;
    const holders = Promise.all(
      Array.from({ length: 8 }, () => sql`select pg_sleep(6)`.execute(database.read)),
    ).finally(() => (isHeld = false));
    await expect(database.ping()).rejects.toThrow(DatabaseAway);
    expect(isHeld).toBe(true);
    await holders;
    await database.ping();
  });

  it('may come later than a server, which says so until then', async () => {
    const port = await freePort();
    const address = `postgres://diptych:diptych@127.0.0.1:${port}/postgres`;
    const reports: string[] = [];
    const late: Shared = {
      name: 'late',
      open: (faults) => openPostgres(address, 4, faults, (message) => reports.push(message)),
      stop: () => Promise.resolve(),
    };
    const early = await startServers(late, { count: 1 });
    onTestFinished(() => early.close());
    for (const path of [
      '/ready',
      '/v2/docs/none',
      '/v2/auth/sign_in',
      '/v2/provider/jwks',
      '/v2/provider/interaction/x',
    ]) {
      const { status, json } = await early.ask('GET', path);
      expect([path, status, json()['message']]).toEqual([path, 503, expect.stringContaining('database')]);
    }
    expect((await early.ask('GET', '/health')).status).toBe(200);
    expect(reports[0]).toContain('the database is away');
    const there = await startPostgres(port);
    await expect.poll(async () => (await early.ask('GET', '/ready')).status, { timeout: 20_000 }).toBe(200);
    expect(await make(early, await early.person())).not.toBe('');
    await early.database.close();
    await there.stop();
  }, 120_000);

  it('[AUT-4] has the clock that counts, so that processes whose own differ sign nobody out', async () => {
    const { pair } = await servers.person();
    const refresh = (token: string): Promise<Answer> => servers.ask('GET', `/v2/auth/token?refresh_token=${token}`);
    onTestFinished(() => void vi.useRealTimers());
    const next = await refresh(pair.refresh_token);
    for (const seconds of [45, -45]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
      const again = await refresh(pair.refresh_token);
      expect([seconds, again.status, again.json()['refresh_token']]).toEqual([
        seconds,
        200,
        next.json()['refresh_token'],
      ]);
      const authorization = `Bearer ${String(again.json()['access_token'])}`;
      expect((await servers.ask('GET', '/v2/auth/user', { headers: { authorization } })).status).toBe(200);
      vi.useRealTimers();
    }
  });

  it('that refuses the password ends the start with its reason', async () => {
    await expect(openPostgres(shared.address.replace(':diptych@', ':wrong@'), 1)).rejects.toMatchObject({
      code: '28P01',
    });
  });

  it('is told from a fault of the server by its error', () => {
    const error = (code: string, message = ''): Error => Object.assign(new Error(message), { code });
    for (const code of [
      '57P01',
      '57P03',
      '57014',
      '53300',
      '53200',
      '08006',
      '25006',
      'ECONNRESET',
      'EAI_AGAIN',
      '40001',
    ])
      expect([code, failureOf(error(code))]).toEqual([code, 'away']);
    expect(failureOf(new AggregateError([error('ECONNREFUSED'), error('ECONNREFUSED')]))).toBe('away');
    expect(failureOf(new Error('Query read timeout'))).toBe('away');
    expect([failureOf(error('53100')), failureOf(error('ENOSPC'))]).toEqual(['full', 'full']);
    for (const other of [error('23505'), error('42P01'), new RangeError('a fault'), 'text', null])
      expect(failureOf(other)).toBeNull();
  });
});
