// What the forwarder refuses to reach, in any spelling, and what it does not pass on.

import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Network } from '../../../../src/server/forwarder/connector.ts';
import { fetchTarget, type ForwardLimits } from '../../../../src/server/forwarder/fetch-target.ts';
import { checkUrl, isPublicAddress } from '../../../../src/server/forwarder/public-address.ts';
import { passiveType } from '../../../../src/server/forwarder/routes.ts';

/** Addresses that must be refused, each in a spelling that the URL parser accepts. */
const HOSTILE = [
  // Loopback.
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://127.255.255.254/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127%2e0%2e0%2e1/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://ⓛocalhost/',
  'http://a.localhost/',
  // "This network" (0.0.0.0/8), and the unspecified address.
  'http://0/',
  'http://0.0.0.0/',
  'http://0.1.2.3/',
  'http://[::]/',
  // Private.
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://192.168.257/',
  'http://100.64.0.1/',
  'http://198.18.0.1/',
  'http://192.0.0.8/',
  'http://192.0.2.1/',
  'http://198.51.100.7/',
  'http://203.0.113.9/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fec0::1]/',
  'http://[2001:db8::1]/',
  // Link-local and metadata.
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.1/',
  'http://0xa9fea9fe/',
  'http://[fe80::1]/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://metadata/',
  'http://instance-data/',
  'http://168.63.129.16/machine',
  'http://100.100.100.200/latest/meta-data',
  // Multicast, broadcast, reserved.
  'http://224.0.0.1/',
  'http://239.255.255.250/',
  'http://255.255.255.255/',
  'http://240.0.0.1/',
  'http://[ff02::1]/',
  // IPv4 addresses embedded in IPv6.
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::8.8.8.8]/',
  'http://[64:ff9b:1::10.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[::ffff:0:127.0.0.1]/',
  // Names of the local network.
  'http://intranet/',
  'http://printer.local/',
  'http://db.internal/',
  'http://app.svc/',
  'http://router.lan/',
  // Users, ports, schemes.
  'http://user@example.com/',
  'http://user:pass@example.com/',
  'http://example.com:22/',
  'http://example.com:8080/',
  'https://example.com:6443/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'data:application/json,1',
  'javascript:alert(1)',
  'blob:http://example.com/1',
  'ws://example.com/',
  '//example.com/',
  'http://',
  'http://exa mple.com/',
];

/** Decompresses to a hundred times its size or more. */
const BOMB = gzipSync(Buffer.alloc(20_000_000, '1'));
const LIMITS: ForwardLimits = { bytes: 100_000, firstByteMs: 1000, wholeMs: 3000, redirects: 5 };

/** Host names of this test and their addresses. Public addresses lead to the test's server. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.216.34'],
  'inside.example': ['10.1.2.3'],
  'loop.example': ['::1'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'nothing.example': [],
};

let server: Server;
let network: Network;
const asked: string[] = [];
let turns = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const to = /^\/to\?(.*)$/.exec(path)?.[1];
    if (to !== undefined) return response.writeHead(302, { location: decodeURIComponent(to) }).end();
    if (path === '/round') return response.writeHead(307, { location: '/round' }).end();
    if (path === '/slow') return undefined;
    if (path === '/late') return response.writeHead(200).flushHeaders();
    if (path === '/long') return response.end(Buffer.alloc(100_001, '1'));
    if (path === '/said') return response.writeHead(200, { 'content-length': 1e9 }).end();
    if (path === '/bomb') return response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB);
    if (path === '/zstd') return response.writeHead(200, { 'content-encoding': 'zstd' }).end('x');
    if (path === '/torn') return response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip');
    if (path === '/drip' || path === '/endless') {
      response.writeHead(200);
      const chunk = path === '/drip' ? '1' : Buffer.alloc(10_000, '1');
      const timer = setInterval(() => response.write(chunk), 20);
      return response.on('close', () => clearInterval(timer));
    }
    if (path === '/secret')
      return response.writeHead(200, { 'set-cookie': 'a=1' }).end(JSON.stringify(request.headers));
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = String(typeof bound === 'object' ? bound?.port : '');
  network = {
    resolve(name) {
      // DNS rebinding: public on the first lookup only.
      if (name === 'rebind.example') return Promise.resolve([(turns += 1) === 1 ? '93.184.216.34' : '127.0.0.1']);
      return Promise.resolve(NAMES[name] ?? []);
    },
    route: () => ({ hostname: '127.0.0.1', port }),
  };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const forward = (url: string) => fetchTarget(url, network, LIMITS, new AbortController().signal);
const readAll = async (url: string): Promise<number> => {
  const { body } = await forward(url);
  let count = 0;
  for await (const chunk of body) count += (chunk as Buffer).length;
  return count;
};

describe('the forwarder', () => {
  it.each(HOSTILE)('[API-1] does not reach %s', async (url) => {
    const before = asked.length;
    expect(() => checkUrl(url)).toThrow(expect.objectContaining({ statusCode: expect.any(Number) as number }));
    await expect(forward(url)).rejects.toMatchObject({
      statusCode: expect.toSatisfy((code) => code === 400 || code === 403),
    });
    expect(asked.length).toBe(before);
  });

  // Headers cannot contain other characters.
  const inHeader = HOSTILE.filter((url) => /^[\x20-\x7e]+$/.test(url));
  it.each(inHeader)('[API-1] does not follow a redirect to %s', async (url) => {
    const before = asked.length;
    const target = encodeURIComponent(url);
    // Some are relative URLs in a redirect: they are requested from the redirecting server, and not found.
    const isRelative = URL.parse(url) === null;
    await expect(forward(`http://public.example/to?${target}`)).rejects.toMatchObject({
      statusCode: expect.toSatisfy((code) => code === 400 || code === 403 || (isRelative && code === 502)),
    });
    if (!isRelative) expect(asked.length).toBe(before + 1);
  });

  it.each(['inside.example', 'loop.example', 'mixed.example', 'mapped.example'])(
    '[API-1] does not reach %s, which resolves to an address that is not public',
    async (name) => {
      const before = asked.length;
      await expect(forward(`http://${name}/secret`)).rejects.toMatchObject({ statusCode: 403 });
      expect(asked.length).toBe(before);
    },
  );

  it('[API-1] connects to the address that was judged, whatever the name resolves to next', async () => {
    expect(await readAll('http://rebind.example/secret')).toBeGreaterThan(0);
    expect(turns).toBe(1);
    await expect(forward('http://rebind.example/secret')).rejects.toMatchObject({ statusCode: 403 });
    await expect(forward('http://nothing.example/')).rejects.toMatchObject({ statusCode: 502 });
  });

  it('[API-1] follows five redirects and no sixth', async () => {
    await expect(forward('http://public.example/round')).rejects.toMatchObject({
      statusCode: 502,
      message: 'The address leads on more than 5 times.',
    });
    const chain = ['/secret', 1, 2, 3, 4, 5].reduce((to) => `/to?${encodeURIComponent(String(to))}`) as string;
    expect(await readAll(`http://public.example${chain}`)).toBeGreaterThan(0);
    await expect(readAll(`http://public.example/to?${encodeURIComponent(chain)}`)).rejects.toMatchObject({
      statusCode: 502,
    });
  });

  it.each(['/slow', '/late'])('[API-1] waits for the first byte of %s for its time, and no longer', async (path) => {
    const begun = performance.now();
    await expect(forward(`http://public.example${path}`)).rejects.toMatchObject({ statusCode: 504 });
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it('[API-1] passes on at most its limit, counted after unpacking', async () => {
    await expect(forward('http://public.example/said')).rejects.toMatchObject({ statusCode: 413 });
    for (const path of ['/long', '/bomb', '/endless'])
      await expect(readAll(`http://public.example${path}`)).rejects.toMatchObject({ statusCode: 413 });
    await expect(readAll('http://public.example/drip')).rejects.toThrow();
    await expect(readAll('http://public.example/torn')).rejects.toThrow();
    await expect(forward('http://public.example/zstd')).rejects.toMatchObject({ statusCode: 502 });
  });

  it('[API-1] sends no cookie, no credentials and no address of its page', async () => {
    const { body } = await forward('http://public.example/secret#hash');
    let text = '';
    for await (const chunk of body) text += String(chunk);
    const sent = Object.keys(JSON.parse(text) as object);
    expect(sent.toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    expect(asked.at(-1)).toBe('/secret');
  });

  it('[API-1] never answers with a type that a browser runs', () => {
    for (const type of [
      'text/html',
      'TEXT/HTML; charset=utf-8',
      'application/xhtml+xml',
      'image/svg+xml',
      'text/xml',
      'application/atom+xml',
      'text/javascript',
      'application/ecmascript',
      'text/css',
      'multipart/x-mixed-replace; boundary=a',
      'application/pdf',
      'application/wasm',
      'text/html\r\nx: y',
      'json',
      '',
    ])
      expect(passiveType(type)).toBe('text/plain; charset=utf-8');
    for (const type of ['application/json', 'application/geo+json; charset=utf-8', 'text/csv', 'application/gzip'])
      expect(passiveType(type)).toBe(type);
  });

  it('[API-1] knows what is public', () => {
    for (const address of [
      '8.8.8.8',
      '1.1.1.1',
      '93.184.216.34',
      '172.32.0.1',
      '2606:4700::1111',
      '2001:4860:4860::8888',
    ])
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
  });
});
