// Tabs of `diptych open`: what happens to them, to the calls that wait for them, and to a file that others change meanwhile.

import { appendFileSync, closeSync, openSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { ServedTab } from '../../../src/shared/protocol/served-files.ts';
import { panel, setMode, setStage, waitValid } from '../support/app.ts';
import { setOpenFolder } from '../support/open-program.ts';

const stage = setStage();
const { path, read, open } = setOpenFolder();

async function visit(address: string, name: string): Promise<Page> {
  const page = await stage.prepare({ context: {} });
  await page.goto(address);
  await panel(page, 'Left').getByText(name, { exact: true }).first().waitFor();
  await waitValid(page, 'Left');
  return page;
}

describe('a tab of diptych open', () => {
  it('[NEW-14] opens an address that it is given while it shows the page', async () => {
    writeFileSync(path('a.json'), '[1]');
    const call = open('a.json');
    const address = await call.address();
    const page = await stage.prepare({ context: {} });
    await page.goto(new URL('/', address).href);
    await page.getByRole('region', { name: 'Left', exact: true }).waitFor();
    await page.evaluate((to) => location.assign(to), address);
    await panel(page, 'Left').getByText('a.json', { exact: true }).first().waitFor();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
  });

  it('[NEW-14] is closed although it once died without a word', async () => {
    writeFileSync(path('a.json'), '[1]');
    const call = open('--wait', 'a.json');
    const page = await visit(await call.address(), 'a.json');
    // What a tab does that dies: nothing.
    await page.evaluate(() => {
      globalThis.fetch = () => new Promise(() => undefined);
    });
    await page.reload();
    await panel(page, 'Left').getByText('a.json', { exact: true }).first().waitFor();
    await waitValid(page, 'Left');
    await page.close();
    await expect(call.ended).resolves.toBe(0);
  });

  it('[NEW-14] asks before it replaces a change that kept the size and the time of a large file', async () => {
    writeFileSync(path('big.json'), `[${'"0123456789abcdef",\n'.repeat(160_000)}1]`);
    const setBack = (): void => utimesSync(path('big.json'), 1e9, 1e9);
    setBack();
    const page = await visit(await open('big.json').address(), 'big.json');
    await setMode(page, 'Left', 'text');
    await panel(page, 'Left').locator('.monaco-editor .view-line').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('5,');
    const file = openSync(path('big.json'), 'r+');
    writeSync(file, 'ABCDEF', 70_002);
    closeSync(file);
    setBack();
    await panel(page, 'Left').getByText('was changed by another program, but also here').first().waitFor();
    expect(read('big.json')).toContain('ABCDEF');
  });
});

it('[NEW-14] opens and follows a log that another program never stops writing', async () => {
  writeFileSync(path('a.ndjson'), '{"n":0}\n'.repeat(1000));
  const timer = setInterval(() => appendFileSync(path('a.ndjson'), '{"n":1}\n'), 2);
  try {
    const page = await visit(await open('a.ndjson').address(), 'a.ndjson');
    await page.keyboard.press('Control+Shift+P');
    await page.keyboard.type('follow');
    await page
      .getByRole('option', { name: /^Follow/ })
      .first()
      .click();
    await panel(page, 'Left')
      .getByText(/\d{3} new records/)
      .first()
      .waitFor();
  } finally {
    clearInterval(timer);
  }
});

describe('a call of diptych open', () => {
  it('[NEW-14] says to who waits that its tab was not closed', async () => {
    writeFileSync(path('a.json'), '[1]');
    const call = open('--wait', 'a.json');
    await call.address();
    call.child.kill('SIGINT');
    await expect(call.ended).resolves.toBe(1);
  });

  it('[NEW-14] asks before it ends also while a file is being saved, and saves it', async () => {
    writeFileSync(path('a.json'), '[1]');
    const call = open('a.json');
    const { port, hash } = new URL(await call.address());
    const send = async (method: string, address: string, headers: Record<string, string>, body = '') => {
      const sent = request({ host: '127.0.0.1', port, path: address, method, headers });
      const answer = new Promise<{ status: number; etag: string; body: unknown }>((resolve, reject) => {
        sent.on('error', reject).on('response', (response) => {
          const { statusCode: status = 0, headers: said } = response;
          const etag = String(said.etag);
          json(response).then(
            (value) => resolve({ status, etag, body: value }),
            () => resolve({ status, etag, body: null }),
          );
        });
      });
      sent.write(body);
      return { answer, end: (more = '') => void sent.end(more) };
    };
    const whole = async (...args: Parameters<typeof send>) => {
      const { answer, end } = await send(...args);
      end();
      return answer;
    };
    const begun = await whole('POST', '/open/session', { 'x-token': hash.slice('#open='.length), 'x-tab': 'a' });
    const headers = { 'x-secret': (begun.body as ServedTab).secret, 'x-tab': 'a' };
    await whole('PUT', '/open/unsaved', headers, '["a.json"]');
    const { etag } = await whole('HEAD', '/open/files/0', headers);
    const save = await send('PUT', '/open/files/0', { ...headers, 'if-match': etag, 'content-length': '3' }, '[');
    await new Promise((resolve) => setTimeout(resolve, 300));
    call.child.kill('SIGINT');
    await expect.poll(() => call.said()).toContain('Not saved: a.json.');
    save.end('2]');
    await expect(save.answer).resolves.toMatchObject({ status: 200 });
    expect(read('a.json')).toBe('[2]');
    call.child.kill('SIGINT');
    await expect(call.ended).resolves.toBe(0);
  });
});
