// The files that people start from: each is checked by the program that reads it, where that is installed, and the proxies pass
// requests on as the server needs them.

import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { SETTING_NAMES } from '../../../src/server/settings.ts';
import { freePort } from './databases.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const work = mkdtempSync(join(tmpdir(), 'diptych-deploy-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Whether a program is installed. */
const has = (name: string, ...check: string[]): boolean => spawnSync(name, check, { stdio: 'ignore' }).status === 0;
const hasNginx = has('nginx', '-v') && has('openssl', 'version');
const hasCaddy = has('caddy', 'version');
const composeOf = (): readonly string[] | null => {
  if (has('docker', 'compose', 'version')) return ['docker', 'compose'];
  return has('docker-compose', 'version') ? ['docker-compose'] : null;
};
const compose = composeOf();
const YEAR = 'max-age=31536000; includeSubDomains';

/** Starts a server that answers with the headers it has got. */
async function startEcho(): Promise<number> {
  const server = createServer((asked, answer) => {
    answer.statusCode = asked.url === '/missing' ? 404 : 200;
    answer.end(JSON.stringify(asked.headers));
  });
  onTestFinished(() => void server.close());
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return port;
}

interface Passed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly upstream: IncomingHttpHeaders;
}

/** Asks a proxy whose certificate is its own, as a client that says to come from elsewhere. */
function ask(port: number, path: string): Promise<Passed> {
  return new Promise((resolve, reject) => {
    const headers = { host: 'json.example.org', 'x-forwarded-for': '198.51.100.7', 'x-request-id': 'mine' };
    const options = {
      host: '127.0.0.1',
      port,
      path,
      headers,
      rejectUnauthorized: false,
      servername: 'json.example.org',
    };
    request(options, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () => {
        if (!text.startsWith('{')) return reject(new Error(`${answer.statusCode}: ${text}`));
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          upstream: JSON.parse(text) as IncomingHttpHeaders,
        });
      });
    })
      .on('error', reject)
      .end();
  });
}

async function expectPassedOn(port: number, proxy: ChildProcess): Promise<void> {
  let output = '';
  proxy.stderr?.on('data', (chunk) => (output += String(chunk)));
  await expect
    .poll(
      () =>
        ask(port, '/').then(
          ({ status }) => status,
          () => proxy.exitCode ?? 0,
        ),
      { timeout: 20_000, message: output },
    )
    .toBe(200);
  for (const [path, status] of [
    ['/', 200],
    ['/missing', 404],
  ] as const) {
    const passed = await ask(port, path);
    expect([passed.status, passed.headers['strict-transport-security']]).toEqual([status, YEAR]);
    expect(passed.upstream).toMatchObject({ host: 'json.example.org', 'x-forwarded-for': '127.0.0.1' });
    // One that the log of the proxy has too.
    expect(passed.upstream['x-request-id']).toMatch(/^[\w-]{32,36}$/);
  }
}

describe('[OPS-3] the files to start from', () => {
  it.skipIf(compose === null)('compose.yaml is one (skipped without docker compose)', () => {
    const [program = '', ...line] = compose ?? [];
    const env = { ...process.env, DOMAIN: 'json.example.org', POSTGRES_PASSWORD: 'secret' };
    const config = execFileSync(program, [...line, '-f', join(ROOT, 'compose.yaml'), 'config'], {
      env,
      encoding: 'utf8',
    });
    for (const part of ['postgres://diptych:secret@postgres/diptych', 'https://json.example.org', 'service_healthy'])
      expect(config).toContain(part);
    const without = spawnSync(program, [...line, '-f', join(ROOT, 'compose.yaml'), 'config'], {
      cwd: work,
      encoding: 'utf8',
    });
    expect([without.status === 0, without.stderr]).toEqual([false, expect.stringContaining('POSTGRES_PASSWORD')]);
  });

  it.skipIf(!has('systemd-analyze', '--version'))('the unit is one (skipped without systemd)', () => {
    const unit = read('deploy/diptych.service').replaceAll('/usr/bin/node', process.execPath);
    const path = join(work, 'diptych.service');
    writeFileSync(path, unit);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    // It may have something to say about units of the system.
    expect([status, stderr.split('\n').filter((line) => line.includes('diptych'))]).toEqual([0, []]);
  });

  it.skipIf(!hasNginx)('nginx passes requests on, with HSTS (skipped without nginx)', async () => {
    const [upstream, port, plain] = [await startEcho(), await freePort(), await freePort()];
    const subject = ['-subj', '/CN=json.example.org', '-days', '1', '-nodes', '-newkey', 'rsa:2048'];
    const files = ['-keyout', join(work, 'privkey.pem'), '-out', join(work, 'fullchain.pem')];
    execFileSync('openssl', ['req', '-x509', ...subject, ...files], { stdio: 'ignore' });
    const site = read('deploy/nginx.conf')
      .replaceAll('/etc/letsencrypt/live/json.example.org', work)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${upstream}`)
      .replace(/listen 80;/, `listen 127.0.0.1:${plain};`)
      .replace(/listen 443 /, `listen 127.0.0.1:${port} `)
      .replaceAll(/ +listen \[::\].*\n/g, '');
    mkdirSync(join(work, 'logs'), { recursive: true });
    const path = join(work, 'nginx.conf');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (one) => `${one}_temp_path ${work}/${one};`,
    );
    writeFileSync(
      path,
      `pid ${work}/nginx.pid; error_log stderr; daemon off; events {}\nhttp { access_log off; ${temporary.join(' ')}\n${site}}\n`,
    );
    const checked = spawnSync('nginx', ['-t', '-p', work, '-c', path], { encoding: 'utf8' });
    expect([checked.status, checked.stderr]).toEqual([0, expect.stringContaining('test is successful')]);
    const proxy = spawn('nginx', ['-p', work, '-c', path]);
    onTestFinished(() => void proxy.kill());
    await expectPassedOn(port, proxy);
    const redirected = await fetch(`http://127.0.0.1:${plain}/a?b=c`, { redirect: 'manual' });
    expect([redirected.status, redirected.headers.get('location')]).toEqual([301, 'https://json.example.org/a?b=c']);
  });

  it.skipIf(!hasCaddy)('Caddy passes requests on, with HSTS (skipped without Caddy)', async () => {
    const [upstream, port, plain] = [await startEcho(), await freePort(), await freePort()];
    const path = join(work, 'Caddyfile');
    // A certificate of its own in place of one from outside.
    const options = `{\n\tadmin off\n\thttps_port ${port}\n\thttp_port ${plain}\n\tlocal_certs\n\tskip_install_trust\n}\n\n`;
    writeFileSync(path, options + read('deploy/Caddyfile'));
    const env = {
      ...process.env,
      HOME: work,
      XDG_DATA_HOME: work,
      DOMAIN: 'json.example.org',
      UPSTREAM: `127.0.0.1:${upstream}`,
    };
    execFileSync('caddy', ['adapt', '--config', path], { env, stdio: 'ignore' });
    const proxy = spawn('caddy', ['run', '--config', path], { env });
    onTestFinished(() => void proxy.kill());
    await expectPassedOn(port, proxy);
  });

  it('the image is built from files that it is sent, runs as another user than root, and is asked whether it is alive', () => {
    const image = read('Dockerfile');
    const sent = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = [...image.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
    expect(copied.toSorted()).toEqual(sent.toSorted());
    for (const name of sent) expect(existsSync(join(ROOT, name)), name).toBe(true);
    // Files of this folder that the build's scripts name.
    const scripts = ['build', 'build-server', 'embed', 'setup', 'wasm']
      .map((name) => read(`scripts/${name}.mjs`))
      .join('');
    const named = [...scripts.matchAll(/join\(root, '([\w.-]+)[/']/g)].map(([, name = '']) => name);
    expect(named).toContain('LICENSE');
    expect(named.filter((name) => !['dist', 'node_modules', ...sent].includes(name))).toEqual([]);
    expect(image.match(/^FROM /gm)?.length).toBe(2);
    expect(image).toMatch(/^USER node$/m);
    // The command of HEALTHCHECK, against a server and without one.
    const [, check = ''] = /^HEALTHCHECK [^[]*(\[.*\])$/m.exec(image.replaceAll('\\\n', '')) ?? [];
    const [program = '', ...line] = JSON.parse(check) as string[];
    expect(spawnSync(program, line, { env: { ...process.env, PORT: '1' } }).status).toBe(1);
  });

  it('name settings that there are', () => {
    const compose_ = [...read('compose.yaml').matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name);
    const sample = [...read('deploy/diptych.env').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
    const others = new Set(['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'DOMAIN', 'UPSTREAM']);
    const names = [...compose_, ...sample].filter((name) => name !== undefined && !others.has(name));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !SETTING_NAMES.includes(name ?? ''))).toEqual([]);
  });

  it('the health check of the image is answered', async () => {
    const port = await startEcho();
    const [, check = ''] = /^HEALTHCHECK [^[]*(\[.*\])$/m.exec(read('Dockerfile').replaceAll('\\\n', '')) ?? [];
    const [program = '', ...line] = JSON.parse(check) as string[];
    const child = spawn(program, line, { env: { ...process.env, PORT: String(port) } });
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  });
});
