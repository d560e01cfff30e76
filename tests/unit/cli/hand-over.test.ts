// Files that are handed to the call that serves: only to one of this program and user, which says how its tab has ended.

import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { handOver, writeKey, type FilesToOpen } from '../../../src/cli/open/hand-over.ts';
import { startOpenServer } from '../../../src/cli/open/open-server.ts';
import { TabSession, TabSessions } from '../../../src/cli/open/sessions.ts';
import { makeFolder } from './support.ts';

const WANTED: FilesToOpen = { files: [], folder: null, view: 'panels', force: false };

beforeEach(() => {
  const { folder } = makeFolder();
  vi.stubEnv('XDG_STATE_HOME', folder);
  return () => vi.unstubAllEnvs();
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await writeKey(port);
  return port;
}

/** A call that serves. */
async function serving() {
  const sessions = new TabSessions();
  const session = new TabSession([], 'panels');
  let key: string | null = null;
  const server = await startOpenServer(0, {
    page: new Map(),
    sessions,
    key: () => key,
    begin: () => Promise.resolve(session),
  });
  key = (await writeKey(server.port)).key;
  onTestFinished(() => server.close());
  return { server, session };
}

it('[NEW-14] says once the tab is closed whether it has written', async () => {
  for (const hasWritten of [false, true]) {
    const { server, session } = await serving();
    const handed = await handOver(server.port, WANTED);
    session.hasWritten = hasWritten;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    session.enter('a', '');
    session.leave('a');
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    expect(await handed?.closed()).toEqual({ hasWritten, isClosed: true });
  }
});

it('[NEW-14] does not take the end of the call that serves for the end of the tab', async () => {
  const { server } = await serving();
  const handed = await handOver(server.port, WANTED);
  const closed = handed?.closed();
  await server.close();
  await expect(closed).rejects.toThrow('has ended before its tab was closed');
});

it('[NEW-14] shows no address that another program answers with', async () => {
  for (const said of [
    '<!doctype html>\n',
    'http://evil.example/#open=x\n',
    'file:///etc/passwd\n',
    '\n',
    'x'.repeat(5000),
  ])
    for (const status of [200, 400, 401, 404, 405, 500]) {
      const server = createHttpServer((_, response) => response.writeHead(status).end(said));
      const port = await listen(server);
      expect([said.slice(0, 30), status, await handOver(port, WANTED)]).toEqual([said.slice(0, 30), status, null]);
      server.closeAllConnections();
    }
});

it('[NEW-14] does not wait for a program that never answers', async () => {
  const port = await listen(createServer(() => undefined));
  const start = performance.now();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const handed = handOver(port, WANTED);
  let isOver = false;
  void handed.finally(() => (isOver = true));
  while (!isOver && performance.now() - start < 10_000) {
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(1000);
  }
  expect(await handed).toBe(null);
});
