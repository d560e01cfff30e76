// Rate limits, counted across all servers; client addresses reported by a proxy; and deletion of what has expired.

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { deleteExpired } from '../../../src/server/database/expiry.ts';
import { addressKey } from '../../../src/server/rate-limit.ts';
import { startPGlite, type Shared } from './databases.ts';
import { startServers, type Answer, type Servers } from './servers.ts';

let shared: Shared;
let servers: Servers;
beforeAll(async () => {
  shared = await startPGlite();
  servers = await startServers(shared, {
    settings: {
      PUBLIC_URL: 'https://diptych.example',
      TRUST_PROXY: '1',
      WRITES_PER_MINUTE: '5',
      REFRESHES_PER_MINUTE: '5',
      SIGN_UPS_PER_HOUR: '5',
    },
  });
}, 120_000);
afterAll(async () => {
  await servers?.close();
  await shared?.stop();
});

const expectLimit = async (most: number, ask: (count: number) => Promise<Answer>): Promise<void> => {
  for (let count = 0; count < most; count++) expect((await ask(count)).status).not.toBe(429);
  const answer = await ask(most);
  expect([answer.status, answer.json()['message']]).toEqual([
    429,
    expect.stringMatching(/^That was too often\. Try again in \d+ seconds\.$/),
  ]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
};
const from = (address: string): { headers: Record<string, string> } => ({ headers: { 'x-forwarded-for': address } });

describe('limits', () => {
  it.each([1, 2])('[API-5] that are high are counted in advance, and are kept to, by %d servers', async (count) => {
    const most = 120;
    const high = await startServers(shared, { count, settings: { WRITES_PER_MINUTE: String(most) } });
    onTestFinished(() => high.close());
    const ada = await high.person();
    const write = (): Promise<Answer> => high.ask('PUT', '/v2/docs/none/data', { as: ada, body: '1' });
    const statuses: number[] = [];
    // Many at once, and more than there may be.
    for (let round = 0; round < 8; round++)
      statuses.push(...(await Promise.all(Array.from({ length: 20 }, write))).map(({ status }) => status));
    const taken = statuses.filter((status) => status === 404).length;
    expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - taken);
    expect(taken).toBeLessThanOrEqual(most);
    // Each other server may have kept a sixtieth of the limit, less the one that it was asked for.
    expect(taken).toBeGreaterThanOrEqual(most - (count - 1) * (most / 60 - 1));
    // Somebody else has a limit of their own.
    const bob = await high.person('bob');
    expect((await high.ask('PUT', '/v2/docs/none/data', { as: bob, body: '1' })).status).toBe(404);
  });

  it('[API-5] of writes are each person’s own, and count on all servers', async () => {
    const [ada, bob] = [await servers.person(), await servers.person('bob')];
    await expectLimit(5, () => servers.ask('POST', '/v2/docs', { as: ada, body: '1' }));
    const list = { as: ada, body: { add: [], remove: [] } };
    expect((await servers.ask('PATCH', '/v2/docs/list/currentUser/ids', list)).status).toBe(429);
    expect((await servers.ask('DELETE', '/v2/docs/none', { as: ada })).status).toBe(429);
    expect((await servers.ask('GET', '/v2/docs/list/currentUser', { as: ada })).status).toBe(200);
    expect((await servers.ask('POST', '/v2/docs', { as: bob, body: '1' })).status).toBe(201);
  });

  it('[API-5] of refreshes are those of an address, as the proxy in front says, and no one before it', async () => {
    const ask = (address: string): Promise<Answer> =>
      servers.ask('GET', '/v2/auth/token?refresh_token=x', from(address));
    // In X-Forwarded-For, addresses sent by the client precede the one that the proxy adds.
    await expectLimit(5, (count) => ask(`192.0.2.${count}, 198.51.100.1`));
    expect((await ask('198.51.100.2')).status).toBe(401);
    await expectLimit(5, (count) => ask(`2001:db8:1:2::${count}`));
    expect((await ask('2001:db8:1:3::1')).status).toBe(401);
  });

  it('[API-5] of sign-ups are those of an address', async () => {
    await expectLimit(5, () =>
      servers.ask('POST', '/v2/provider/sign_up', {
        body: 'email=x',
        type: 'application/x-www-form-urlencoded',
        headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '198.51.100.9' },
      }),
    );
  });

  it('name an address of IPv6 by its network', () => {
    expect(addressKey('::ffff:10.0.0.1')).toBe('10.0.0.1');
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(addressKey('nonsense')).toBe('unknown');
  });
});

describe('what has expired', () => {
  it('goes, and nothing else does', async () => {
    const { database } = servers;
    const ada = await servers.person();
    const counts = async (): Promise<Record<string, number>> => {
      const names = ['sessions', 'rate_limits', 'sign_ins', 'users', 'documents'] as const;
      const found: Record<string, number> = {};
      for (const name of names) {
        const { count } = await database.read
          .selectFrom(name)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        found[name] = count;
      }
      return found;
    };
    const before = await counts();
    await deleteExpired(database, new Date());
    expect(await counts()).toEqual(before);
    expect((await servers.ask('GET', '/v2/auth/user', { as: ada })).status).toBe(200);
    await deleteExpired(database, new Date(Date.now() + 2 * 86_400_000));
    const after = await counts();
    expect(after).toMatchObject({
      sessions: 0,
      rate_limits: 0,
      users: before['users'],
      documents: before['documents'],
    });
    expect((await servers.ask('GET', '/v2/auth/user', { as: ada })).status).toBe(401);
  });
});
