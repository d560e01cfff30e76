// The server's headers for the embed page, which other sites may frame, and for the scripts that they load.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createServer, type ServerOptions } from '../../../src/server/app.ts';

async function serve(options: Partial<ServerOptions> = {}): Promise<FastifyInstance> {
  const clientFolder = mkdtempSync(join(tmpdir(), 'diptych-embed-'));
  onTestFinished(() => rmSync(clientFolder, { recursive: true }));
  mkdirSync(join(clientFolder, 'embed'));
  const page = '<!doctype html><script type="application/json" id="configuration">{}</script>';
  for (const [name, content] of Object.entries({
    'index.html': page,
    'embed.html': '<!doctype html>',
    'embed/sdk.js': '',
  }))
    writeFileSync(join(clientFolder, name), content);
  const app = await createServer({ clientFolder, ...options });
  onTestFinished(() => app.close());
  return app;
}

describe('[EMB-1] the embed page', () => {
  it.each(['/embed', '/embed/', '/embed?x=1', '/embed.html'])('may be framed by any page, at %s', async (path) => {
    const app = await serve();
    const { statusCode, headers, body } = await app.inject(path);
    expect(statusCode).toBe(200);
    expect(body).toBe('<!doctype html>');
    // Even `*` would name only pages of the web.
    expect(headers['content-security-policy']).not.toContain('frame-ancestors');
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('may be framed by those alone that are named', async () => {
    const app = await serve({ embedAncestors: 'https://wiki.example https://*.example.org' });
    const { headers } = await app.inject('/embed');
    expect(headers['content-security-policy']).toContain('frame-ancestors https://wiki.example https://*.example.org');
  });

  it('knows nothing of what is set up for the page of the product', async () => {
    const app = await serve({ configuration: { cloud: { url: '/v2' }, ads: { frame: 'https://ads.example/' } } });
    const { body, headers } = await app.inject('/embed');
    expect(body).toBe('<!doctype html>');
    expect(headers['content-security-policy']).not.toContain('ads.example');
    expect((await app.inject('/')).body).toContain('/v2');
  });

  it('changes nothing for the page of the product', async () => {
    const app = await serve();
    for (const path of ['/', '/index.html', '/embedded', '/x/embed']) {
      const { headers } = await app.inject(path);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('has scripts that any page may load', async () => {
    const app = await serve();
    const { statusCode, headers } = await app.inject('/embed/sdk.js');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });
});
