// The port of a server, and what a start that fails says.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { createServer } from '../../../src/server/app.ts';
import { listenFrom } from '../../../src/server/listen.ts';
import { reasonOf } from '../../../src/server/reason.ts';

async function make(): Promise<FastifyInstance> {
  const clientFolder = mkdtempSync(join(tmpdir(), 'diptych-listen-'));
  onTestFinished(() => rmSync(clientFolder, { recursive: true }));
  writeFileSync(join(clientFolder, 'index.html'), '<!doctype html>');
  const app = await createServer({ clientFolder });
  onTestFinished(() => app.close());
  return app;
}

it('[OPS-3] a port that is taken is another one, or, if it is named, the end of the start with a sentence', async () => {
  const port = await listenFrom(await make(), '127.0.0.1', 0);
  await expect(listenFrom(await make(), '127.0.0.1', port, false)).rejects.toThrow(
    `The port ${port} is in use by another program. Name another one in PORT.`,
  );
  expect(await listenFrom(await make(), '127.0.0.1', port)).toBeGreaterThan(port);
  await expect(listenFrom(await make(), '203.0.113.1', 0)).rejects.toThrow(/no address 203\.0\.113\.1\..*HOST/);
});

it('[OPS-3] a reason is a text, whatever was thrown', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' });
  expect(reasonOf(new AggregateError([refused, refused]))).toBe('connect ECONNREFUSED ::1:5432');
  expect(reasonOf(Object.assign(new Error(''), { code: 'EACCES' }))).toBe('EACCES');
  expect(reasonOf({ message: 'of a database' })).toBe('of a database');
  expect(reasonOf('a text')).toBe('a text');
  for (const other of [{}, null, undefined, 1, [], '']) expect(reasonOf(other)).toBe('there is no reason given');
});
