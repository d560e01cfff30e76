// The health checks of load balancers: whether a process is alive, and whether it can serve. And the messages for users while
// the database is unavailable.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageConfiguration } from '../../../src/server/product.ts';
import { readSettings } from '../../../src/server/settings.ts';
import { startPostgres, type Shared } from './databases.ts';
import { startServers, type Servers, type TestPerson } from './servers.ts';

let shared: Shared;
let servers: Servers;
let ada: TestPerson;
const lines: string[] = [];
beforeAll(async () => {
  shared = await startPostgres();
  servers = await startServers(shared, { count: 1, log: (line) => lines.push(line) });
  ada = await servers.person();
}, 60_000);
afterAll(() => servers?.close());

describe('a server', () => {
  it('[API-6] lives and is ready, until its database is gone: then it says so, and lives', async () => {
    for (const [path, status] of [
      ['/health', 'alive'],
      ['/ready', 'ready'],
    ] as const) {
      const answer = await servers.ask('GET', path);
      expect([answer.status, answer.json(), answer.headers.get('cache-control')]).toEqual([
        200,
        { status },
        'no-store',
      ]);
    }
    await shared.stop();
    const ready = await servers.ask('GET', '/ready');
    expect([ready.status, ready.json()]).toEqual([503, { message: 'The database can’t be reached.' }]);
    for (let tries = 0; tries < 3; tries++)
      for (const as of [null, ada]) {
        const answer = await servers.ask('GET', '/v2/docs/some-id', { as });
        expect([answer.status, answer.json()]).toEqual([
          503,
          { message: 'The server can’t reach its database. Try again in a moment.' },
        ]);
        expect(answer.headers.get('retry-after')).toBe('2');
      }
    expect((await servers.ask('GET', '/health')).status).toBe(200);
    expect((await servers.ask('GET', '/')).status).toBe(200);
    // The cause is in the log, but not in the response.
    expect(lines.some((line) => line.includes('request failed'))).toBe(true);
  });
});

describe('the page', () => {
  const configured = (environment: Record<string, string>): Readonly<Record<string, unknown>> =>
    pageConfiguration(readSettings(environment));

  it('[AUT-9] is told where people sign in, and what is set up besides', () => {
    expect(configured({})).toMatchObject({
      cloud: { url: '/v2' },
      account: { signIn: '/v2/auth/sign_in', signUp: '/v2/provider/sign_up', yearly: '/v2/provider/checkout/yearly' },
      forwarder: { url: '/v2/forwarder/url' },
    });
    const own = {
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'a',
      PUBLIC_URL: 'https://a.example',
      REGISTER_URL: 'https://id.example/new',
    };
    expect(configured({ ...own, FORWARDER: 'off', CONFIGURATION: '{"ads": {"isOn": true}}' })).toEqual({
      cloud: { url: '/v2' },
      account: {
        signIn: '/v2/auth/sign_in',
        signOut: '/v2/auth/sign_out',
        signUp: 'https://id.example/new',
        // From where the provider's page is linked, if there is one.
        account: '/v2/auth/account',
        quarterly: null,
        yearly: null,
      },
      ads: { isOn: true },
    });
    expect(configured({ CLOUD: 'off' })).toEqual({});
  });
});
