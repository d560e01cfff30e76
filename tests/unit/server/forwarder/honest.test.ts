// What the forwarder passes on, byte for byte, through the real server.

import { createServer, type Server } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPGlite, type Shared } from '../databases.ts';
import { startServers, type Answer, type Servers } from '../servers.ts';

interface Honest {
  readonly path: string;
  readonly type?: string;
  readonly encoding?: 'gzip' | 'br' | 'deflate';
  readonly body: Buffer;
  /** The path that is requested, if it redirects to this one. */
  readonly from?: string;
}

const json = Buffer.from('{"a": 1.10, "big": 9007199254740993, "a": "\\ud800"}\r\n');
const large = Buffer.alloc(3_000_000, '[1, 2, 3]\n');
const HONEST: readonly Honest[] = [
  { path: '/a.json', type: 'application/json', body: json },
  { path: '/utf8.json', type: 'application/json; charset=utf-8', body: Buffer.from('["Größe ✓ 日本"]') },
  { path: '/utf16.json', type: 'application/json', body: Buffer.from('\ufeff[1]', 'utf16le') },
  { path: '/bom.json', type: 'application/json', body: Buffer.from('\ufeff[1]') },
  { path: '/geo', type: 'application/geo+json', body: json },
  { path: '/ld', type: 'application/ld+json', body: json },
  { path: '/lines', type: 'application/x-ndjson', body: Buffer.from('1\n2\n3\n') },
  { path: '/five', type: 'application/json5', body: Buffer.from('{a: 1,}') },
  { path: '/plain', type: 'text/plain', body: json },
  { path: '/csv', type: 'text/csv', body: Buffer.from('a,b\r\n1,2\r\n') },
  { path: '/bytes', type: 'application/octet-stream', body: Buffer.from([0, 255, 1, 254, 10, 13]) },
  { path: '/file.json.gz', type: 'application/gzip', body: gzipSync(json) },
  { path: '/empty', type: 'application/json', body: Buffer.alloc(0) },
  { path: '/large', type: 'application/json', body: large },
  { path: '/packed', type: 'application/json', encoding: 'gzip', body: large },
  { path: '/brotli', type: 'application/json', encoding: 'br', body: json },
  { path: '/deflated', type: 'application/json', encoding: 'deflate', body: json },
  { path: '/untyped', body: json },
  { path: '/with?query=a%20b&c=%E2%9C%93', type: 'application/json', body: json },
  { path: '/moved', from: '/leads', type: 'application/json', body: json },
];

let target: Server;
let shared: Shared;
let servers: Servers;
const lines: string[] = [];

beforeAll(async () => {
  target = createServer((request, response) => {
    if (request.url === '/leads') return response.writeHead(301, { location: 'http://other.example/moved' }).end();
    const found = HONEST.find(({ path }) => path === request.url);
    if (request.url === '/page')
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<script>1</script>');
    if (found === undefined) return response.writeHead(404).end('secret of the target');
    const { type, encoding, body } = found;
    const pack = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };
    response.writeHead(200, {
      ...(type !== undefined && { 'content-type': type }),
      ...(encoding !== undefined && { 'content-encoding': encoding }),
      'set-cookie': 'tracked=1',
    });
    return response.end(encoding === undefined ? body : pack[encoding](body));
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const bound = target.address();
  const port = String(typeof bound === 'object' ? bound?.port : '');
  shared = await startPGlite();
  servers = await startServers(shared, {
    settings: { FORWARDS_PER_MINUTE: '60' },
    log: (line) => lines.push(line),
    network: {
      resolve: () => Promise.resolve(['93.184.216.34']),
      route: () => ({ hostname: '127.0.0.1', port }),
    },
  });
}, 120_000);
afterAll(async () => {
  await servers?.close();
  await shared?.stop();
  target.close();
});

const forward = (url: string, site: string | null = 'same-origin'): Promise<Answer> =>
  servers.ask('GET', `/v2/forwarder/url?url=${encodeURIComponent(url)}`, {
    headers: site === null ? {} : { 'sec-fetch-site': site },
  });

describe('the forwarder', () => {
  it.each(HONEST)('[API-1] [DOC-11] passes $path on as it is', async ({ path, from = path, type, body }) => {
    const answer = await forward(`http://public.example${from}`);
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(body)).toBe(true);
    expect(answer.headers.get('content-type')).toBe(type ?? 'application/octet-stream');
  });

  it('[API-1] answers with data that no browser runs', async () => {
    const answer = await forward('http://public.example/page');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('[API-1] [API-5] says what went wrong, and nothing of what the target said', async () => {
    const answer = await forward('http://public.example/missing');
    expect([answer.status, answer.json()]).toEqual([502, { message: 'The address answered with status 404.' }]);
    expect(
      (await servers.ask('GET', '/v2/forwarder/url', { headers: { 'sec-fetch-site': 'same-origin' } })).status,
    ).toBe(400);
    expect((await forward(`http://public.example/${'a'.repeat(9000)}`)).status).toBe(400);
    expect((await forward('http://127.0.0.1/')).status).toBe(403);
  });

  it.each(['cross-site', 'same-site', 'none', null])('[API-1] does not answer a request of %s', async (site) => {
    const answer = await forward('http://public.example/a.json', site);
    expect([answer.status, answer.json()['message']]).toEqual([
      403,
      'The forwarder answers the page of this server only.',
    ]);
  });

  it('[API-1] answers 429 to whoever asks too often, on all servers together', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 62; count++) statuses.push((await forward('http://127.0.0.1/')).status);
    expect(statuses.at(-1)).toBe(429);
    const refused = await forward('http://public.example/a.json');
    expect(refused.json()['message']).toMatch(/too often/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('[API-5] logs no address that was asked for', () => {
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.join('')).not.toMatch(/public\.example|a\.json/);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ method: 'GET', route: '/v2/forwarder/url', status: 429 });
  });
});
