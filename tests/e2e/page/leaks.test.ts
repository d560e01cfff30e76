// The leak guard: the list of secrets, redaction, and what is asked before a document leaves the browser.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseMore, colourPage, panel, setMode, setStage, shownLines, waitValid } from '../support/app.ts';
import { findings } from '../support/axe.ts';

const PASSWORD = 'Hollow-648quiver!';
const TEXT = JSON.stringify({
  smtp: { user: 'noreply', pass: PASSWORD },
  again: { password: PASSWORD },
  mail: 'kim@fabrikam-mail.com',
  n: 1,
});
const CLEAN =
  '{"smtp":{"user":"noreply","pass":"[password-1]"},"again":{"password":"[password-1]"},"mail":"[email-1]","n":1}';

const stage = setStage();
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Secrets and personal data' });
const hashOf = (text: string): string => `#left=json.${encodeURIComponent(text)}`;

/** The document in a link. */
function linkedText(link: string): string {
  const packed = /json\.gz\.([\w-]+)/.exec(link)?.[1];
  return packed === undefined
    ? decodeURIComponent(link.replace(/.*json\./, ''))
    : gunzipSync(Buffer.from(packed, 'base64url')).toString();
}

async function open(text = TEXT): Promise<Page> {
  const page = await stage.show(hashOf(text));
  await expect.poll(async () => (await shownLines(page, 'Left'))[0]).toBe(text.split('\n')[0]);
  await waitValid(page, 'Left');
  return page;
}

async function check(page: Page): Promise<void> {
  await chooseMore(page, 'Left', 'Check for secrets…');
  await dialogOf(page).getByText('A rule can’t know every secret').waitFor();
}

describe('the list of secrets', () => {
  it('[NEW-7] names each by its kind and path, hides it, and leads there', async () => {
    const page = await open();
    await setMode(page, 'Left', 'tree');
    await check(page);
    const dialog = dialogOf(page);
    await dialog.getByText('This document holds 2 passwords and 1 e-mail address.').waitFor();
    await expect.poll(() => dialog.innerText()).not.toContain(PASSWORD);
    await dialog.getByRole('button', { name: /^Go to \$\.again\.password/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => panel(page, 'Left').getByRole('row', { selected: true }).allInnerTexts())
      .toEqual([expect.stringContaining(PASSWORD)]);
  });

  it('[NEW-7] leaves out a place here, or its path for good, until all are to be reported again', async () => {
    const page = await open('[{"password":"Hollow-648quiver!"},{"password":"Tangle-464marrow!"}]');
    await check(page);
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Ignore in this document: $[0].password' }).click();
    await dialog.getByText('This document holds 1 password.').waitFor();
    await dialog.getByRole('button', { name: /^Never report this path.*: \$\[1\]\.password/ }).click();
    await dialog.getByText('Nothing was found').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('leakPathsIgnored'))).toBe('["/*/password"]');
    await dialog.getByRole('button', { name: 'Report again' }).click();
    await dialog.getByText('This document holds 2 passwords.').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('leakPathsIgnored'))).toBeNull();
    await page.keyboard.press('Escape');
  });

  it('[NEW-7] redacts the document as one step, or a copy in the other panel', async () => {
    const page = await open();
    await check(page);
    await dialogOf(page).getByRole('button', { name: 'Open a redacted copy' }).click();
    await setMode(page, 'Right', 'text');
    await expect.poll(() => shownLines(page, 'Right')).toEqual([CLEAN]);
    await expect.poll(() => shownLines(page, 'Left')).toEqual([TEXT]);
    await check(page);
    await dialogOf(page).getByRole('checkbox', { name: 'Also personal data' }).click();
    await dialogOf(page).getByRole('button', { name: 'Redact here' }).click();
    await expect.poll(() => shownLines(page, 'Left')).toEqual([CLEAN.replace('[email-1]', 'kim@fabrikam-mail.com')]);
    await page.getByText('2 places were redacted.').first().waitFor();
    await panel(page, 'Left').getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => shownLines(page, 'Left')).toEqual([TEXT]);
  });

  it('[NEW-7] [PAN-11] axe finds nothing, and it stays in the window', async () => {
    const many = {
      users: Array.from({ length: 60 }, (_, id) => ({
        id,
        mail: `kim${id}@fabrikam-mail.com`,
        pass: `Ember-${id}77quiver!`,
      })),
    };
    const page = await open(JSON.stringify(many, null, 2));
    for (const [width, theme] of [
      [1440, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await colourPage(page, theme);
      await check(page);
      const dialog = dialogOf(page);
      expect(await findings(page)).toEqual([]);
      const box = await dialog.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
      await dialog.getByRole('button', { name: 'Show 40 more' }).first().click();
      await expect.poll(() => dialog.getByRole('region', { name: 'passwords' }).getByRole('listitem').count()).toBe(60);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });
});

describe('a text that is not valid', () => {
  it('[NEW-7] is searched as a text: each find leads to its line, and is redacted', async () => {
    const broken = '{\n  "a": 1,\n  "password": "Hollow-648quiver!"\n  "b": 2\n}';
    const page = await stage.show(hashOf(broken));
    await expect.poll(() => shownLines(page, 'Left')).toEqual(broken.split('\n'));
    await check(page);
    const dialog = dialogOf(page);
    await dialog.getByText('The text is not valid, so it was searched as text.').waitFor();
    await dialog.getByRole('button', { name: /^Go to Line 3/ }).click();
    await panel(page, 'Left').getByText('Ln 3,').waitFor();
    await check(page);
    await dialog.getByRole('button', { name: 'Redact here' }).click();
    await expect
      .poll(() => shownLines(page, 'Left'))
      .toEqual(broken.replace('Hollow-648quiver!', '[password-1]').split('\n'));
  });
});

describe('a document with secrets that leaves', () => {
  const received: string[] = [];
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        if (request.method === 'POST') received.push(body);
        response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' });
        response.end('ok');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  it('[NEW-7] by a link says so, and is linked redacted instead', async () => {
    const page = await open();
    await chooseMore(page, 'Left', 'Share…');
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await dialog.getByText('This document holds 2 passwords and 1 e-mail address.').waitFor();
    const address = dialog.getByRole('textbox', { name: 'With the document in it: address' });
    await expect.poll(async () => linkedText(await address.inputValue())).toBe(TEXT);
    await dialog.getByRole('button', { name: 'Link to a redacted copy' }).click();
    await dialog.getByText('The link holds a redacted copy.').waitFor();
    await expect.poll(async () => linkedText(await address.inputValue())).toBe(CLEAN);
    await dialog.getByRole('button', { name: 'Show…' }).click();
    await dialogOf(page).getByText('A rule can’t know every secret').waitFor();
    await page.keyboard.press('Escape');
  });

  it('[NEW-7] by a link to all that is shown asks about both panels, and is redacted with the other link', async () => {
    const other = '{"smtp_password":"Tangle-464marrow!"}';
    const page = await stage.show(`${hashOf(TEXT)}&right=json.${encodeURIComponent(other)}`);
    await waitValid(page, 'Left');
    await waitValid(page, 'Right');
    await chooseMore(page, 'Left', 'Share…');
    const dialog = page.getByRole('dialog', { name: 'Share' });
    const question = page.getByRole('dialog', { name: 'Secrets in this document' });
    const address = dialog.getByRole('textbox', { name: 'To all that is shown: address' });
    const texts = async (): Promise<string[]> => (await address.inputValue()).split('&right=').map(linkedText);
    const make = dialog.getByRole('button', { name: 'Make the link' });
    await make.click();
    await question.getByText('holds 2 passwords. They would go into the link.').waitFor();
    await question.getByRole('button', { name: 'Make it anyway' }).click();
    await question.getByText('holds 1 password. They would go into the link.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => address.count()).toBe(0);
    await dialog.getByRole('button', { name: 'Link to a redacted copy' }).click();
    await dialog.getByText('It will hold redacted copies.').waitFor();
    await make.click();
    await expect.poll(texts).toEqual([CLEAN, '{"smtp_password":"[password-1]"}']);
    await dialog.getByRole('button', { name: 'Link to the whole document' }).click();
    await make.click();
    await question.getByRole('button', { name: 'Make it anyway' }).click();
    await question.getByText('holds 1 password.').waitFor();
    await question.getByRole('button', { name: 'Make it anyway' }).click();
    await expect.poll(texts).toEqual([TEXT, other]);
    await page.keyboard.press('Escape');
  });

  it('[NEW-7] to an address asks first, and without secrets does not', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/take`;
    const page = await open();
    const send = async (): Promise<void> => {
      await chooseMore(page, 'Left', 'Save to a web address…');
      await page.getByRole('textbox', { name: 'Address' }).fill(url);
      await page.keyboard.press('Enter');
    };
    await send();
    const question = page.getByRole('dialog', { name: 'Secrets in this document' });
    await question.getByText('This document holds 2 passwords. They would go to the address.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(received).toEqual([]);
    await send();
    await question.getByRole('button', { name: 'Send anyway' }).click();
    await page.getByText('The document was sent.').first().waitFor();
    expect(received[0]).toContain(PASSWORD);
    await check(page);
    await dialogOf(page).getByRole('button', { name: 'Redact here' }).click();
    await expect.poll(() => shownLines(page, 'Left')).toEqual([CLEAN]);
    await send();
    await expect.poll(() => received.length).toBe(2);
    await expect.poll(() => question.count()).toBe(0);
  });

  it('[NEW-7] to an address asks about a text that is not valid, too', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/take`;
    const page = await stage.show(hashOf(`{"password": "${PASSWORD}", `));
    await panel(page, 'Left').getByText('password').first().waitFor();
    await chooseMore(page, 'Left', 'Save to a web address…');
    await page.getByRole('textbox', { name: 'Address' }).fill(url);
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Secrets in this document' });
    await question.getByText('This document holds 1 password.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => question.count()).toBe(0);
  });
});
