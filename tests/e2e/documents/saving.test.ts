// Opening and leaving: pasting, saving by key, the unsaved mark, and the questions before unsaved work is lost.

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import {
  drop,
  dropOpen,
  panel,
  rowTexts,
  saveBytes,
  setMode,
  setStage,
  shownLines,
  type Side,
} from '../support/app.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();

const dot = (page: Page, side: Side): Locator => panel(page, side).getByRole('img', { name: 'Unsaved changes' });
const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Unsaved changes' });
const copy = (page: Page, text: string): Promise<void> =>
  page.evaluate((value) => navigator.clipboard.writeText(value), text);

/** Browser options with autosave off. */
const unkept = (): BrowserContextOptions => ({
  storageState: {
    cookies: [],
    origins: [{ origin: new URL(stage.address()).origin, localStorage: [{ name: 'autosave', value: 'false' }] }],
  },
});

/** The page shared by the tests, with autosave off. */
const show = (hash: string): Promise<Page> => stage.show(hash, unkept());

/** Changes the number in the first row of a panel's tree. */
async function editFirst(page: Page, side: Side, value: string): Promise<void> {
  const row = panel(page, side).getByRole('treegrid').getByRole('row').nth(1);
  await row.getByRole('gridcell').nth(1).locator('span').first().dblclick();
  await row.getByRole('textbox').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(value);
  await page.keyboard.press('Enter');
  await row.getByText(value, { exact: true }).waitFor();
}

describe('a paste', () => {
  it('[DOC-11] opens in an empty panel, wherever the focus is', async () => {
    const page = await show('#right=json.[1]');
    await panel(page, 'Left').getByText('Drop a JSON file here').click();
    await copy(page, '{"pasted": 1.0}');
    await page.keyboard.press('Control+v');
    await panel(page, 'Left').locator('.view-line', { hasText: '"pasted": 1.0' }).waitFor();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"pasted": 1.0}']);
    await dot(page, 'Left').waitFor();
  });

  it('[DOC-11] opens by the button, and says so when there is nothing', async () => {
    const page = await show('#right=json.[1]');
    await copy(page, ' ');
    await panel(page, 'Left').getByRole('button', { name: 'Paste' }).click();
    await page.getByText('The clipboard holds no text.').first().waitFor();
    await copy(page, '["button"]');
    await panel(page, 'Left').getByRole('button', { name: 'Paste' }).click();
    await panel(page, 'Left').locator('.view-line', { hasText: 'button' }).waitFor();
  });

  it('[DOC-11] of an address, or of JSON inside a string, is offered as what it stands for', async () => {
    const page = await show('#right=json.[1]');
    await copy(page, ` ${stage.address()}manifest.webmanifest `);
    await panel(page, 'Left').getByRole('button', { name: 'Paste' }).click();
    await page.getByRole('button', { name: 'Load from there' }).last().click();
    await page.getByRole('button', { name: 'Open anyway' }).click();
    await panel(page, 'Left').locator('.view-line', { hasText: 'Diptych' }).first().waitFor();
    await copy(page, JSON.stringify('{"inside": [1.0]}'));
    await panel(page, 'Left').getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Paste from clipboard' }).click();
    await page.getByRole('button', { name: 'Unescape' }).last().click();
    await expect.poll(() => shownLines(page, 'Left'), { timeout: 15_000 }).toEqual(['{"inside": [1.0]}']);
  });

  it('[DOC-11] goes to the panel that was used last when no field has the focus', async () => {
    const page = await show('#left=json.[1]&right=json.[2]');
    await panel(page, 'Right').getByRole('heading').click();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await copy(page, '["elsewhere"]');
    await page.keyboard.press('Control+v');
    await expect.poll(() => rowTexts(page, 'Right')).toEqual(['root 1 item', '0 elsewhere']);
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[1]']);
  });

  it('[TXT-1] into the text is the text editor’s, and into a field the field’s', async () => {
    const page = await show('#left=json.[1]&right=json.{"a":"b"}');
    await copy(page, 'XY');
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+v');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[1]XY']);
    await panel(page, 'Right').getByRole('row').nth(1).getByText('b', { exact: true }).dblclick();
    await panel(page, 'Right').getByRole('textbox').waitFor();
    await page.keyboard.press('Control+v');
    await page.keyboard.press('Enter');
    await expect.poll(() => rowTexts(page, 'Right')).toEqual(['root 1 key', 'a XY']);
  });
});

describe('saving', () => {
  it('[DOC-19] [DOC-5] Ctrl+S saves the panel that was used last; an edit shows the dot, saving or undoing takes it away', async () => {
    const page = await stage.open('#left=json.["l"]&right=json.["r"]', unkept());
    await panel(page, 'Left').locator('.view-line', { hasText: 'l' }).waitFor();
    const saved = (side: Side): Locator => panel(page, side).getByText(/^Saved \d/);
    await panel(page, 'Right').getByRole('row').nth(1).click();
    await page.keyboard.press('Control+s');
    await saved('Right').waitFor();
    await expect.poll(() => saved('Left').count()).toBe(0);
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+s');
    await saved('Left').waitFor();
    const hash = await page.evaluate(() => location.hash);
    expect(hash).toMatch(/^#left=local\.\w+&right=local\.\w+$/);

    // Saves to disk while a button has the focus.
    await panel(page, 'Right').getByRole('button', { name: 'Format' }).focus();
    const waiting = page.waitForEvent('download');
    await page.keyboard.press('Control+Shift+s');
    expect((await waiting).suggestedFilename()).toBe('Inline document.json');

    // An unsaved document is marked with a dot.
    await dropOpen(page, 'Right', files.write('dot.json', '[1]'));
    await panel(page, 'Right').getByRole('row').nth(1).waitFor();
    await expect.poll(() => dot(page, 'Right').count()).toBe(0);
    await editFirst(page, 'Right', '2');
    await dot(page, 'Right').waitFor();
    await panel(page, 'Right').getByRole('button', { name: /^Undo/ }).click();
    await dot(page, 'Right').waitFor({ state: 'detached' });
    await editFirst(page, 'Right', '3');
    await dot(page, 'Right').waitFor();
    // A browser that cannot write files downloads them, and the page says so.
    const downloading = page.waitForEvent('download');
    await panel(page, 'Right').getByRole('button', { name: 'Save', exact: true }).click();
    const downloaded = await downloading;
    expect(downloaded.suggestedFilename()).toBe('dot.json');
    expect(readFileSync(await downloaded.path(), 'utf8')).toBe('[3]');
    await dot(page, 'Right').waitFor({ state: 'detached' });
    await panel(page, 'Right')
      .getByText(/^Downloaded \d/)
      .waitFor();
    await expect
      .poll(() =>
        panel(page, 'Right')
          .getByText(/^Saved/)
          .count(),
      )
      .toBe(0);
  });
});

describe('unsaved work', () => {
  it('[DOC-6] is asked about before another document is opened', async () => {
    const page = await show('#left=json.[0]');
    await dropOpen(page, 'Right', files.write('first.json', '[1]'));
    await panel(page, 'Right').getByRole('row').nth(1).waitFor();
    await editFirst(page, 'Right', '2');
    const second = files.write('second.json', '["second"]');

    for (const refuse of ['Cancel', 'Escape'] as const) {
      await drop(page, 'Right', second);
      await question(page).getByText('You have unsaved data, are you sure you want to open a new file?').waitFor();
      await (refuse === 'Cancel'
        ? page.getByRole('button', { name: 'Cancel' }).click()
        : page.keyboard.press('Escape'));
      await question(page).waitFor({ state: 'detached' });
      await expect.poll(() => rowTexts(page, 'Right')).toEqual(['root 1 item', '0 2']);
    }
    await drop(page, 'Right', second);
    await page.getByRole('button', { name: 'Open anyway' }).click();
    await panel(page, 'Right').getByRole('heading', { name: 'second.json' }).waitFor();
    await expect.poll(() => rowTexts(page, 'Right')).toEqual(['root 1 item', '0 second']);
  });

  it('[DOC-6] [RTE-2] is asked about before a changed hash replaces it; refused, the hash goes back', async () => {
    const page = await show('#left=json.[0]&right=json.[1]');
    await panel(page, 'Right').getByRole('row').nth(1).waitFor();
    await editFirst(page, 'Right', '2');
    const before = await page.evaluate(() => location.hash);
    await page.evaluate(() => (location.hash = '#left=json.[0]&right=json.[9]'));
    await question(page).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.evaluate(() => decodeURIComponent(location.hash))).toBe(decodeURIComponent(before));
    await expect.poll(() => rowTexts(page, 'Right')).toEqual(['root 1 item', '0 2']);
  });

  it('[DOC-6] [TRE-4] is asked about in the very moment that Enter writes a value', async () => {
    const page = await show('#left=json.[1]&right=json.[2]');
    const row = panel(page, 'Right').getByRole('treegrid').getByRole('row').nth(1);
    await row.getByRole('gridcell').nth(1).locator('span').first().dblclick();
    await row.getByRole('textbox').waitFor();
    await page.keyboard.type('37');
    const isAsked = await row.getByRole('textbox').evaluate((field) => {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      const leaving = new Event('beforeunload', { cancelable: true });
      dispatchEvent(leaving);
      return leaving.defaultPrevented;
    });
    expect(isAsked).toBe(true);
    await row.getByText('37', { exact: true }).waitFor();
  });

  it('[DOC-6] is asked about before the page goes; saved work is not', async () => {
    const page = await stage.open('#left=json.[0]', unkept());
    await dropOpen(page, 'Right', files.write('leave.json', '[1]'));
    await panel(page, 'Right').getByRole('row').nth(1).waitFor();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    await panel(page, 'Left').waitFor();
    expect(asked).toEqual([]);
    await setMode(page, 'Left', 'tree');
    await panel(page, 'Left').getByRole('row').nth(1).waitFor();
    await editFirst(page, 'Left', '5');
    await dot(page, 'Left').waitFor();
    // Listeners run in the order they were added: this one runs after the page's own.
    const said = page.waitForEvent('console', (message) => message.text().startsWith('leaving: '));
    await page.evaluate(() =>
      addEventListener('beforeunload', (event) =>
        console.info(`leaving: ${String(Reflect.get(event, 'returnValue'))}`),
      ),
    );
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    expect((await said).text()).toBe('leaving: You have unsaved changes. Are you sure you want to leave the page?');
  });
});

describe('a name that is being typed', () => {
  it('[DOC-19] [DOC-8] is what Ctrl+S saves under, and the focus is on the name afterwards', async () => {
    const page = await show('#left=json.[1]');
    await panel(page, 'Left').locator('.view-line', { hasText: '[1]' }).waitFor();
    const heading = panel(page, 'Left').getByRole('heading').getByRole('button');
    await heading.click();
    await page.keyboard.type('typed ahead');
    await page.keyboard.press('Control+s');
    await page.getByText('typed ahead is saved in this browser.').first().waitFor();
    await expect.poll(() => heading.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.reload();
    const named = (name: string): Locator => panel(page, 'Left').getByRole('button', { name, exact: true });
    await named('typed ahead').waitFor();
    // Escape cancels the renaming, Enter confirms it.
    for (const [typed, key] of [
      ['never', 'Escape'],
      ['at last', 'Enter'],
    ] as const) {
      await page.keyboard.press('Tab');
      await heading.focus();
      await page.keyboard.press('Enter');
      await panel(page, 'Left').getByRole('textbox', { name: 'Name of the document' }).waitFor();
      await page.keyboard.type(typed);
      await page.keyboard.press(key);
      await expect.poll(() => heading.evaluate((button) => button === document.activeElement)).toBe(true);
      await named(key === 'Enter' ? typed : 'typed ahead').waitFor();
    }
  });
});

describe('a file that is not UTF-8', () => {
  it('is read, edited, and saved as it was', async () => {
    const page = await show('#right=json.[1]');
    const text = '\uFEFF{\r\n  "name": "Århus 🚀 日本"\r\n}\r\n';
    await dropOpen(page, 'Left', files.write('utf-16.json', Buffer.from(text, 'utf16le')));
    await panel(page, 'Left').getByText('UTF-16 LE', { exact: true }).waitFor();
    await expect.poll(async () => (await shownLines(page, 'Left')).join('\n')).toContain('"name": "Århus 🚀 日本"');
    expect(await saveBytes(page, 'Left')).toEqual(Buffer.from(text, 'utf16le'));
    await panel(page, 'Left').locator('.view-line', { hasText: 'name' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(', "é": 1');
    await expect
      .poll(async () => (await saveBytes(page, 'Left')).toString('utf16le'))
      .toBe(text.replace('日本"', '日本", "é": 1'));
    // Copied to the other panel, the text is encoded as that panel's document is: in UTF-8.
    await page.getByRole('button', { name: 'Copy left to right' }).click();
    await expect.poll(async () => (await saveBytes(page, 'Right')).toString()).toContain('"é": 1');
  });

  it('[DOC-19] loses nothing silently: a byte too many and what is no character is told', async () => {
    const page = await show('#right=json.[1]');
    const odd = Buffer.concat([Buffer.from('\uFEFF[1]', 'utf16le'), Buffer.of(0x7d)]);
    await dropOpen(page, 'Left', files.write('odd.json', odd));
    await page.getByText('One character of "odd.json" could not be read as UTF-16 LE').first().waitFor();
    await dropOpen(page, 'Left', files.write('half.json', Buffer.from('\uFEFF["\ud83d"]', 'utf16le')));
    await page.getByText('One character of "half.json" could not be read as UTF-16 LE').first().waitFor();
  });

  it('[DOC-17] opens gzip of several members', async () => {
    const page = await show('#right=json.[1]');
    const joined = Buffer.concat([gzipSync('[1,'), gzipSync('2]')]);
    await dropOpen(page, 'Left', files.write('joined.json.gz', joined));
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[1,2]']);
  });
});
