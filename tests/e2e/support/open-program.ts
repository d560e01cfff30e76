// The program as it is published: packed, installed into an empty folder without network, and called with `open`.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';

/** Below those that systems give to connections. */
const FIRST_PORT = 12_000;
const PORTS = 15_000;

const ROOT = join(import.meta.dirname, '../../..');

let installed: string | null = null;

/** Returns the program's file. The first call packs and installs it, which takes some seconds. */
export function programFile(): string {
  if (installed !== null) return installed;
  const folder = mkdtempSync(join(tmpdir(), 'diptych-open-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const npm = (args: readonly string[], cwd: string): string => execFileSync('npm', args, { cwd, encoding: 'utf8' });
  const packed = npm(['pack', '--silent', '--pack-destination', folder], join(ROOT, 'dist/cli')).trim();
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{"private": true}');
  npm(['install', '--offline', '--silent', '--no-audit', '--no-fund', join(folder, packed)], home);
  installed = realpathSync(join(home, 'node_modules/.bin/diptych'));
  return installed;
}

/** A port for the calls in one folder. */
function portOf(folder: string): number {
  return FIRST_PORT + (createHash('sha256').update(folder).digest().readUInt16BE(0) % PORTS);
}

/** A call of `diptych open` that runs. */
export interface OpenCall {
  readonly child: ChildProcess;
  /** The address for the browser, once it is said. */
  address(): Promise<string>;
  /** What it has said. */
  said(): string;
  readonly ended: Promise<number | null>;
  /** Ends it, with what it has called. */
  kill(): Promise<void>;
}

/** Starts `diptych open` in a folder, with a folder of its own for what it remembers. */
export function startOpen(folder: string, args: readonly string[], input?: string): OpenCall {
  return startCall(folder, process.execPath, [programFile(), 'open', '--no-browser', ...args], input);
}

/** Starts a program that calls `diptych open`. There is no screen, so that the address is said. */
export function startCall(folder: string, program: string, args: readonly string[], input?: string): OpenCall {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env;
  const child = spawn(program, args, {
    cwd: folder,
    // A group of its own, which can be ended as a whole.
    detached: true,
    env: {
      ...env,
      XDG_STATE_HOME: join(folder, '.state'),
      // Files of tests run side by side.
      DIPTYCH_PORT: String(portOf(folder)),
      PATH: [dirname(process.execPath), env['PATH'] ?? ''].join(delimiter),
    },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  if (input !== undefined) child.stdin?.end(input);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    ended,
    said: () => said,
    async kill() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
    async address() {
      const found = (): string => /^http:\S+$/m.exec(said)?.[0] ?? '';
      await expect.poll(found, { message: said }).not.toBe('');
      return found();
    },
  };
}

/** A folder for the files of each test, and the calls in it, which end with the test. */
export function setOpenFolder() {
  let folder = '';
  const calls: OpenCall[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-opened-'));
  });
  afterEach(async () => {
    for (const call of calls.splice(0)) await call.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const add = (call: OpenCall): OpenCall => {
    calls.push(call);
    return call;
  };
  return {
    folder: (): string => folder,
    path: (name: string): string => join(folder, name),
    read: (name: string): string => readFileSync(join(folder, name), 'utf8'),
    /** Calls `diptych open` at a port of its own. */
    open: (...args: readonly string[]): OpenCall => add(startOpen(folder, ['--port', '0', ...args])),
    /** Calls it with all arguments, such as the port, and a text as standard input. */
    openWith: (args: readonly string[], input?: string): OpenCall => add(startOpen(folder, args, input)),
    /** Calls a program that calls it. */
    call: (program: string, args: readonly string[]): OpenCall => add(startCall(folder, program, args)),
  };
}
