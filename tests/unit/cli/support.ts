// Shared by the tests of the command line: calls of the program in a folder of their own.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { runProgram } from '../../../src/cli/program.ts';

/** What a call has said. */
export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Creates a folder for one test. */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    path: (name: string): string => join(folder, name),
    write: (name: string, content: string | Uint8Array): string => {
      writeFileSync(join(folder, name), content);
      return name;
    },
    read: (name: string): string => readFileSync(join(folder, name), 'utf8'),
    /** Calls the program in this process. */
    async run(args: readonly string[], input = '', hasColours = false): Promise<Said> {
      const out: Uint8Array[] = [];
      let err = '';
      const code = await runProgram(args, {
        cwd: folder,
        version: '1.2.3',
        workerFile: '',
        pageFolder: '',
        input: () => Readable.from([Buffer.from(input)]),
        readInput: () => Promise.resolve(Buffer.from(input)),
        isRead: () => true,
        hasColours,
        write(bytes) {
          out.push(Buffer.from(bytes));
          return Promise.resolve();
        },
        tell: (line) => void (err += `${line}\n`),
      });
      return { code, out: Buffer.concat(out).toString(), err };
    },
  };
}
