// The server's headers for the page that runs user code, and for all other pages.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createServer } from '../../../src/server/app.ts';

const NAME = 'sandbox.0123456789ab.html';
const POLICY = "default-src 'none'; script-src 'sha256-AAAA' 'unsafe-eval'; worker-src blob:";

async function serve(sandbox: string): Promise<FastifyInstance> {
  const clientFolder = mkdtempSync(join(tmpdir(), 'diptych-sandbox-'));
  onTestFinished(() => rmSync(clientFolder, { recursive: true }));
  writeFileSync(join(clientFolder, 'index.html'), '<!doctype html>');
  writeFileSync(join(clientFolder, NAME), sandbox);
  const app = await createServer({ clientFolder });
  onTestFinished(() => app.close());
  return app;
}

const pageWith = (policy: string): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><script>1</script>`;

describe('[TRF-3] the page of the sandbox', () => {
  it('has its own policy and no origin, however it is opened', async () => {
    const app = await serve(pageWith(POLICY));
    const { statusCode, headers } = await app.inject(`/${NAME}`);
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toBe(`sandbox allow-scripts; ${POLICY}`);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['cache-control']).toMatch(/immutable/);
  });

  it('may stand in a frame, and claims no agents', async () => {
    const app = await serve(pageWith(POLICY));
    const { headers } = await app.inject(`/${NAME}`);
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers).not.toHaveProperty('origin-agent-cluster');
    expect(headers['x-content-type-options']).toBe('nosniff');
    // Neither none, which no frame of a page with such a policy may have, nor one with which WebKit starts no worker in it.
    expect(headers['cross-origin-embedder-policy']).toBe('credentialless');
  });

  it('is there under its own name alone', async () => {
    const app = await serve(pageWith(POLICY));
    const { statusCode, headers } = await app.inject('/sandbox.ffffffffffff.html');
    expect(statusCode).toBe(404);
    expect(headers['content-security-policy']).not.toContain(" 'unsafe-eval'");
    expect(headers['cache-control'] ?? '').not.toMatch(/immutable/);
    // In any other spelling it is an ordinary page, whose script is not allowed.
    const { headers: asked } = await app.inject(`/${NAME}?1`);
    expect(asked['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(asked['x-frame-options']).toBe('SAMEORIGIN');
  });

  it('is refused without a policy in it, when the server starts', async () => {
    await expect(serve('<!doctype html><script>1</script>')).rejects.toThrow(/has no policy of its own/);
  });
});

describe('the page of the editor', () => {
  it('[TRF-3] shows frames of its own server, and may be framed by that alone', async () => {
    const app = await serve(pageWith(POLICY));
    const { headers } = await app.inject('/');
    expect(headers['content-security-policy']).toMatch(/(?:^|;)frame-src 'self'(?:;|$)/);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['content-security-policy']).not.toContain(" 'unsafe-eval'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['cache-control']).toBe('no-cache');
  });
});
