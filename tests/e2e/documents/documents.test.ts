// Documents stored in the browser: autosaved, found again, deleted, shared between tabs, recovered.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  draftKept,
  chooseMore,
  drop,
  dropOpen,
  panel,
  saveBytes,
  setMode,
  setStage,
  shownLines,
  waitValid,
} from '../support/app.ts';
import { findings } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();

const saved = (page: Page) => panel(page, 'Left').getByText(/^Saved \d/);
const hash = (page: Page): Promise<string> => page.evaluate(() => decodeURIComponent(location.hash));
const heading = (page: Page, name: string) => panel(page, 'Left').getByRole('heading', { name, exact: true });
const openDialog = (page: Page) => page.getByRole('dialog', { name: 'Open document' });

/** Types a new document into the left panel and waits until it is stored. */
async function write(page: Page, text: string): Promise<string> {
  await panel(page, 'Left').getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New document' }).click();
  // What is typed before the new document is there belongs to the one before.
  await panel(page, 'Left').getByText('Empty', { exact: true }).waitFor();
  await panel(page, 'Left').locator('.monaco-editor').first().click();
  await page.keyboard.insertText(text);
  await saved(page).waitFor();
  return /left=(local\.\w+)/.exec(await hash(page))?.[1] ?? '';
}

describe('a document of this browser', () => {
  it('[DOC-4] [DOC-5] [DOC-7] [DOC-8] [RTE-5] [RTE-6] is saved by itself and named in place, and is there again after a reload', async () => {
    const page = await stage.blank();
    const key = await write(page, '{"kept": 1.0}');
    expect(key).toMatch(/^local\.[a-z]{6}$/);
    await heading(page, 'New document 1').waitFor();
    await panel(page, 'Left').getByText('In this browser', { exact: true }).waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await panel(page, 'Left').getByRole('img', { name: 'Unsaved changes' }).waitFor();
    await panel(page, 'Left').getByRole('img', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
    // Escape keeps the old name.
    for (const [end, name] of [
      ['Escape', 'New document 1'],
      ['Enter', 'Prices & more'],
    ] as const) {
      await panel(page, 'Left').getByRole('heading').getByRole('button').click();
      await panel(page, 'Left').getByRole('textbox', { name: 'Name of the document' }).waitFor();
      await page.keyboard.type('Prices & more');
      await page.keyboard.press(end);
      await heading(page, name).waitFor();
    }
    // Until then, leaving the page would ask.
    await saved(page).waitFor();
    await page.reload();
    await heading(page, 'Prices & more').waitFor();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"kept": 1.0} ']);
    // An emptied document is saved, too.
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await panel(page, 'Left').getByText('Empty', { exact: true }).waitFor();
    await saved(page).waitFor();
    // Without a hash, the page opens the last document.
    await page.goto('about:blank');
    await page.goto(stage.address());
    await heading(page, 'Prices & more').waitFor();
    await panel(page, 'Left').getByText('Empty', { exact: true }).waitFor();
    await expect.poll(() => hash(page)).toContain(key);
  });

  it('[DOC-10] [DOC-12] [DOC-9] is found in the dialog, opened, deleted, and brought back', async () => {
    const page = await stage.blank();
    const first = await write(page, '["first"]');
    const second = await write(page, '["second", "and longer"]');
    expect(second).not.toBe(first);
    await page.keyboard.press('Control+O');
    const dialog = openDialog(page);
    const lines = () => dialog.getByRole('listitem').locator('button:first-child').allInnerTexts();
    const names = async () => (await lines()).map((line) => line.split('\n')[0]);
    await expect.poll(names).toEqual(['New document 2', 'New document 1']);
    await dialog.getByRole('tab', { name: 'Local' }).click();
    await dialog.getByRole('radio', { name: 'Name' }).click();
    await expect.poll(names).toEqual(['New document 1', 'New document 2']);
    expect(await findings(page, '[data-modal]')).toEqual([]);
    await dialog.getByRole('searchbox').fill('document 1');
    await expect.poll(names).toEqual(['New document 1']);
    await page.keyboard.press('Enter');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['["first"]']);

    await chooseMore(page, 'Left', 'Delete');
    await page.getByText('Document successfully deleted.').first().waitFor();
    await panel(page, 'Left').getByText('Drop a JSON file here').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await page.keyboard.press('Control+O');
    await expect.poll(names).toEqual(['New document 1', 'New document 2']);
    await dialog.getByRole('listitem').first().getByRole('button').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['["second", "and longer"]']);
  });

  it('[DOC-6] that was edited is saved before another one takes its place, without a question', async () => {
    const page = await stage.blank();
    await write(page, '[1]');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await dropOpen(page, 'Left', files.write('other.json', '[2]'));
    // The address changes once the file is open. Before that there is no history entry to go back to.
    await expect.poll(() => hash(page)).not.toContain('left=');
    await page.goBack();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[1] ']);
  });

  it('[DOC-4] is made of a file that was edited, and of an address; the file itself stays as it is', async () => {
    const page = await stage.show('#right=json.[0]');
    const path = files.write('of-disk.json', '[1]');
    await dropOpen(page, 'Left', path);
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await saved(page).waitFor();
    await heading(page, 'of-disk.json').waitFor();
    await expect.poll(() => hash(page)).toMatch(/left=local\./);
    expect((await saveBytes(page, 'Left')).toString()).toBe('[1] ');
  });

  it('[RTE-2] that is not there says so, with what may have happened', async () => {
    const page = await stage.blank();
    await page.evaluate(() => void (location.hash = '#left=local.nobody'));
    await panel(page, 'Left').getByText('Failed to load document with id "nobody".').waitFor();
    await panel(page, 'Left').getByText('Did you delete this document?').waitFor();
    await expect.poll(() => panel(page, 'Left').getByRole('listitem').count()).toBe(4);
  });
});

describe('two tabs', () => {
  it('[DOC-16] on one document show each other’s saves, and never write over them', async () => {
    const page = await stage.blank();
    await write(page, '[1]');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect.poll(() => shownLines(other, 'Left')).toEqual(['[1]']);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await expect.poll(() => shownLines(other, 'Left')).toEqual(['[1] ']);

    // Both tabs edit at the same time.
    await panel(other, 'Left').locator('.view-line').first().click();
    await other.keyboard.press('Control+Home');
    await Promise.all([page.keyboard.type('2'), other.keyboard.type('3')]);
    const asked = (tab: Page) => panel(tab, 'Left').getByRole('button', { name: 'Conflict' });
    await expect.poll(async () => (await asked(page).count()) + (await asked(other).count())).toBe(1);
    const [loser, winner] = (await asked(page).count()) === 1 ? [page, other] : [other, page];
    const lost = loser === page ? '[1] 2' : '3[1] ';
    await expect.poll(() => shownLines(loser, 'Left')).toEqual([lost]);
    await asked(loser).click();
    const dialog = loser.getByRole('dialog', { name: 'Saved elsewhere', exact: true });
    await dialog.getByRole('button', { name: 'Save mine as a copy' }).click();
    await heading(loser, 'New document 1 (copy)').waitFor();
    await loser.reload();
    await expect.poll(() => shownLines(loser, 'Left')).toEqual([lost]);
    await expect.poll(() => shownLines(winner, 'Left')).not.toEqual([lost]);
  });
});

describe('a document that is gone', () => {
  it('[DOC-9] [RTE-5] is in no hash and in no later visit, deleted here or elsewhere, with unsaved work or without', async () => {
    const page = await stage.show('');
    const first = await write(page, '{"x": 1}');
    await chooseMore(page, 'Left', 'Delete');
    await panel(page, 'Left').getByText('Drop a JSON file here').waitFor();
    await expect.poll(() => hash(page)).toBe('');
    // A bookmarked address of the deleted document still shows what is wrong.
    await page.evaluate((key) => (location.hash = `left=${key}`), first);
    const failed = panel(page, 'Left').getByText(/Failed to load document with id/);
    await failed.waitFor();
    const later = await page.context().newPage();
    await later.goto(stage.address());
    await panel(later, 'Left').getByText('Drop a JSON file here').waitFor();
    await expect.poll(() => hash(later)).toBe('');
    await expect
      .poll(() =>
        panel(later, 'Left')
          .getByText(/Failed to load document/)
          .count(),
      )
      .toBe(0);

    // Closing removes the document from the address, too, as a step that the browser can go back from.
    const second = await write(later, '{"y": 1}');
    await chooseMore(later, 'Left', 'Close');
    await panel(later, 'Left').getByText('Drop a JSON file here').waitFor();
    await expect.poll(() => hash(later)).toBe('');
    await later.goBack();
    await expect.poll(() => shownLines(later, 'Left')).toEqual(['{"y": 1}']);
    await expect.poll(() => hash(later)).toBe(`#left=${second}`);

    // Deleted in another tab while there is unsaved work here, with autosave off.
    await later.evaluate(() => localStorage.setItem('autosave', 'false'));
    await later.reload();
    await expect.poll(() => shownLines(later, 'Left')).toEqual(['{"y": 1}']);
    await panel(later, 'Left').locator('.view-line').first().click();
    await later.keyboard.press('Control+End');
    await later.keyboard.type(' ');
    await panel(later, 'Left').getByRole('img', { name: 'Unsaved changes' }).waitFor();
    await page.evaluate((key) => (location.hash = `left=${key}`), second);
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"y": 1}']);
    await chooseMore(page, 'Left', 'Delete');
    await expect.poll(() => hash(later)).toBe('');
    await expect.poll(() => shownLines(later, 'Left')).toEqual(['{"y": 1} ']);
    await later.evaluate(() => localStorage.removeItem('autosave'));
  });
});

describe('a large document', () => {
  it('[BIG-1] that is closed takes its worker with it, and the memory, and the panel goes on', async () => {
    const page = await stage.open('#right=json.[1]');
    await dropOpen(page, 'Left', files.write('large.json', `[${' '.repeat(70_000_000)}1]`));
    const ended = Promise.any(page.workers().map((worker) => worker.waitForEvent('close')));
    await chooseMore(page, 'Left', 'Close');
    await panel(page, 'Left').getByText('Drop a JSON file here').waitFor();
    await ended;
    await write(page, '["next"]');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['["next"]']);
    await waitValid(page, 'Left');
    await expect.poll(() => page.locator('[data-severity=error], [data-severity=warning]').count()).toBe(0);
  });
});

describe('unsaved work', () => {
  it('[DOC-15] of a killed tab is offered at the next start, and comes back with its undo', async () => {
    const page = await stage.prepare({ allow: /./ });
    await page.addInitScript(() => localStorage.setItem('autosave', 'false'));
    await page.goto(`${stage.address()}#right=json.[0]`);
    await dropOpen(page, 'Left', files.write('draft.json', '{"a": 1}'));
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' // lost?');
    await expect.poll(async () => (await shownLines(page, 'Left')).join('')).toContain(' // lost?');
    await draftKept(page, 'Left').waitFor();
    // The renderer ends immediately: no event is dispatched, no question is shown.
    const crashed = page.waitForEvent('crash');
    void page.goto('chrome://crash').catch(() => undefined);
    await crashed;

    const next = await page.context().newPage();
    await next.goto(stage.address());
    const dialog = next.getByRole('dialog', { name: 'Unsaved work was found' });
    await dialog.waitFor();
    expect(await findings(next, '[data-modal]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Recover draft.json' }).click();
    await expect.poll(() => shownLines(next, 'Left')).toEqual(['{"a": 1} // lost?']);
    await heading(next, 'draft.json').waitFor();
    await panel(next, 'Left').locator('.view-line').first().click();
    await next.keyboard.press('Control+Z');
    await expect.poll(async () => (await shownLines(next, 'Left'))[0]).not.toContain('lost');
    await next.reload();
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Discard draft.json' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('files in gzip', () => {
  it('[DOC-17] open as what they hold and are saved as such', async () => {
    const page = await stage.show('#right=json.[0]');
    const path = files.write('packed.json.gz', gzipSync('{"packed": [1.0]}'));
    await dropOpen(page, 'Left', path);
    await waitValid(page, 'Left');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"packed": [1.0]}']);
    expect(gunzipSync(await saveBytes(page, 'Left')).toString()).toBe('{"packed": [1.0]}');
    const torn = files.write('torn.json.gz', gzipSync(`[${'1,'.repeat(100_000)}1]`).subarray(0, 150));
    await setMode(page, 'Right', 'text');
    await panel(page, 'Right').getByText('[0]').first().waitFor();
    await drop(page, 'Right', torn);
    await page
      .getByText(/"torn\.json\.gz" is cut off or damaged: only the beginning/)
      .first()
      .waitFor();
    await expect.poll(async () => (await shownLines(page, 'Right')).join('')).toContain('[1,1,1,');
    await panel(page, 'Right').getByRole('heading', { name: 'torn.json', exact: true }).waitFor();
  });
});

describe('sending', () => {
  let server: Server;
  const received: { type: string | undefined; body: string }[] = [];
  let answer = { status: 201, text: '' };
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', 'content-type');
      if (request.method === 'OPTIONS') return void response.end();
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push({ type: request.headers['content-type'], body });
        response.statusCode = answer.status;
        response.end(answer.text);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  it('[DOC-11] [API-5] posts the document formatted, and says what the server says', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/take`;
    const page = await stage.show('#left=json.{"a":[1,2.0]}');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"a":[1,2.0]}']);
    await waitValid(page, 'Left');
    const send = async (): Promise<void> => {
      await chooseMore(page, 'Left', 'Save to a web address…');
      await page.getByRole('textbox', { name: 'Address' }).fill(url);
      await page.keyboard.press('Enter');
    };
    await send();
    await page.getByText('The document was sent.').first().waitFor();
    expect(received).toEqual([{ type: 'application/json', body: '{\n  "a": [\n    1,\n    2.0\n  ]\n}' }]);
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"a":[1,2.0]}']);
    answer = { status: 507, text: 'the shelf is full' };
    await send();
    await page
      .getByText(/Failed to save to url ".*". 507 Insufficient Storage the shelf is full/)
      .first()
      .waitFor();
    // Of a 10 MB error response, one sentence is shown; the rest is available under Details.
    answer = { status: 500, text: 'why not? '.repeat(1_100_000) };
    await send();
    const refusal = page.locator('[data-severity]').filter({ hasText: '500 Internal Server Error' });
    await refusal.waitFor();
    await expect.poll(async () => (await refusal.innerText()).length).toBeLessThan(500);
    await refusal.getByText('Details').click();
    await refusal.getByRole('button', { name: 'Copy all' }).waitFor();
  });

  it('[RTE-1] unpacks a link once, and asks before it becomes large', async () => {
    const link = (packed: Buffer): string => `#left=json.gz.${packed.toString('base64url')}`;
    const page = await stage.show('#left=json.["before"]');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['["before"]']);
    const go = (target: string): Promise<void> => page.evaluate((next) => void (location.hash = next), target);
    await go(link(gzipSync(gzipSync('["inner"]'))));
    await panel(page, 'Left')
      .getByRole('button', { name: /^Invalid/ })
      .waitFor();
    await expect.poll(async () => (await shownLines(page, 'Left')).join('')).not.toContain('inner');
    await go(link(gzipSync('["cut"]').subarray(0, -6)));
    await panel(page, 'Left')
      .getByText(/cut off or damaged/)
      .waitFor();

    const large = link(gzipSync(`["large"${' '.repeat(104_857_600)}]`));
    const question = page.getByRole('dialog', { name: 'A large document' });
    await go('#left=json.["before"]');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['["before"]']);
    await go(large);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['["before"]']);
    await expect.poll(() => hash(page)).toBe('#left=json.["before"]');
    await go(large);
    await question.getByRole('button', { name: 'Open it' }).click();
    await expect.poll(async () => (await shownLines(page, 'Left'))[0]).toContain('["large"');
    // Only the link is compressed, not the document.
    await expect.poll(() => panel(page, 'Left').getByText("In this page's address", { exact: true }).count()).toBe(1);
  });

  it('[RTE-1] [RTE-4] shares a link that opens the same document in another browser, as an address of the old kind does', async () => {
    const page = await stage.show('#right=json.[0]');
    const text = JSON.stringify(Array.from({ length: 300 }, (_, id) => ({ id, name: 'Ünï & #' })));
    await dropOpen(page, 'Left', files.write('shared.json', text));
    await panel(page, 'Left').getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await dialog.getByRole('button', { name: /^Copy/ }).first().click();
    await dialog.getByText('Copied').waitFor();
    expect(await findings(page, '[data-modal]')).toEqual([]);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link.length).toBeLessThan(text.length / 2);
    expect(link.startsWith(`${stage.address()}#`)).toBe(true);
    const other = await stage.prepare();
    await other.goto(`${stage.address()}?json=${encodeURIComponent('["old"]')}`);
    await expect.poll(() => shownLines(other, 'Left')).toEqual(['["old"]']);
    await expect.poll(() => other.evaluate(() => location.search)).toBe('');
    await expect.poll(() => hash(other)).toBe('#left=json.["old"]');
    await other.evaluate((target) => (location.href = target), link);
    await panel(other, 'Left').getByText('Ünï').first().waitFor();
    await waitValid(other, 'Left');
    expect((await saveBytes(other, 'Left')).toString()).toBe(text);
  });
});
