// The built server as an administrator starts it, in processes of its own, for tests that kill and cut it.

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { buildServer } from '../../../scripts/build-server.mjs';
import { TestBrowser } from './browser.ts';

const PAGE = '<!doctype html><head><script type="application/json" id="configuration">{}</script></head>';

/** A server that runs. */
export interface Running {
  readonly process: ChildProcess;
  readonly output: () => string;
}

/** Builds the server before the tests of a file. Returns the path of its entry. */
export function builtProgram(): string {
  // Inside node_modules, so that imports of packages resolve.
  const folder = join(import.meta.dirname, '../../../node_modules/.cache/diptych', `program-${process.pid}`);
  beforeAll(async () => {
    mkdirSync(join(folder, 'client'), { recursive: true });
    writeFileSync(join(folder, 'client/index.html'), PAGE);
    await buildServer(join(folder, 'server'));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'server/main.js');
}

/** Starts a program and resolves once it is ready at its `PORT`. `before` is a program that starts it. */
export async function startProgram(
  main: string,
  environment: Readonly<Record<string, string>>,
  before: readonly string[] = [],
): Promise<Running> {
  const [command, ...line] = [...before, process.execPath, main];
  const process_ = spawn(command ?? process.execPath, line, { env: { PATH: process.env['PATH'], ...environment } });
  let output = '';
  for (const stream of [process_.stdout, process_.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  onTestFinished(() => void process_.kill('SIGKILL'));
  for (let tries = 0; ; tries++) {
    const isReady = await fetch(`http://localhost:${environment['PORT']}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { process: process_, output: () => output };
    if (process_.exitCode !== null || tries > 600) throw new Error(`the server did not start: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Sends a signal and waits for the end. Returns the exit code. */
export async function endProgram({ process: one }: Running, signal: NodeJS.Signals): Promise<number | null> {
  if (one.exitCode !== null) return one.exitCode;
  const gone = new Promise<number | null>((resolve) => one.once('exit', resolve));
  one.kill(signal);
  return gone;
}

/** Signs a new person up and in. Returns the headers of a request with JSON. */
export async function signUpAt(origin: string): Promise<Readonly<Record<string, string>>> {
  const at = new TestBrowser(origin);
  const fields = { fullName: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
  await at.submit(await at.go('/v2/provider/sign_up'), fields);
  const { url } = await at.go(`/v2/auth/sign_in?redirect_url=${encodeURIComponent(`${origin}/`)}`);
  const authorization = `Bearer ${new URLSearchParams(url.hash.split('?')[1]).get('access_token')}`;
  return { authorization, 'content-type': 'application/json' };
}
