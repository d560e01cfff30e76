// One process serves all tabs of a user, so that they have one port, and with it one storage in the browser. A second call hands its
// files to it, and is known to it by a key that lies in the user's own folder.

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CodedError } from '../../shared/errors.ts';
import type { TabView } from '../../shared/protocol/served-files.ts';
import { isPortOfAnotherUser } from './peer.ts';
import { stateFolder } from './state-folder.ts';

/** The last line of the answer once the tab is closed: whether it has written a file. Without one, the program has ended before. */
export const CLOSED = { written: 'written\n', unchanged: 'closed\n' } as const;
/** How long the process that has the port may take to answer, in milliseconds: it may be stopped, or another program. */
const ANSWER_MS = 5000;
/** Longer first lines are no address. */
const MAX_ADDRESS = 1000;
/** What this program answers where files can't be opened. */
const REFUSALS: ReadonlySet<number> = new Set([403, 409]);

/** How a call has ended. */
export interface OpenEnd {
  /** Whether its tab has written a file. */
  readonly hasWritten: boolean;
  /** Whether its tab was closed; not, where the call was ended before. */
  readonly isClosed: boolean;
}

/** What a call wants to be opened. */
export interface FilesToOpen {
  readonly files: readonly {
    /** Absolute. */
    readonly path: string;
    /** Why it is not written; `null` if it may be. */
    readonly refusal: string | null;
  }[];
  /** Its files can be opened; with its absolute path. */
  readonly folder: { readonly path: string; readonly refusal: string | null } | null;
  readonly view: TabView;
  readonly force: boolean;
}

async function keyFile(port: number): Promise<string> {
  return join(await stateFolder(), `open-${port}.key`);
}

/** Writes the key by which other calls of this user are known, and returns it. */
export async function writeKey(port: number): Promise<{ readonly key: string; readonly remove: () => void }> {
  const file = await keyFile(port);
  const key = randomBytes(32).toString('base64url');
  const beside = `${file}.${process.pid}`;
  await writeFile(beside, key, { mode: 0o600 });
  await rename(beside, file);
  return { key, remove: () => rmSync(file, { force: true }) };
}

/** Files that another process serves. */
export interface HandedOver {
  /** For the browser. */
  readonly address: string;
  /** Resolves once the tab is closed. Rejects where that process ends before. */
  closed(): Promise<OpenEnd>;
  /** Waits no more. The files are served on. */
  letGo(): void;
}

/** Hands files to the process that has the port; `null` where that is not this user's, or does not answer. @throws CodedError `refused` */
export async function handOver(port: number, wanted: FilesToOpen): Promise<HandedOver | null> {
  const key = await readFile(await keyFile(port), 'utf8').catch(() => null);
  // A process of somebody else must learn neither the key nor the paths.
  if (key === null || (await isPortOfAnotherUser(port))) return null;
  const sent = JSON.stringify(wanted);
  const call = request({
    host: '127.0.0.1',
    port,
    path: '/open/hand-over',
    method: 'POST',
    headers: { host: `127.0.0.1:${port}`, 'x-key': key, 'content-length': Buffer.byteLength(sent) },
  });
  const waiting = setTimeout(() => call.destroy(), ANSWER_MS);
  const handed = await new Promise<HandedOver | null>((resolve, reject) => {
    call.on('error', () => resolve(null));
    call.on('response', (response) => {
      // Broken off, or what another program answers.
      response.on('error', () => undefined);
      if (response.statusCode === 200) return void readAnswer(response, port, () => call.destroy()).then(resolve);
      const isRefusal = REFUSALS.has(response.statusCode ?? 0);
      text(response).then(
        (message) => (isRefusal ? reject(new CodedError('refused', message)) : resolve(null)),
        () => resolve(null),
      );
    });
    call.end(sent);
  }).finally(() => clearTimeout(waiting));
  if (handed === null) call.destroy();
  return handed;
}

/** Reads the address, which is the first line of the answer; `null` where another program says something. */
function readAnswer(response: IncomingMessage, port: number, letGo: () => void): Promise<HandedOver | null> {
  let said = '';
  const ended = new Promise<void>((end) => response.on('close', end));
  const closed = async (): Promise<OpenEnd> => {
    await ended;
    const hasWritten = said.endsWith(`\n${CLOSED.written}`);
    if (hasWritten || said.endsWith(`\n${CLOSED.unchanged}`)) return { hasWritten, isClosed: true };
    throw new CodedError('refused', 'The call that served the file has ended before its tab was closed.');
  };
  return new Promise((resolve) => {
    response.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      const [address = '', ...more] = said.split('\n');
      if (more.length > 0) resolve(isAddress(address, port) ? { address, closed, letGo } : null);
      // Whatever it is, it is no address.
      else if (said.length > MAX_ADDRESS) resolve(null);
    });
    void ended.then(() => resolve(null));
  });
}

/** Whether a program answers with an address of its own. */
function isAddress(said: string, port: number): boolean {
  const start = `http://127.0.0.1:${port}/#open=`;
  return said.startsWith(start) && /^[\w-]+$/.test(said.slice(start.length));
}
