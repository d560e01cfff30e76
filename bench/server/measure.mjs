// Load on server processes on loopback and on a bare Fastify and pg route on the same PostgreSQL with as many rows: 16 documents, 16
// connections, in turn (A B C C B A), because the machine has other work too. Reading a public document reads one row; writing one
// authenticates the user, counts the write, packs the content, and checks the revision. Figures of /metrics are read meanwhile and
// have to agree with what was sent.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEmbeddedPostgres } from '../../scripts/embedded-postgres.mjs';
import { root } from '../../scripts/setup.mjs';
import { CONNECTIONS, countedLoad, load, METRICS_TOKEN } from './load.mjs';

/** As browsers ask. */
const PACKED = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/**
 * Measures each kind of request whose name contains `only`, in `rounds` of A B C C B A of `roundSeconds` each, on documents of
 * `bytes`. Calls `report` with the times of all requests: one process, the peer, two processes, a list per turn.
 */
export async function measureServer({ rounds, roundSeconds, bytes, only = '' }, report) {
  const content = JSON.stringify({
    items: Array.from({ length: Math.ceil(bytes / 24) }, (_, id) => ({ id, at: id / 8 })),
  });
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
  const [databasePort, port, secondPort, barePort] = await Promise.all(Array.from({ length: 4 }, freePort));
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    port: databasePort,
    user: 'diptych',
    password: 'diptych',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  spawnSync('chmod', ['755', folder]);
  await postgres.initialise();
  await postgres.start();
  const DATABASE_URL = `postgres://diptych:diptych@127.0.0.1:${databasePort}/postgres`;
  const children = [];
  try {
    const settings = {
      DATABASE_URL,
      METRICS_TOKEN,
      WRITES_PER_MINUTE: '1000000000',
      PUBLIC_URL: `http://localhost:${port}`,
    };
    const main = join(root, 'dist/server/main.js');
    children.push(await start(main, { ...settings, PORT: String(port) }));
    children.push(await start(main, { ...settings, PORT: String(secondPort) }));
    children.push(await start(join(root, 'bench/server/bare.mjs'), { PORT: String(barePort), DATABASE_URL }));
    const authorization = `Bearer ${await signUp(`http://localhost:${port}`)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    // Each writer has its own document, like different users, and its own row of the peer.
    const ids = [];
    for (let n = 0; n < CONNECTIONS; n++) {
      const own = await fetch(`http://localhost:${port}/v2/docs`, { method: 'POST', body: content, headers });
      ids.push((await own.json())._id);
      await fetch(`http://127.0.0.1:${barePort}/${n}`, { method: 'PUT', body: content, headers });
    }
    const one = [`http://127.0.0.1:${port}`];
    const two = [...one, `http://127.0.0.1:${secondPort}`];
    const data = { route: '/v2/docs/:id/data', path: (n) => `/v2/docs/${ids[n]}/data` };
    const list = { route: '/v2/docs/list/currentUser', path: () => '/v2/docs/list/currentUser' };
    const bare = (path) => ({ origins: [`http://127.0.0.1:${barePort}`], path });
    const row = bare((n) => `/${n}`);
    for (const [name, request, own, peer] of [
      ['read a content', { method: 'GET', headers: PACKED }, data, row],
      ['read a content, signed in', { method: 'GET', headers: { authorization, ...PACKED } }, data, row],
      ['list 16 documents', { method: 'GET', headers: { authorization } }, list, bare(() => '/list')],
      ['write a content', { method: 'PUT', headers, body: content }, data, row],
    ]) {
      if (!name.includes(only)) continue;
      const targets = { single: { ...own, origins: one }, peer, both: { ...own, origins: two } };
      const found = await inTurn(request, targets, { rounds, roundSeconds, children });
      report({ name, bytes: content.length, rows: ids.length, ...found });
    }
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inTurn(request, targets, { rounds, roundSeconds, children }) {
  for (const target of Object.values(targets)) await load(request, target, Math.min(1, roundSeconds));
  const times = { single: [], peer: [], both: [] };
  const spent = { single: 0, peer: 0, both: 0 };
  const run = async (which) => {
    const before = processorTime(children);
    times[which].push(await (which === 'peer' ? load : countedLoad)(request, targets[which], roundSeconds));
    spent[which] += processorTime(children) - before;
  };
  for (let round = 0; round < rounds; round++)
    for (const which of ['single', 'peer', 'both', 'both', 'peer', 'single']) await run(which);
  return { times, spent };
}

/** Milliseconds of processor time that the servers have taken, without their database, where the system tells (Linux). */
function processorTime(children) {
  const ticks = children.map(({ pid }) => {
    try {
      const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').slice(11, 13);
      return Number(user) + Number(system);
    } catch {
      return Number.NaN;
    }
  });
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}

async function start(file, environment) {
  const child = spawn(process.execPath, [file], { env: { PATH: process.env.PATH, ...environment } });
  let said = '';
  await new Promise((resolve, reject) => {
    child.stderr.on('data', (data) => (said += data));
    child.once('exit', () => reject(new Error(said)));
    child.stdout.once('data', resolve);
  });
  return child;
}

/** Signs a user up through the provider's forms. Returns the access token. */
async function signUp(origin) {
  const cookies = new Map();
  const go = async (url, body = null) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const options = { redirect: 'manual', headers: { cookie, 'sec-fetch-site': 'same-origin' } };
    const answer = await fetch(new URL(url, origin), body === null ? options : { ...options, method: 'POST', body });
    for (const line of answer.headers.getSetCookie()) cookies.set(...line.split(';')[0].split(/=(.*)/s).slice(0, 2));
    return answer.headers.get('location');
  };
  const form = { fullName: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
  await go('/v2/provider/sign_up', new URLSearchParams(form));
  let next = `/v2/auth/sign_in?redirect_url=${encodeURIComponent(`${origin}/`)}`;
  while (!next.includes('#')) next = await go(next);
  return new URLSearchParams(next.split('?')[1]).get('access_token');
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}
