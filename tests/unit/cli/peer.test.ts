// Whose process has made a connection: another user's is known, however it has made it. Users can be told apart only by the superuser, who
// alone can start a process of somebody else.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isOfAnotherUser, isPortOfAnotherUser } from '../../../src/cli/open/peer.ts';

const NOBODY = 65_534;
const canBeSomebody = process.platform === 'linux' && process.getuid?.() === 0;

async function listen(): Promise<{ server: Server; port: number; next: () => Promise<Socket> }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const next = async (): Promise<Socket> => {
    const [socket] = (await once(server, 'connection')) as [Socket];
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  return { server, port: (server.address() as AddressInfo).port, next };
}

/** Runs a program of another user, which goes on until the test ends. Resolves with what it has said first. */
async function runAsNobody(program: string): Promise<string> {
  const child = spawn(process.execPath, ['-e', program], {
    uid: NOBODY,
    gid: NOBODY,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return said.toString().trim();
}

const connectBy = (options: object): string =>
  `require('node:net').connect(${JSON.stringify(options)}, () => console.log('connected')).on('error', (e) => console.log(String(e)))`;

it('[NEW-14] knows a connection of the same user, also one to a mapped address', async () => {
  const { port, next } = await listen();
  for (const host of ['127.0.0.1', '::ffff:127.0.0.1']) {
    const accepted = next();
    const socket = connect({ host, port });
    onTestFinished(() => void socket.destroy());
    expect([host, await isOfAnotherUser(await accepted)]).toEqual([host, false]);
  }
  expect(await isPortOfAnotherUser(port)).toBe(false);
});

it.runIf(canBeSomebody)('[NEW-14] knows a connection of another user, however it was made', async () => {
  const { port, next } = await listen();
  // One of the same user, from the same port of another address, must not stand for it.
  const accepted = next();
  const own = connect({ host: '127.0.0.1', port });
  onTestFinished(() => void own.destroy());
  await accepted;
  const { localPort } = own;
  for (const options of [
    { host: '127.0.0.1', port },
    { host: '::ffff:127.0.0.1', port },
    { host: '127.0.0.1', port, localAddress: '127.0.0.2', localPort },
    { host: '127.0.0.1', port, localAddress: '127.1.2.3', localPort },
    { host: '::ffff:127.0.0.1', port, localAddress: '::ffff:127.0.0.3', localPort },
  ]) {
    const foreign = next();
    expect(await runAsNobody(connectBy(options))).toBe('connected');
    expect([options, await isOfAnotherUser(await foreign)]).toEqual([options, true]);
  }
});

it.runIf(canBeSomebody)('[NEW-14] knows a port of another user, whatever address it accepts', async () => {
  for (const host of ['127.0.0.1', '0.0.0.0', '::', '::ffff:127.0.0.1']) {
    const said = await runAsNobody(
      `const server = require('node:net').createServer().listen(0, ${JSON.stringify(host)}, () => console.log(server.address().port))`,
    );
    expect([host, await isPortOfAnotherUser(Number(said))]).toEqual([host, true]);
  }
});
