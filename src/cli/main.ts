// The entry of the command line.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { runProgram } from './program.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

// What reads the output may need no more of it, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runProgram(process.argv.slice(2), {
  cwd: process.cwd(),
  version,
  workerFile: join(import.meta.dirname, 'mcp-worker.js'),
  pageFolder: join(import.meta.dirname, 'page'),
  input: () => process.stdin as AsyncIterable<Uint8Array>,
  readInput: () => buffer(process.stdin),
  async write(bytes) {
    if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
  },
  tell: (line) => void process.stderr.write(`${line}\n`),
});
