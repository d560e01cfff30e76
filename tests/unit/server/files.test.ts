// How the server serves the files of the build.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { createServer } from '../../../src/server/app.ts';

it('a file with a compressed one beside it says that the answer depends on what the asker takes', async () => {
  const clientFolder = mkdtempSync(join(tmpdir(), 'diptych-files-'));
  onTestFinished(() => rmSync(clientFolder, { recursive: true }));
  mkdirSync(join(clientFolder, 'assets'));
  writeFileSync(join(clientFolder, 'index.html'), '<!doctype html>');
  writeFileSync(join(clientFolder, 'assets/main-0.js'), 'export {}');
  writeFileSync(join(clientFolder, 'assets/main-0.js.gz'), gzipSync('export {}'));
  const app = await createServer({ clientFolder });
  onTestFinished(() => app.close());
  for (const [encoding, answered] of [
    ['gzip', 'gzip'],
    ['identity', undefined],
  ] as const) {
    const { headers } = await app.inject({ url: '/assets/main-0.js', headers: { 'accept-encoding': encoding } });
    expect(headers['content-encoding']).toBe(answered);
    expect(headers['vary']).toMatch(/accept-encoding/i);
    expect(headers['cache-control']).toMatch(/immutable/);
  }
});
