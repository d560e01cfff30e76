// `diptych open` from its package: files of this computer in a real browser, saved in place, and kept from everybody else.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request, type RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { panel, setMode, setStage, shownLines, waitValid } from '../support/app.ts';
import { findings } from '../support/axe.ts';
import { programFile, setOpenFolder, type OpenCall } from '../support/open-program.ts';

const stage = setStage();
const { folder, path, read, open, openWith, call: callProgram } = setOpenFolder();

async function visit(address: string, allow?: RegExp): Promise<Page> {
  const page = await stage.prepare({ context: {}, ...(allow && { allow }) });
  await page.goto(address);
  return page;
}

async function waitFor(page: Page, side: 'Left' | 'Right', name: string): Promise<void> {
  await panel(page, side).getByText(name, { exact: true }).first().waitFor();
  await waitValid(page, side);
}

/** Replaces the text between two places of the left panel, by keys. */
async function typeAt(page: Page, place: number, keys: string): Promise<void> {
  await setMode(page, 'Left', 'text');
  await panel(page, 'Left').locator('.monaco-editor .view-line').first().click();
  await page.keyboard.press('Control+Home');
  for (let at = 0; at < place; at += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.type(keys);
}

describe('diptych open', () => {
  it('[NEW-14] opens a file, and saves it in place with only that value changed', async () => {
    const before = '{"id": 12345678901234567890, "name":\t"a",  "price": 1.50}\r\n';
    writeFileSync(path('data.json'), before);
    chmodSync(path('data.json'), 0o640);
    const { ino } = statSync(path('data.json'));
    const call = open('data.json');
    const address = await call.address();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#open=[\w-]{43}$/);
    const page = await visit(address);
    await waitFor(page, 'Left', 'data.json');
    // The token is neither in the address nor in the history.
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
    await typeAt(page, 7, '9');
    await page.keyboard.press('Control+s');
    await expect.poll(() => read('data.json')).toBe(before.replace(' 1234', ' 91234'));
    expect(statSync(path('data.json')).mode & 0o777).toBe(0o640);
    expect(statSync(path('data.json')).ino).not.toBe(ino);
    // Until the page knows that it is written, a reload offers it as unsaved work.
    await panel(page, 'Left')
      .getByText(/Saved \d/)
      .first()
      .waitFor();
    // After a reload the tab has its file again, and no second tab has it.
    await page.reload();
    await waitFor(page, 'Left', 'data.json');
    await expect.poll(async () => (await shownLines(page, 'Left')).join('')).toContain('912345678901234567890');
    const second = await visit(address);
    await second.getByText('This address was used already').first().waitFor();
  });

  it('[NEW-14] shows two files side by side, and compares them', async () => {
    writeFileSync(path('old.json'), '{"a": 1}');
    writeFileSync(path('new.json'), '{"a": 2}');
    const page = await visit(await open('--compare', 'old.json', 'new.json').address());
    await waitFor(page, 'Left', 'old.json');
    await waitFor(page, 'Right', 'new.json');
    await expect
      .poll(() => page.getByRole('button', { name: 'Compare', exact: true, pressed: true }).count())
      .toBeGreaterThan(0);
  });

  it('[NEW-14] sees what other programs do, follows a log, and never writes over either', async () => {
    writeFileSync(path('a.ndjson'), '{"n": 1}\n');
    const page = await visit(await open('a.ndjson').address());
    await waitFor(page, 'Left', 'a.ndjson');
    await setMode(page, 'Left', 'text');
    appendFileSync(path('a.ndjson'), '{"n": 2}\n');
    await expect.poll(() => shownLines(page, 'Left')).toContain('{"n": 2}');
    // Both sides: nothing is overwritten, and the user is asked.
    await typeAt(page, 6, '9');
    appendFileSync(path('a.ndjson'), '{"n": 3}\n');
    await panel(page, 'Left').getByText('was changed by another program, but also here').first().waitFor();
    expect(read('a.ndjson')).toBe('{"n": 1}\n{"n": 2}\n{"n": 3}\n');
  });

  it('[NEW-14] waits until its tab is closed, which a reload is not', async () => {
    writeFileSync(path('a.json'), '[1]');
    const call = open('--wait', 'a.json');
    const page = await visit(await call.address());
    await waitFor(page, 'Left', 'a.json');
    await page.reload();
    await waitFor(page, 'Left', 'a.json');
    expect(call.child.exitCode).toBe(null);
    await page.close();
    await expect(call.ended).resolves.toBe(0);
  });

  it('[NEW-14] has what was typed when the program is killed, and says what to do', async () => {
    writeFileSync(path('a.json'), '[1]');
    const first = open('a.json');
    const address = await first.address();
    const port = new URL(address).port;
    const page = await visit(address);
    await waitFor(page, 'Left', 'a.json');
    await typeAt(page, 1, '7');
    first.child.kill('SIGKILL');
    await first.ended;
    await panel(page, 'Left').getByText('"diptych open" has ended on this computer').first().waitFor();
    await page.keyboard.press('Control+s');
    await page.locator('[data-notices]').getByText('"diptych open" has ended').first().waitFor();
    expect(read('a.json')).toBe('[1]');
    const again = openWith(['--port', port, 'a.json']);
    // Its own storage goes on: the same browser, the same port.
    const next = await page.context().newPage();
    await page.close();
    await next.goto(await again.address());
    await next
      .getByRole('dialog')
      .getByRole('button', { name: /Recover/ })
      .first()
      .click();
    await expect.poll(() => shownLines(next, 'Left')).toEqual(['[71]']);
    await next.keyboard.press('Control+s');
    await expect.poll(() => read('a.json')).toBe('[71]');
    await next.close();
  });

  it('[NEW-14] asks before it ends by Ctrl+C while something is unsaved', async () => {
    writeFileSync(path('a.json'), '[1]');
    const call = open('a.json');
    const page = await visit(await call.address());
    await waitFor(page, 'Left', 'a.json');
    const told = page.waitForResponse(
      (response) => response.url().endsWith('/open/unsaved') && response.request().postData() === '["a.json"]',
    );
    await typeAt(page, 1, '7');
    await told;
    call.child.kill('SIGINT');
    await expect.poll(() => call.said()).toContain('Not saved: a.json.');
    expect(call.child.exitCode).toBe(null);
    call.child.kill('SIGINT');
    await expect(call.ended).resolves.toBe(0);
  });

  it('[NEW-14] opens standard input, and refuses to write with --read-only', async () => {
    writeFileSync(path('a.json'), '[1]');
    const call = openWith(['--port', '0', '--read-only', '-', 'a.json'], '{"from": "a pipe"}');
    const page = await visit(await call.address());
    await waitFor(page, 'Left', 'standard input.json');
    await waitFor(page, 'Right', 'a.json');
    await typeAt(page, 1, ' ');
    await page.keyboard.press('Control+s');
    await page.getByText('Standard input can’t be written').first().waitFor();
    await setMode(page, 'Right', 'text');
    await panel(page, 'Right').locator('.monaco-editor .view-line').first().click();
    await page.keyboard.type(' ');
    await page.keyboard.press('Control+s');
    await page.getByText('a.json was opened to be read only').first().waitFor();
    expect(read('a.json')).toBe('[1]');
  });

  it('[NEW-14] lists a folder, finds a file in it by keys, and saves it in place', async () => {
    mkdirSync(path('sub/node_modules'), { recursive: true });
    writeFileSync(path('sub/orders.json'), '{"n": 1}');
    writeFileSync(path('readme.md'), '');
    for (let id = 0; id < 30; id += 1) writeFileSync(path(`other ${id}.csv`), 'a\n1\n');
    const page = await visit(await open('.').address());
    const dialog = page.getByRole('dialog', { name: 'Open document' });
    await dialog.getByText('31 of 31 files. Not looked at: node_modules.').waitFor();
    await page.keyboard.type('orders');
    // Before it is found.
    await page.keyboard.press('Enter');
    await waitFor(page, 'Left', 'orders.json');
    await typeAt(page, 6, '7');
    await page.keyboard.press('Control+s');
    await expect.poll(() => read('sub/orders.json')).toBe('{"n": 71}');
    expect(await findings(page)).toEqual([]);
  });

  it('[NEW-14] hands the files of a second call to the first one', async () => {
    writeFileSync(path('a.json'), '[1]');
    writeFileSync(path('b.json'), '[2]');
    const first = openWith(['a.json']);
    const one = await first.address();
    const second = openWith(['--wait', 'b.json']);
    const other = await second.address();
    expect(new URL(other).host).toBe(new URL(one).host);
    const page = await visit(other);
    await waitFor(page, 'Left', 'b.json');
    expect(second.child.exitCode).toBe(null);
    await page.close();
    await expect(second.ended).resolves.toBe(0);
    expect(first.child.exitCode).toBe(null);
  });
});

describe('git', () => {
  it('[NEW-14] has a conflict resolved in the editor by git mergetool, and left where nothing is saved', async () => {
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
        cwd: folder(),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const commit = (content: string): void => {
      writeFileSync(path('a.json'), content);
      git('add', 'a.json');
      git('commit', '-qm', 'change');
    };
    git('init', '-q', '-b', 'main');
    writeFileSync(path('.gitignore'), '.state\n');
    commit('{\n  "name": "a",\n  "port": 80,\n  "tags": [1.50]\n}\n');
    git('checkout', '-qb', 'other');
    commit('{\n  "name": "theirs",\n  "port": 81,\n  "tags": [1.50]\n}\n');
    git('checkout', '-q', 'main');
    commit('{\n  "name": "ours",\n  "port": 80,\n  "tags": [1.50, 2]\n}\n');
    execFileSync(process.execPath, [programFile(), 'git', 'install'], { cwd: folder() });
    expect(() => git('merge', 'other')).toThrow();
    const marked = read('a.json');
    expect(marked).toContain('<<<<<<<');
    const merge = (): OpenCall => {
      return callProgram('git', ['mergetool', '-y', '-t', 'diptych']);
    };
    // The page is closed without a save: the conflict stays.
    const first = merge();
    const page = await visit(await first.address());
    const merging = page.getByRole('dialog', { name: 'Merge both versions' });
    await merging.waitFor();
    await page.goto('about:blank');
    await expect(first.ended).resolves.not.toBe(0);
    expect(read('a.json')).toBe(marked);
    expect(git('diff', '--name-only', '--diff-filter=U').trim()).toBe('a.json');
    // Decided and saved.
    const second = merge();
    await page.goto(await second.address());
    await merging
      .getByRole('radio', { name: /^Theirs/ })
      .first()
      .click();
    await merging.getByRole('button', { name: 'Merge', exact: true }).click();
    await merging.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await expect.poll(() => read('a.json')).toBe('{\n  "name": "theirs",\n  "port": 81,\n  "tags": [1.50, 2]\n}\n');
    await page.goto('about:blank');
    await expect(second.ended).resolves.toBe(0);
    expect(git('diff', '--name-only', '--diff-filter=U').trim()).toBe('');
  });
});

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

function ask(port: string, address: string, options: RequestOptions = {}, body = ''): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path: address, ...options }, (response) => {
      text(response).then(
        (said) => resolve({ status: response.statusCode ?? 0, body: said, headers: response.headers }),
        reject,
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

describe('the server of diptych open', () => {
  it('[NEW-14] gives nothing to anybody without its secret, under another name, or to another page', async () => {
    writeFileSync(path('mine.json'), '["secret"]');
    writeFileSync(path('other.json'), '["other"]');
    symlinkSync(path('other.json'), path('link.json'));
    const call = open('mine.json');
    const address = await call.address();
    const { port, hash } = new URL(address);
    const token = hash.slice('#open='.length);
    const files = '/open/files/0';
    // Without a secret, with a wrong one, by the token itself.
    for (const headers of [{}, { 'x-secret': 'x' }, { 'x-secret': token }, { cookie: `secret=${token}` }])
      for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'POST'])
        expect([method, (await ask(port, files, { method, headers })).status]).toEqual([method, 401]);
    // By a page of another origin, before the token was used.
    const foreign = { 'x-token': token, origin: 'http://127.0.0.1:1' };
    expect((await ask(port, '/open/session', { method: 'POST', headers: foreign })).status).toBe(403);
    const site = { 'x-token': token, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect((await ask(port, '/open/session', { method: 'POST', headers: site })).status).toBe(403);
    // Under a name that somebody has made lead here.
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      'localhost.evil.example',
      '127.0.0.1.nip.io',
      '127.0.0.1@evil.example',
    ])
      expect((await ask(port, '/open/session', { method: 'POST', headers: { 'x-token': token, host } })).status).toBe(
        421,
      );
    // The token works once, also where two come at once.
    const begin = { method: 'POST', headers: { 'x-token': token } };
    const both = await Promise.all([ask(port, '/open/session', begin), ask(port, '/open/session', begin)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const { secret } = JSON.parse(both.find(({ status }) => status === 200)?.body ?? '') as { secret: string };
    const headers = { 'x-secret': secret };
    const own = await ask(port, files, { headers });
    expect([own.status, own.body]).toEqual([200, '["secret"]']);
    expect(own.headers['access-control-allow-origin']).toBe(undefined);
    expect(own.headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(own.headers['set-cookie']).toBe(undefined);
    // No other file, by number or by path.
    for (const other of [
      '1',
      '-1',
      '0x0',
      '0/../1',
      '../other.json',
      '..%2Fother.json',
      encodeURIComponent(path('other.json')),
      '0/',
      'link.json',
    ])
      expect([other, (await ask(port, `/open/files/${other}`, { headers })).status]).toEqual([other, 404]);
    for (const page of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/assets/../../diptych.js',
      '//etc/passwd',
      '/sw.js',
      '/embed.html',
      '/diptych.js',
    ])
      expect([page, (await ask(port, page)).status]).toEqual([page, 404]);
    // Under the forwarded port of an SSH connection, for its own page.
    const forwarded = { ...headers, host: 'localhost:9999', origin: 'http://localhost:9999' };
    expect((await ask(port, files, { headers: forwarded })).status).toBe(200);
    // A write says which state it replaces.
    const put = (more: Record<string, string>, body: string): Promise<Reply> =>
      ask(port, files, { method: 'PUT', headers: { ...headers, ...more, 'content-length': body.length } }, body);
    const mark = String(own.headers['etag']);
    await expect(put({}, '[1]')).resolves.toMatchObject({ status: 400 });
    await expect(put({ 'if-match': '"1-2-3-4-5"' }, '[1]')).resolves.toMatchObject({ status: 412 });
    await expect(put({ 'if-none-match': '*' }, '[1]')).resolves.toMatchObject({ status: 412 });
    expect(read('mine.json')).toBe('["secret"]');
    const written = await put({ 'if-match': mark }, '[2]');
    expect([written.status, read('mine.json')]).toEqual([200, '[2]']);
    await expect(put({ 'if-match': mark }, '[3]')).resolves.toMatchObject({ status: 412 });
    // What comes only in part is not written.
    const cut = request({
      host: '127.0.0.1',
      port,
      path: files,
      method: 'PUT',
      headers: { ...headers, 'if-match': String(written.headers['etag']), 'content-length': 100 },
    });
    cut.on('error', () => undefined);
    cut.write('[4');
    await new Promise((resolve) => setTimeout(resolve, 200));
    cut.destroy();
    expect((await ask(port, files, { headers })).body).toBe('[2]');
    expect(read('mine.json')).toBe('[2]');
    expect((await ask(port, files, { headers: { ...headers, range: 'bytes=1-1' } })).body).toBe('2');
  });

  it('[NEW-14] is out of reach for a page of another origin in the same browser', async () => {
    writeFileSync(path('mine.json'), '["secret"]');
    const address = await open('mine.json').address();
    const { origin, hash } = new URL(address);
    const evil = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>evil</p>'));
    evil.listen(0, '127.0.0.1');
    await once(evil, 'listening');
    const { port } = evil.address() as { port: number };
    const page = await stage.prepare({ context: {}, allow: /./ });
    await page.goto(`http://127.0.0.1:${port}/`);
    const tried = await page.evaluate(
      async ({ own, token }) => {
        const attempt = (url: string, options: RequestInit): Promise<string> =>
          fetch(own + url, options).then(
            async (response) => `${response.type} ${await response.text()}`,
            () => 'refused',
          );
        const framed = await new Promise<string>((resolve) => {
          const frame = document.createElement('iframe');
          frame.src = `${own}/#open=${token}`;
          frame.addEventListener('load', () => resolve(frame.contentDocument === null ? 'out of reach' : 'reached'));
          document.body.append(frame);
        });
        return [
          await attempt('/open/session', { method: 'POST', headers: { 'x-token': token } }),
          await attempt('/open/session', { method: 'POST', mode: 'no-cors' }),
          await attempt('/open/files/0', {}),
          await attempt('/open/files/0', { method: 'PUT', body: '[]', mode: 'no-cors' }),
          framed,
        ];
      },
      { own: origin, token: hash.slice('#open='.length) },
    );
    expect(tried.join(' ')).not.toContain('secret');
    expect(tried[0]).toBe('refused');
    // The token was not used up by any of it.
    await page.goto(address);
    await waitFor(page, 'Left', 'mine.json');
    expect(read('mine.json')).toBe('["secret"]');
    evil.close();
  });
});
