// A file that another program changes while the page shows it: in the text, in the tree, with changes here and without.

import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { dropOpen, panel, setMode, setStage, shownLines, waitValid } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();

// A headless browser has no file picker: this one returns a real file of the origin private file system.
async function openFile(page: Page, text: string): Promise<void> {
  await page.addInitScript(() => {
    const pick = async (): Promise<FileSystemFileHandle[]> => {
      const folder = await navigator.storage.getDirectory();
      return [await folder.getFileHandle('orders.json', { create: true })];
    };
    Object.assign(globalThis, { showOpenFilePicker: pick, showSaveFilePicker: async () => (await pick())[0] });
  });
  await page.goto(`${stage.address()}#right=json.[0]`);
  await panel(page, 'Left').waitFor();
  await write(page, text);
  await panel(page, 'Left').getByRole('button', { name: 'Open file…' }).click();
  await waitValid(page, 'Left');
}

const write = (page: Page, text: string): Promise<void> =>
  page.evaluate(async (content) => {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle('orders.json', { create: true });
    const target = await handle.createWritable();
    await target.write(content);
    await target.close();
  }, text);

const records = (from: number, count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, at) => ({ id: from + at, name: `No. ${from + at}`, tags: ['a', 'b'] })),
    null,
    2,
  );

async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+Shift+p');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

describe('a file that is changed elsewhere', () => {
  it('[NEW-2] is shown as it is, at the same place of the text and of the tree', async () => {
    const page = await stage.prepare();
    await openFile(page, records(100, 200));
    const left = panel(page, 'Left');
    const line = (text: string) => left.locator('.view-line').filter({ hasText: text }).first();
    const topOf = (text: string): Promise<number> =>
      line(text).evaluate((element) => element.getBoundingClientRect().top);
    await left.locator('.view-line').first().click();
    await page.keyboard.press('Control+g');
    await page.keyboard.type('804');
    await page.keyboard.press('Enter');
    await line('"No. 200"').click();
    await page.keyboard.press('End');
    const top = await topOf('"No. 200"');
    // Twenty records more before it.
    await write(page, records(80, 220));
    await page.getByText('"orders.json" was changed by another program, and is shown as it is now.').first().waitFor();
    await expect.poll(() => topOf('"No. 200"')).toBe(top);
    await left.getByText('$[120]', { exact: true }).waitFor();
    await setMode(page, 'Left', 'tree');
    const row = (text: string) => left.getByRole('row').filter({ hasText: text }).first();
    await left.getByText('220 items').waitFor();
    await row('119').click();
    await page.keyboard.press('ArrowRight');
    await left.getByText('No. 199', { exact: true }).click();
    const selected = left.locator('[role="row"][aria-selected="true"]');
    await expect.poll(() => selected.allInnerTexts()).toEqual([expect.stringContaining('No. 199')]);
    const rowTop = await row('No. 199').evaluate((element) => element.getBoundingClientRect().top);
    await write(page, records(70, 230));
    await left.getByText('230 items').waitFor();
    await expect.poll(() => row('No. 199').evaluate((element) => element.getBoundingClientRect().top)).toBe(rowTop);
    await expect.poll(() => selected.allInnerTexts()).toEqual([expect.stringContaining('No. 199')]);
  });

  it('[NEW-2] is left as it is when something was changed here: compared, read again, or kept', async () => {
    const page = await stage.prepare();
    await openFile(page, '{"a": 1, "b": 2}');
    const left = panel(page, 'Left');
    await left.locator('.view-line').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type(' ');
    await write(page, '{"a": 1, "b": 3}');
    const bar = left.getByText('was changed by another program, but also here');
    await bar.waitFor();
    await expect.poll(() => shownLines(page, 'Left')).toEqual([' {"a": 1, "b": 2}']);
    expect(await findingsInBoth(page)).toEqual([]);
    await left.getByRole('button', { name: 'Compare' }).click();
    await panel(page, 'Right').getByText('was 2').waitFor();
    await panel(page, 'Right').getByRole('heading', { name: 'On the disk: orders.json' }).waitFor();
    await left.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"a": 1, "b": 3}']);
    await bar.waitFor({ state: 'detached' });
  });
});

describe('a log that is followed', () => {
  it('[NEW-2] keeps its end in view until somebody scrolls away, and leads back with the number of new records', async () => {
    const page = await stage.prepare({ hasHandles: true });
    const record = (id: number): string => `{"id":${id},"level":"${id % 2 === 0 ? 'info' : 'warn'}"}\n`;
    const log = (from: number, count: number): string =>
      Array.from({ length: count }, (_, at) => record(from + at)).join('');
    const path = files.write('server.ndjson', log(0, 300));
    await page.goto(`${stage.address()}#right=json.[0]`);
    await dropOpen(page, 'Left', path);
    const left = panel(page, 'Left');
    await left.locator('.view-line').first().click();
    await runCommand(page, 'Follow the file');
    const bar = left.getByText(/^Following server\.ndjson/);
    await bar.waitFor();
    const line = (id: number) => left.locator('.view-line').filter({ hasText: `"id":${id},` });
    await line(299).waitFor();
    appendFileSync(path, `${log(300, 100)}{"id":400`);
    await line(399).waitFor();
    await expect.poll(() => bar.textContent()).toMatch(/100 new records · a record is arriving/);
    expect(await findingsInBoth(page)).toEqual([]);

    // Scrolled away: the lines stay, and the button counts.
    await line(390).click();
    await page.keyboard.press('Control+Home');
    await line(0).waitFor();
    const end = left.getByRole('button', { name: /^End/ });
    await end.waitFor();
    const before = await shownLines(page, 'Left');
    appendFileSync(path, `,"level":"info"}\n${log(401, 20)}`);
    await left.getByRole('button', { name: 'End · 21 new records' }).waitFor();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(before);
    await end.click();
    await line(420).waitFor();
    await end.waitFor({ state: 'detached' });

    // The rows of a filtered, sorted table.
    await setMode(page, 'Left', 'table');
    const grid = left.getByRole('grid');
    const header = grid.getByRole('columnheader', { name: 'id' });
    for (const order of ['ascending', 'descending']) {
      await header.hover();
      await header.getByRole('button').first().click();
      await grid.locator(`[aria-sort=${order}]`).waitFor();
    }
    await left.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Value', { exact: true }).fill('info');
    await page.keyboard.press('Enter');
    const first = grid.locator('[data-row="0"]');
    await grid.focus();
    await page.keyboard.press('Control+Home');
    await expect.poll(() => first.textContent()).toContain('420');
    appendFileSync(path, log(421, 6));
    await page.keyboard.press('Control+Home');
    await expect.poll(() => first.textContent()).toContain('426');
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('215');
    await left.getByRole('button', { name: 'Stop following' }).click();
    await bar.waitFor({ state: 'detached' });
  });

  it('[NEW-2] keeps its text when it is rotated, and offers the new file beside it', async () => {
    const page = await stage.prepare({ hasHandles: true });
    const path = files.write('app.log', 'one\ntwo\n');
    await page.goto(`${stage.address()}#right=json.[0]`);
    await dropOpen(page, 'Left', path);
    const left = panel(page, 'Left');
    await left.locator('.view-line').first().click();
    await runCommand(page, 'Follow the file');
    await left.getByText(/^Following app\.log/).waitFor();
    appendFileSync(path, 'three\n');
    await left.locator('.view-line').filter({ hasText: 'three' }).waitFor();
    renameSync(path, `${path}.1`);
    writeFileSync(path, 'a new one\n');
    const bar = left.getByRole('status').filter({ hasText: 'was started anew by another program' });
    await bar.waitFor();
    appendFileSync(path, 'and more\n');
    expect(await findingsInBoth(page)).toEqual([]);
    for (const width of [390, 1000, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const box = await bar.boundingBox();
      for (const button of await bar.getByRole('button').all()) {
        const inside = await button.boundingBox();
        expect((inside?.x ?? 0) + (inside?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
        expect((inside?.y ?? 0) + (inside?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
      }
    }
    await bar.getByRole('button', { name: 'Open beside' }).click();
    await setMode(page, 'Right', 'text');
    await expect.poll(() => shownLines(page, 'Right')).toEqual(['a new one', 'and more', '']);
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['one', 'two', 'three', '']);
    await bar.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['a new one', 'and more', '']);
    await bar.waitFor({ state: 'detached' });
  });
});
