// The built program as an operator runs it: commands beside a server that has the data folder, and without one.

import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildServer } from '../../../../scripts/build-server.mjs';
import { TestBrowser } from '../browser.ts';
import { embeddedFolder, freePort, startPostgres, type Shared } from '../databases.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** Inside node_modules, so that imports of packages resolve. */
const BUILT = join(ROOT, 'node_modules/.cache/diptych', `program-${process.pid}`);
const PAGE = '<!doctype html><head><script type="application/json" id="configuration">{}</script></head>';
const PASSWORD = 'correct horse battery';

let folder: string;
let work: string;
beforeAll(async () => {
  mkdirSync(join(BUILT, 'client'), { recursive: true });
  writeFileSync(join(BUILT, 'client/index.html'), PAGE);
  await buildServer(join(BUILT, 'server'));
  folder = await embeddedFolder();
  work = mkdtempSync(join(tmpdir(), 'diptych-program-'));
}, 120_000);
afterAll(() => {
  for (const one of [BUILT, folder, work]) rmSync(one, { recursive: true, force: true });
});

function launch(line: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  const env = { PATH: process.env['PATH'], DATA_FOLDER: folder, ...environment };
  return spawn(process.execPath, [join(BUILT, 'server/main.js'), ...line], { env, cwd: work });
}

interface Result {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function command(line: string, environment: Readonly<Record<string, string>> = {}, input = ''): Promise<Result> {
  const child = launch(line.split(' '), environment);
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => (out += String(chunk)));
  child.stderr?.on('data', (chunk) => (err += String(chunk)));
  child.stdin?.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}

/** Starts the server and signs somebody up; returns an access token, and ends the server with the test. */
async function serve(environment: Readonly<Record<string, string>> = {}) {
  const port = String(await freePort());
  const child = launch([], { PORT: port, DRAIN_SECONDS: '0', ...environment });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    await gone;
  };
  onTestFinished(() => end('SIGKILL'));
  const origin = `http://localhost:${port}`;
  await expect.poll(() => output.includes('Started in') || child.exitCode !== null, { timeout: 60_000 }).toBe(true);
  expect(output).toContain('Started in');
  return { origin, end, output: () => output };
}

async function signUp(origin: string, name: string) {
  const at = new TestBrowser(origin);
  const fields = { fullName: name, email: `${name}@example.org`, password: PASSWORD };
  await at.submit(await at.go('/v2/provider/sign_up'), fields);
  const { url } = await at.go(`/v2/auth/sign_in?redirect_url=${encodeURIComponent(`${origin}/`)}`);
  const authorization = `Bearer ${new URLSearchParams(url.hash.split('?')[1]).get('access_token')}`;
  return { authorization, 'content-type': 'application/json' };
}

describe('[OPS-3] the program', () => {
  it('without a database says where there is none, and shows its help', async () => {
    const help = await command('--help');
    expect([help.code, help.err]).toEqual([0, '']);
    expect(help.out).toContain('users block <person> [--undo]');
    const wrong = await command('users burn');
    expect([wrong.code, wrong.out]).toEqual([1, '']);
    expect(wrong.err).toContain('There is no command users burn.');
    const none = await command('users usage', { DATA_FOLDER: join(work, 'none') });
    expect([none.code, none.err]).toEqual([1, `There is no database in DATA_FOLDER (${join(work, 'none')}).\n`]);
    expect(existsSync(join(work, 'none'))).toBe(false);
    const away = await command('users usage', { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' });
    expect([away.code, away.err]).toEqual([1, expect.stringContaining('The database can’t be reached')]);
    expect((await command('users usage', { PORT: 'x' })).err).toContain('PORT has to be');
  });

  it('reaches the server that has the data folder, and dumps it while people write', async () => {
    const server = await serve();
    const headers = await signUp(server.origin, 'ada');
    const socket = join(folder, 'administration.sock');
    expect((statSync(socket).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
    const made = await fetch(`${server.origin}/v2/docs`, { method: 'POST', body: '{"a":1}', headers });
    const { _id: id } = (await made.json()) as { _id: string };
    let isOver = false;
    const statuses = new Set<number>();
    const writer = (async () => {
      for (let n = 0; !isOver; n++) {
        const answer = await fetch(`${server.origin}/v2/docs/${id}/name`, {
          method: 'PUT',
          body: `n${n}`,
          headers: { ...headers, 'content-type': 'text/plain' },
        });
        statuses.add(answer.status);
      }
    })();
    expect((await command('users find ada@')).out).toContain('ada@example.org');
    const file = join(work, 'backup.ndjson');
    const dumped = await command(`dump --output ${file}`);
    expect([dumped.code, dumped.err, dumped.out]).toEqual([0, '', '']);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    const again = await command(`dump --output ${file}`);
    expect([again.code, again.err]).toEqual([1, `There is a file ${file} already, which is not overwritten.\n`]);
    const streamed = await command('dump');
    expect(streamed.out.trimEnd().split('\n').at(-1)).toContain('"end":true');
    isOver = true;
    await writer;
    expect([...statuses]).toEqual([200]);
    expect(readdirSync(folder).filter((name) => name.startsWith('dump-'))).toEqual([]);

    const refused = await command(`restore --input ${file}`);
    expect([refused.code, refused.err]).toEqual([1, 'A server runs on this database. Stop it before "restore".\n']);
    const blocked = await command('users block ada@example.org');
    expect([blocked.code, blocked.out]).toEqual([0, expect.stringContaining('is blocked')]);
    expect((await fetch(`${server.origin}/v2/auth/user`, { headers })).status).toBe(401);
    const reset = await command('users reset ada@example.org');
    expect(reset.out).toContain(`${server.origin}/v2/provider/link?token=`);
    expect((await command('users find nobody-here')).code).toBe(1);
    expect(server.output()).toContain('"event":"command","command":"users block"');
    expect(server.output()).not.toContain('ada@example.org');
    // What is no command line does nothing, and the server goes on.
    for (const line of ['x\n', '[1]\n', '{}\n', '']) {
      const client = connect(socket);
      client.end(line);
      await new Promise((resolve) => client.once('close', resolve).resume());
    }
    expect((await fetch(`${server.origin}/ready`)).status).toBe(200);
    // A server that is killed leaves the socket, and commands then open the folder themselves.
    await server.end('SIGKILL');
    expect(existsSync(socket)).toBe(true);
    expect((await command('users find ada@')).out).toContain('blocked since');

    const target = join(work, 'restored');
    const restored = await command('restore', { DATA_FOLDER: target }, readFileSync(file, 'utf8'));
    expect([restored.code, restored.err, restored.out]).toEqual([
      0,
      '',
      expect.stringMatching(/^\d+ rows are restored/),
    ]);
    const twice = await command(`restore --input ${file}`, { DATA_FOLDER: target });
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('The database is not empty')]);
    const other = await serve({ DATA_FOLDER: target });
    // The dump is of before the block: its person is still signed in.
    expect(await (await fetch(`${other.origin}/v2/docs/${id}/data`, { headers })).text()).toBe('{"a":1}');
    expect((await fetch(`${other.origin}/v2/auth/user`, { headers })).status).toBe(200);
    await other.end();
    expect(existsSync(join(target, 'administration.sock'))).toBe(false);
  }, 180_000);

  it('uses PostgreSQL beside its servers, and leaves no file of a dump that fails', async () => {
    const postgres: Shared & { readonly address: string } = await startPostgres();
    onTestFinished(() => postgres.stop());
    const environment = { DATABASE_URL: postgres.address };
    expect((await command('migrate', environment)).out).toContain('The tables are up to date');
    const file = join(work, 'backup.ndjson');
    expect((await command(`restore --input ${file}`, environment)).out).toMatch(/rows are restored/);
    expect((await command('users usage', environment)).out).toMatch(/^1 people, 1 documents/);
    const failed = await command(`dump --output ${join(work, 'no', 'file')}`, environment);
    expect([failed.code, failed.err]).toEqual([1, expect.stringContaining('can’t be written')]);
    const missing = await command(`restore --input ${join(work, 'missing')}`, environment);
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('can’t be read')]);
    await command(`users export nobody --output ${join(work, 'export.json')}`, environment);
    expect(readdirSync(work).filter((name) => name.startsWith('export'))).toEqual([]);
  }, 120_000);

  it('[OPS-3] warns at start that PUBLIC_URL is https and TRUST_PROXY is not set', async () => {
    const warned = await serve({ PUBLIC_URL: 'https://json.example.org' });
    expect(warned.output()).toContain('PUBLIC_URL is https, and TRUST_PROXY is not set');
    await warned.end();
    const calm = await serve({ PUBLIC_URL: 'https://json.example.org', TRUST_PROXY: '1' });
    expect(calm.output()).not.toContain('TRUST_PROXY');
    await calm.end();
  }, 120_000);
});
