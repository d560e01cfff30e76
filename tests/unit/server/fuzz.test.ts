// Requests that no page sends. Whatever arrives, the server replies with one of its own status codes below 500 and a message,
// and stays alive. 500 requests by default; FUZZ=5000 for ten times as many. The seed is in the test's name.

import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make } from './api/document-suite.ts';
import { startPGlite, type Shared } from './databases.ts';
import { startServers, type Servers, type TestPerson } from './servers.ts';

const RUNS = Number(process.env['FUZZ'] ?? 500);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);

let shared: Shared;
let servers: Servers;
let ada: TestPerson;
let id = '';
const lines: string[] = [];
beforeAll(async () => {
  shared = await startPGlite();
  servers = await startServers(shared, {
    settings: { PUBLIC_URL: 'https://diptych.example' },
    log: (line) => lines.push(line),
  });
  ada = await servers.person();
  id = await make(servers, ada);
  // The provider is loaded on its first request.
  for (const _server of servers.addresses) await servers.ask('GET', '/v2/provider/jwks');
}, 120_000);
afterAll(async () => {
  await servers?.close();
  await shared?.stop();
});

/** Sends one raw request and resolves to the raw response. */
function send(head: string, body: Buffer): Promise<string> {
  const { hostname, port } = new URL(servers.addresses[body.length % 2] ?? '');
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setTimeout(30_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', (error: Error & { code?: string }) =>
      // A server may close the connection while an oversized request is still being sent.
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(answer) : reject(error),
    );
    socket.on('close', () => resolve(answer));
    socket.write(head);
    socket.write(body);
  });
}

const odd = fc.constantFrom(
  '',
  '%',
  '%00',
  '%zz',
  '%ff',
  '..',
  '../..',
  '%2e%2e',
  "'",
  '"',
  '<script>',
  '__proto__',
  'constructor',
  '\\',
  '%F0%9F%98%80',
  '*',
  '0',
  '-1',
  '1e309',
  'null',
  '[]',
  '{}',
  'a'.repeat(300),
  '%E2%80%A8',
  ';drop table users',
  '%25',
  '+',
  '&&',
  '=',
  '[object Object]',
);
const segment = fc.oneof(
  odd,
  fc.constantFrom(
    'docs',
    'auth',
    'list',
    'currentUser',
    'ids',
    'data',
    'name',
    'schema',
    'access',
    'token',
    'user',
    'sign_in',
    'callback',
    'signed_out',
    'forwarder',
    'url',
    'provider',
    'interaction',
    'account',
    'checkout',
    'token',
    'session',
    'end',
    'me',
    'subscriptions',
  ),
);
const path = fc.oneof(
  fc.array(segment, { maxLength: 5 }).map((parts) => `/v2/${parts.join('/')}`),
  fc.constantFrom('data', 'name', 'schema', 'access', '').map((part) => `/v2/docs/ID/${part}`.replace(/\/$/, '')),
  fc.constantFrom(
    '/v2/docs',
    '/v2/docs/list/currentUser/ids',
    '/v2/auth/token',
    '/v2/auth/callback',
    '/v2/auth/sign_in',
    '/v2/provider/auth',
    '/v2/provider/token',
    '/v2/provider/sign_up',
    '/v2/forwarder/url',
    '/health',
    '/ready',
    '/',
  ),
);
const query = fc.array(
  fc
    .tuple(
      fc.constantFrom(
        'name',
        'schemaConfig',
        'dialect',
        'refresh_token',
        'redirect_url',
        'state',
        'code',
        'nonce',
        'url',
        'next',
        'a',
      ),
      odd,
    )
    .map((pair) => pair.join('=')),
  { maxLength: 3 },
);
const json = fc.json({ maxDepth: 4 }).map((text) => Buffer.from(text));
const body = fc.oneof(
  json,
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(
      '',
      '{"__proto__":{"a":1}}',
      '[{"public":true}]',
      '{"add":["__proto__"],"remove":[]}',
      '['.repeat(20_000),
      '"\\ud800"',
      '\0',
      'a=1&a=2',
    )
    .map((text) => Buffer.from(text)),
);
const header = fc.tuple(
  fc.constantFrom(
    'if-match',
    'content-encoding',
    'cookie',
    'origin',
    'sec-fetch-site',
    'x-forwarded-for',
    'accept-encoding',
    'range',
    'webhook-id',
    'webhook-signature',
    'webhook-timestamp',
    'transfer-encoding',
  ),
  fc.constantFrom(
    '',
    '*',
    '"1"',
    'W/"1"',
    'gzip',
    'same-origin',
    'null',
    'https://diptych.example',
    '::1',
    'a=b; diptych_session=x.y; diptych_provider=z; diptych_browser=b',
    'bytes=0-1',
    '1',
    'v1,AA==',
    'x'.repeat(500),
    '"99999999999"',
  ),
);
const request = fc.record({
  method: fc.constantFrom('GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'),
  path,
  query,
  type: fc.constantFrom(
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json; charset=utf-16',
    '/',
    '',
    null,
  ),
  headers: fc.array(header, { maxLength: 3 }),
  signedIn: fc.boolean(),
  body,
});

describe('the interface', () => {
  it(`[API-5] answers ${RUNS} requests that make no sense without a fault of its own (seed ${SEED})`, async () => {
    const tally = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(request, async ({ method, path: where, query: asked, type, headers, signedIn, body: sent }) => {
        const target = `${where.replace('ID', id)}${asked.length > 0 ? `?${asked.join('&')}` : ''}`.replaceAll(
          ' ',
          '%20',
        );
        const said = [
          `${method} ${target} HTTP/1.1`,
          'host: localhost',
          'connection: close',
          `content-length: ${sent.length}`,
          ...(type === null ? [] : [`content-type: ${type}`]),
          ...(signedIn ? [`authorization: Bearer ${ada.pair.access_token}`] : []),
          ...headers.map((pair) => pair.join(': ')),
        ];
        const answer = await send(`${said.join('\r\n')}\r\n\r\n`, sent);
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
        tally.set(status, (tally.get(status) ?? 0) + 1);
        // 502: the forwarded server or the external provider failed. 501: a method that Node's HTTP server does not know.
        expect(
          status === 0 || status < 500 || status === 502 || status === 501,
          `${said.join('\n')}\n\n${answer}`,
        ).toBe(true);
        expect(answer).not.toMatch(/\bat .*\.(ts|js|mjs):\d+/);
        if (status >= 400 && method !== 'HEAD') expect(answer).toMatch(/"(message|error)":"|<html/);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    expect(tally.get(0) ?? 0).toBeLessThan(RUNS / 20);
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
    expect((await servers.ask('GET', '/ready')).status).toBe(200);
  }, 600_000);

  it('[API-5] logs no token, content or query', async () => {
    lines.length = 0;
    const secret = 'do-not-log-this';
    await servers.ask('POST', `/v2/docs?name=${secret}`, { as: ada, body: `"${secret}"` });
    await servers.ask('GET', `/v2/auth/token?refresh_token=${secret}`);
    await servers.ask('GET', `/v2/${secret}?a=${secret}`, {
      headers: { authorization: `Bearer ${secret}`, cookie: secret },
    });
    expect(lines.length).toBe(3);
    expect(lines.join('')).not.toContain(secret);
    expect(lines.join('')).not.toContain(ada.pair.access_token);
    expect(lines.map((line) => (JSON.parse(line) as { route: string | null }).route)).toEqual([
      '/v2/docs',
      '/v2/auth/token',
      null,
    ]);
  });
});
