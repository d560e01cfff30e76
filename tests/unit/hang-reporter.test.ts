// A run that would never end is ended, and says what hangs: in real runs of files that do.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs one of the files that hang. Its output ends only when every process that has it has ended. */
function runHanging(file: string, limits: Readonly<Record<string, string>>): Promise<Ended> {
  return new Promise((resolve) => {
    const args = ['vitest/vitest.mjs', 'run', '--config', 'tests/hanging/vitest.config.ts', `${file}.hang.ts`];
    const child = spawn(
      process.execPath,
      ['scripts/run-to-end.mjs', '5', process.execPath, join(ROOT, 'node_modules', args[0] ?? ''), ...args.slice(1)],
      {
        cwd: ROOT,
        env: { ...process.env, SILENCE: '600', PROJECT: '600', CLOSING: '600', ...limits },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)));
    child.on('close', (code) => resolve({ code, output }));
  });
}

describe('a run that would never end', () => {
  it('names the test that runs in a circle, and leaves no process', async () => {
    const { code, output } = await runHanging('loop', { SILENCE: '4' });
    expect(output).toContain('loop.hang.ts has not gone on for 4 seconds. Its last test: runs in a circle');
    expect(code).toBe(1);
  });

  it('names the file whose imports do not end', async () => {
    const { code, output } = await runHanging('import', { SILENCE: '4' });
    expect(output).toContain(
      'import.hang.ts has not gone on for 4 seconds. Its last test: none: its imports have not ended',
    );
    expect(code).toBe(1);
  });

  it('names the project that takes too long, and the tests that it is at', async () => {
    const { code, output } = await runHanging('slow', { SILENCE: '10', PROJECT: '4' });
    expect(output).toMatch(
      /The project hanging has not ended within 4 seconds\. Files left: 1\n {2}slow\.hang\.ts: goes on, \d+/,
    );
    expect(code).toBe(1);
  });
});
