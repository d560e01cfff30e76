// Opens the default browser of the system.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stateFolder } from './state-folder.ts';

/** How long a browser has to read a file that leads to the page, in milliseconds. */
const READ_MS = 30_000;
/** A program that runs for this long has found a browser, in milliseconds. */
const STARTED_MS = 2000;

/** Opens an address. Resolves to whether a program for that was found. */
export async function openBrowser(address: string): Promise<boolean> {
  if (process.platform === 'win32') return start('rundll32.exe', ['url.dll,FileProtocolHandler', address]);
  if (process.platform !== 'darwin') {
    // Nobody sees a browser that is opened at the other end of a connection.
    const hasScreen = process.env['DISPLAY'] !== undefined || process.env['WAYLAND_DISPLAY'] !== undefined;
    return hasScreen && start('xdg-open', [address]);
  }
  // Other users see the arguments of a program there, and the address holds the token.
  const file = join(await stateFolder(), `${randomUUID()}.html`);
  const target = JSON.stringify(address).replaceAll('<', String.raw`\u003c`);
  await writeFile(file, `<!doctype html><script>location.replace(${target})</script>`, { mode: 0o600 });
  setTimeout(() => void rm(file, { force: true }), READ_MS).unref();
  return start('open', [pathToFileURL(file).href]);
}

function start(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    // It may go on for as long as the browser does, or end with an error where there is none.
    child.once('exit', (code) => resolve(code === 0));
    setTimeout(() => resolve(true), STARTED_MS).unref();
    child.unref();
  });
}
