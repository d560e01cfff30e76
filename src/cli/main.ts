// The entry of the command line.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { EXIT } from './command.ts';
import { asUnwritable, codeOf, describeBug } from './file-errors.ts';
import { runProgram } from './program.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

/** Whether standard output is still read: `head` ends before what writes to it does. */
let isRead = true;

// Each write has its own answer; without these the same error would end the process a second time.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
process.on('uncaughtException', (error) => {
  process.stderr.write(`${describeBug(error)}\n`);
  process.exit(EXIT.trouble);
});

process.exitCode = await runProgram(process.argv.slice(2), {
  cwd: process.cwd(),
  version,
  workerFile: join(import.meta.dirname, 'mcp-worker.js'),
  pageFolder: join(import.meta.dirname, 'page'),
  input: () => process.stdin as AsyncIterable<Uint8Array>,
  readInput: () => buffer(process.stdin),
  write: (bytes) =>
    new Promise((resolve, reject) => {
      if (!isRead) return resolve();
      process.stdout.write(bytes, (error) => {
        if (codeOf(error) === 'EPIPE') isRead = false;
        if (error == null || !isRead) resolve();
        else reject(asUnwritable(error, 'Standard output'));
      });
    }),
  isRead: () => isRead,
  // @see https://no-color.org
  hasColours: process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb',
  tell: (line) => void process.stderr.write(`${line}\n`),
});
