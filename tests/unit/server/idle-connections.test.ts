// Closing a server: requests in progress are completed, and connections that browsers keep open do not delay it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { createServer } from '../../../src/server/app.ts';
import { listenFrom } from '../../../src/server/listen.ts';

it('completes what was begun, and waits for no connection that has sent nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Page</title>');
  const app = await createServer({ clientFolder: folder });
  let answer = (): void => {};
  const isAsked = new Promise<void>((resolve) => {
    app.get('/slow', async () => {
      resolve();
      await new Promise<void>((release) => (answer = release));
      return { done: true };
    });
  });
  const port = await listenFrom(app, '127.0.0.1', 0);
  // An unused connection, such as browsers open in advance.
  const unused = connect(port, '127.0.0.1');
  await once(unused, 'connect');
  const used = await fetch(`http://127.0.0.1:${port}/`);
  await used.text();
  const slow = fetch(`http://127.0.0.1:${port}/slow`);
  await isAsked;
  const closing = app.close();
  await once(unused, 'close');
  answer();
  expect(await (await slow).json()).toEqual({ done: true });
  await closing;
});

it('[OPS-4] closes the connection of a client that asks and never reads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  const app = await createServer({ clientFolder: folder, idleMs: 200 });
  onTestFinished(() => app.close());
  app.get('/large', () => Buffer.alloc(50_000_000));
  const closed = new Promise<void>((resolve) =>
    app.server.on('connection', (socket) => socket.once('close', () => resolve())),
  );
  const port = await listenFrom(app, '127.0.0.1', 0);
  const client = connect(port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  client.on('error', () => undefined).pause();
  client.write('GET /large HTTP/1.1\r\nhost: a\r\n\r\n');
  await closed;
});
