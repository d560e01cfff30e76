// Requests per second of one server process on loopback, compared with a bare Fastify and pg route on the same PostgreSQL in
// the same run. Reading a public document reads one row; writing one authenticates the user, counts the write, packs the
// content, and checks the revision in a transaction. Reports figures without limits.
//   node scripts/build.mjs && node bench/server/run.mjs [--seconds 5] [--bytes 10000]
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEmbeddedPostgres } from '../../scripts/embedded-postgres.mjs';
import { Pool } from 'undici';
import { root } from '../../scripts/setup.mjs';

const numberOf = (name, usual) => Number(process.argv[process.argv.indexOf(name) + 1] ?? usual) || usual;
const SECONDS = process.argv.includes('--seconds') ? numberOf('--seconds', 5) : 5;
const BYTES = process.argv.includes('--bytes') ? numberOf('--bytes', 10_000) : 10_000;
const CONNECTIONS = 16;

const content = JSON.stringify({
  items: Array.from({ length: Math.ceil(BYTES / 24) }, (_, id) => ({ id, at: id / 8 })),
});
const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
const [databasePort, port, barePort] = [await freePort(), await freePort(), await freePort()];
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
  await start(join(root, 'dist/server/main.js'), { PORT: String(port), DATABASE_URL, WRITES_PER_MINUTE: '1000000000' });
  await start(join(root, 'bench/server/bare.mjs'), { PORT: String(barePort), DATABASE_URL });
  const authorization = `Bearer ${await signUp(`http://localhost:${port}`)}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const made = await fetch(`http://localhost:${port}/v2/docs`, { method: 'POST', body: content, headers });
  const { _id: id } = await made.json();
  await fetch(`http://127.0.0.1:${barePort}/a`, { method: 'PUT', body: content, headers });
  // Each writer has its own document, like different users.
  const ids = [];
  for (let n = 0; n < CONNECTIONS; n++) {
    const own = await fetch(`http://localhost:${port}/v2/docs`, { method: 'POST', body: content, headers });
    ids.push((await own.json())._id);
  }
  process.stdout.write(
    `${cpus().length} cores, ${CONNECTIONS} connections, ${content.length} bytes, ${SECONDS} s each\n\n`,
  );
  process.stdout.write(
    '| | requests a second | p50 | p95 | bare Fastify and pg | times as long |\n|---|---|---|---|---|---|\n',
  );
  const ours = (path) => ({ origin: `http://127.0.0.1:${port}`, path });
  const bare = { origin: `http://127.0.0.1:${barePort}`, path: () => '/a' };
  await row(
    'read a content',
    { method: 'GET' },
    ours(() => `/v2/docs/${id}/data`),
    bare,
  );
  await row(
    'read a content, signed in',
    { method: 'GET', headers: { authorization } },
    ours(() => `/v2/docs/${id}/data`),
    bare,
  );
  await row(
    'write a content',
    { method: 'PUT', headers, body: content },
    ours((n) => `/v2/docs/${ids[n]}/data`),
    bare,
  );
} finally {
  for (const child of children) child.kill('SIGKILL');
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function row(name, request, own, peer) {
  await load(request, own, 1);
  await load(request, peer, 1);
  const [one, other] = [await load(request, own, SECONDS), await load(request, peer, SECONDS)];
  const cells = [
    name,
    one.rate.toFixed(0),
    `${one.p50.toFixed(1)} ms`,
    `${one.p95.toFixed(1)} ms`,
    other.rate.toFixed(0),
  ];
  process.stdout.write(`| ${cells.join(' | ')} | ${(other.rate / one.rate).toFixed(1)} |\n`);
}

/** Sends requests on all connections for `seconds`. */
async function load(request, { origin, path }, seconds) {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const times = [];
  const end = performance.now() + seconds * 1000;
  const ask = async (n) => {
    while (performance.now() < end) {
      const begun = performance.now();
      const { statusCode, body } = await pool.request({ ...request, path: path(n) });
      await body.arrayBuffer();
      if (statusCode !== 200) throw new Error(`${path(n)} answered ${statusCode}`);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => ask(n)));
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)] ?? 0;
  return { rate: times.length / seconds, p50: at(0.5), p95: at(0.95) };
}

async function start(file, environment) {
  const child = spawn(process.execPath, [file], { env: { PATH: process.env.PATH, ...environment } });
  children.push(child);
  let said = '';
  await new Promise((resolve, reject) => {
    child.stderr.on('data', (data) => (said += data));
    child.once('exit', () => reject(new Error(said)));
    child.stdout.once('data', resolve);
  });
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
