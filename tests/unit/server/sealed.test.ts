// The headers of the sealed page and of its workers: what they may reach, and that nothing else changes.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from '../../../src/server/app.ts';
import { sealedHeaders } from '../../../src/server/headers.ts';

let folder = '';
let server: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sealed-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    '<head><script src="/theme.js"></script><script type="application/json" id="configuration">{}</script></head>',
  );
  writeFileSync(join(folder, 'assets/job.worker-a1.js'), 'self');
  writeFileSync(
    join(folder, 'sandbox.0a.html'),
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">',
  );
  server = await createServer({ clientFolder: folder, configuration: { cloud: { url: '/v2' }, ads: { a: 1 } } });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function get(url: string, host = 'example.org:8443') {
  const { headers, body, statusCode } = await server.inject({ url, headers: { host } });
  const policy = new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((part) => [part.trim().split(' ')[0] ?? '', part.trim().split(' ').slice(1).join(' ')]),
  );
  return { headers, body, statusCode, policy };
}

describe('the sealed page', () => {
  it('[NEW-8] reaches its own files and nothing else', async () => {
    const { policy, headers, body, statusCode } = await get('/sealed');
    expect(statusCode).toBe(200);
    expect(policy.get('connect-src')).toBe('example.org:8443/assets/');
    expect(policy.get('form-action')).toBe("'none'");
    expect(policy.get('frame-src')).toBe('example.org:8443/sandbox.0a.html');
    expect(policy.get('webrtc')).toBe("'block'");
    expect(policy.get('sandbox')).toBe('allow-scripts allow-same-origin allow-forms allow-downloads allow-modals');
    for (const [name, sources] of policy)
      if (name !== 'frame-ancestors') expect(sources).not.toMatch(/'self'|https?:|\*/);
    // No cloud, account or ads, and what a policy can't close is closed first.
    expect(body).toContain('id="configuration">{}<');
    expect(body.indexOf('/sealed.js')).toBeLessThan(body.indexOf('/theme.js'));
    expect(headers['cross-origin-opener-policy']).toBe('unsafe-none');
    expect(headers['x-dns-prefetch-control']).toBe('off');
  });

  it('[NEW-8] hands its policy on to its workers, and to no other file', async () => {
    const worker = await get('/assets/job.worker-a1.js?sealed');
    expect(worker.policy.get('connect-src')).toBe('example.org:8443/assets/');
    expect(worker.policy.has('sandbox')).toBe(false);
    const plain = await get('/assets/job.worker-a1.js');
    expect(plain.policy.get('connect-src')).toContain('https:');
    expect((await get('/')).policy.get('connect-src')).toContain('https:');
  });

  it('[NEW-8] takes no host into its policy that is none', () => {
    for (const host of ["a.org; script-src 'unsafe-inline'", 'a.org b.org', '', '*']) {
      const policy = sealedHeaders('/sealed', host, [])?.['content-security-policy'] ?? '';
      expect(policy).toContain("connect-src 'self'");
      expect(policy).not.toContain("script-src 'unsafe-inline'");
    }
    for (const host of ['a.org', 'localhost:8080', '[::1]:8080'])
      expect(sealedHeaders('/sealed', host, [])?.['content-security-policy']).toContain(`connect-src ${host}/assets/`);
  });
});
