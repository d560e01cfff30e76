// Whose process is at the other end of a connection within this computer.
//
// The system lists both ends of each connection with their users. A process may make a connection to an address of the fourth version
// from a socket of the sixth, which is in another list, and from any address of this computer, so that ports alone don't tell.

import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';

/** Columns of /proc/net/tcp and /proc/net/tcp6. */
const LOCAL = 1;
const REMOTE = 2;
const STATE = 3;
const USER = 7;
const LISTENING = '0A';
/** What stands before an address of the fourth version in a list of the sixth, and the address of a socket that accepts all. */
const MAPPED = '0000000000000000FFFF0000';
const EVERY = /^0+$/;
const HEX_PER_BYTE = 2;
const PORT_HEX = 4;

type Row = readonly string[];

/**
 * Whether another user's process has made a connection, or one whose user can't be found. Where the system does not list connections,
 * nobody's has.
 */
export async function isOfAnotherUser(socket: Socket): Promise<boolean> {
  const own = placeOf(socket.localAddress, socket.localPort);
  const other = placeOf(socket.remoteAddress, socket.remotePort);
  const rows = await connections();
  const find = (from: string, to: string): Row | undefined =>
    rows.find((row) => unmapped(row[LOCAL]) === from && unmapped(row[REMOTE]) === to);
  if (find(own, other) === undefined) return false;
  const row = find(other, own);
  return row === undefined || isForeign(row);
}

/** Whether another user's process accepts connections to this computer at a port. */
export async function isPortOfAnotherUser(port: number): Promise<boolean> {
  const own = placeOf('127.0.0.1', port);
  const [, portText] = own.split(':');
  const accepts = (row: Row): boolean => {
    const [address = '', at] = unmapped(row[LOCAL]).split(':');
    return at === portText && row[STATE] === LISTENING && (unmapped(row[LOCAL]) === own || EVERY.test(address));
  };
  return (await connections()).some((row) => accepts(row) && isForeign(row));
}

async function connections(): Promise<readonly Row[]> {
  if (process.platform !== 'linux') return [];
  const lists = ['/proc/net/tcp', '/proc/net/tcp6'].map((list) => readFile(list, 'utf8').catch(() => ''));
  return (await Promise.all(lists)).flatMap((text) => text.split('\n').map((line) => line.trim().split(/\s+/)));
}

function isForeign(row: Row): boolean {
  return Number(row[USER]) !== process.getuid?.();
}

/** An address of the fourth version and a port, as they stand in the list. */
function placeOf(address = '', port = 0): string {
  const parts = address.split('.').map((part) => Number(part).toString(16).padStart(HEX_PER_BYTE, '0'));
  const bytes = endianness() === 'LE' ? parts.toReversed() : parts;
  return `${bytes.join('')}:${port.toString(16).padStart(PORT_HEX, '0')}`.toUpperCase();
}

function unmapped(place = ''): string {
  return place.startsWith(MAPPED) ? place.slice(MAPPED.length) : place;
}
