// The command line as it is published, built once for the tests of a process, and called as a program of its own.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Said } from './support.ts';

const ROOT = join(import.meta.dirname, '../../..');

let built: string | null = null;

/** Returns the program's file; another build can be named by DIPTYCH_PROGRAM. The first call takes some seconds. */
export function programFile(): string {
  const given = process.env['DIPTYCH_PROGRAM'];
  if (given !== undefined) return given;
  if (built === null) {
    const folder = mkdtempSync(join(tmpdir(), 'diptych-built-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    execFileSync(process.execPath, [join(ROOT, 'scripts/build-cli.mjs'), folder], { cwd: ROOT });
    built = join(folder, 'diptych.js');
  }
  return built;
}

/** A call that runs. */
export interface RunningCall {
  readonly child: ChildProcess;
  /** What it has written to standard error up to now. */
  readonly err: () => string;
  /** Its end. The code is -1 where a signal has ended it. */
  readonly ended: Promise<Said & { readonly signal: NodeJS.Signals | null }>;
}

/** Starts the program in a folder. `input`: whether its standard input stays open, and what reads it waits. */
export function startProgram(
  folder: string,
  args: readonly string[],
  input: 'none' | 'open' = 'none',
  env: Readonly<Record<string, string>> = {},
): RunningCall {
  const child = spawn(process.execPath, [programFile(), ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: [input === 'open' ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = once(child, 'close').then((end) => {
    const [code, signal] = end as [number | null, NodeJS.Signals | null];
    return { code: code ?? -1, signal, out, err };
  });
  return { child, err: () => err, ended };
}
