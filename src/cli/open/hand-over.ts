// One process serves all tabs of a user, so that they have one port, and with it one storage in the browser. A second call hands its
// files to it, and is known to it by a key that lies in the user's own folder.

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CodedError } from '../../shared/errors.ts';
import type { TabView } from '../../shared/protocol/served-files.ts';
import { isPortOfAnotherUser } from './peer.ts';
import { stateFolder } from './state-folder.ts';

/** The last line of the answer where a tab has written a file. */
export const WRITTEN = 'written\n';

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

/**
 * Hands files to the process that has the port. Returns the address for the browser, and once the tab is closed whether it has written
 * a file; `null` where that process is not this user's.
 */
export async function handOver(
  port: number,
  wanted: FilesToOpen,
): Promise<{ readonly address: string; readonly closed: Promise<boolean> } | null> {
  const key = await readFile(await keyFile(port), 'utf8').catch(() => null);
  // A process of somebody else must learn neither the key nor the paths.
  if (key === null || (await isPortOfAnotherUser(port))) return null;
  const sent = JSON.stringify(wanted);
  return new Promise((resolve, reject) => {
    const call = request({
      host: '127.0.0.1',
      port,
      path: '/open/hand-over',
      method: 'POST',
      headers: { host: `127.0.0.1:${port}`, 'x-key': key, 'content-length': Buffer.byteLength(sent) },
    });
    call.on('error', () => resolve(null));
    call.on('response', (response) => {
      if (response.statusCode !== 200)
        return void text(response).then((message) => {
          if (response.statusCode === 401 || response.statusCode === 404) resolve(null);
          else reject(new CodedError('refused', message));
        }, reject);
      let said = '';
      let isAnswered = false;
      const closed = new Promise<boolean>((end) => response.on('close', () => end(said.endsWith(`\n${WRITTEN}`))));
      response.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk;
        if (isAnswered || !said.includes('\n')) return;
        isAnswered = true;
        resolve({ address: said.slice(0, said.indexOf('\n')), closed });
      });
      void closed.then(() => resolve(null));
    });
    call.end(sent);
  });
}
