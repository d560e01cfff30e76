// Whose process is at the other end of a connection within this computer.

import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Columns of /proc/net/tcp. */
const LOCAL = 1;
const REMOTE = 2;
const STATE = 3;
const USER = 7;
const LISTENING = '0A';

/** Whether another user's process has made a connection. Where the system does not tell, nobody's has. */
export async function isOfAnotherUser({ localPort, remotePort }: Socket): Promise<boolean> {
  if (localPort === undefined || remotePort === undefined) return false;
  // Its own port is the one that is remote here.
  return isForeign((row) => portOf(row[LOCAL]) === remotePort && portOf(row[REMOTE]) === localPort);
}

/** Whether another user's process accepts connections at a port. */
export async function isPortOfAnotherUser(port: number): Promise<boolean> {
  return isForeign((row) => portOf(row[LOCAL]) === port && row[STATE] === LISTENING);
}

async function isForeign(isIt: (row: readonly string[]) => boolean): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const text = await readFile('/proc/net/tcp', 'utf8').catch(() => '');
  const rows = text.split('\n').map((line) => line.trim().split(/\s+/));
  const row = rows.find(isIt);
  return row !== undefined && Number(row[USER]) !== process.getuid?.();
}

function portOf(address = ''): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16);
}
