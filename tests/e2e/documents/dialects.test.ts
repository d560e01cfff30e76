// Files that are not plain JSON: opened, edited in the tree, formatted and saved in their own dialect.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import {
  chooseMore,
  dropOpen,
  panel,
  rowTexts,
  saveBytes,
  setMode,
  setStage,
  shownLines,
  waitValid,
  type Side,
} from '../support/app.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();

const SETTINGS = `// how it looks
{
  "theme": "dark", // at night
  /* in points */
  "size": 12,
}
`;

describe('[DOC-17] a file', () => {
  it('with comments keeps them in the text, through edits of the tree, and in what is saved', async () => {
    const page = await stage.show('#right=json.[1]');
    await dropOpen(page, 'Left', files.write('settings.jsonc', SETTINGS));
    await panel(page, 'Left').getByText('JSON with comments').waitFor();
    await setMode(page, 'Left', 'tree');
    await expect.poll(() => rowTexts(page, 'Left')).toEqual(['root 2 keys', 'theme dark', 'size 12']);
    await panel(page, 'Left').getByRole('row').nth(2).getByText('12', { exact: true }).dblclick();
    await panel(page, 'Left').getByRole('textbox').waitFor();
    await page.keyboard.type('14');
    await page.keyboard.press('Enter');
    await expect.poll(() => rowTexts(page, 'Left')).toEqual(['root 2 keys', 'theme dark', 'size 14']);
    await panel(page, 'Left').getByRole('row').nth(1).getByText('theme', { exact: true }).click();
    await page.keyboard.press('Delete');
    await expect.poll(() => rowTexts(page, 'Left')).toEqual(['root 1 key', 'size 14']);
    await setMode(page, 'Left', 'text');
    await expect
      .poll(() => shownLines(page, 'Left'))
      .toEqual(['// how it looks', '{', '  /* in points */', '  "size": 14,', '}', '']);
    expect((await saveBytes(page, 'Left')).toString()).toBe(
      '// how it looks\n{\n  /* in points */\n  "size": 14,\n}\n',
    );
  });

  it('[TXT-3] with a byte order mark says so, and keeps it when it is saved', async () => {
    const page = await stage.show('#right=json.[1]');
    await dropOpen(page, 'Left', files.write('marked.json', '\ufeff{"a":1}'));
    await panel(page, 'Left').getByText('BOM', { exact: true }).waitFor();
    await panel(page, 'Left').getByText('UTF-8', { exact: true }).waitFor();
    expect([...(await saveBytes(page, 'Left')).subarray(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 0x7b]);
    await dropOpen(page, 'Left', files.write('plain.json', '{"a":1}'));
    await expect.poll(() => panel(page, 'Left').getByText('BOM', { exact: true }).count()).toBe(0);
  });

  it('of records is an array in the tree and records in the text', async () => {
    const page = await stage.show('#right=json.[1]');
    await dropOpen(page, 'Left', files.write('log.ndjson', '{"id":1}\n{"id":2}\n'));
    await panel(page, 'Left').getByText('NDJSON', { exact: true }).waitFor();
    await setMode(page, 'Left', 'tree');
    await expect.poll(() => rowTexts(page, 'Left')).toEqual(['root 2 items', '0 1 key {id: 1}', '1 1 key {id: 2}']);
    await panel(page, 'Left').getByRole('row').nth(1).getByText('0', { exact: true }).click();
    await page.keyboard.press('Delete');
    await expect.poll(() => rowTexts(page, 'Left')).toEqual(['root 1 item', '0 1 key {id: 2}']);
    expect((await saveBytes(page, 'Left')).toString()).toBe('{"id":2}\n');
  });

  it('[PAR-4] in JSON5 opens as it is; with comments that is called JSON says that JSON has none', async () => {
    const page = await stage.show('#right=json.[1]');
    await dropOpen(page, 'Left', files.write('a.json5', "{name: 'it\\'s', size: 0x10, // hex\n}"));
    await panel(page, 'Left').getByText('JSON5', { exact: true }).waitFor();
    await setMode(page, 'Left', 'tree');
    await expect.poll(() => rowTexts(page, 'Left')).toEqual(['root 2 keys', "name it's", 'size 0x10']);
    await dropOpen(page, 'Left', files.write('plain.json', '[1, // one\n2]'));
    await panel(page, 'Left').getByText('JSON has no comments.').first().waitFor();
  });
});

describe('[DOC-17] the dialect of a document', () => {
  const DOCUMENTS = [
    ['JSON5', 'a.json5', "{a: 'x', // hex\n b: 0x10}"],
    ['NDJSON', 'a.ndjson', '{"id":1}\n{"id":2}\n'],
    ['JSON with comments', 'a.jsonc', '// one\n[1,]'],
  ] as const;
  const isValidAs = async (page: Page, side: Side, label: string): Promise<void> => {
    await panel(page, side).getByText(label, { exact: true }).waitFor();
    await waitValid(page, side);
  };
  const savedIn = (page: Page, side: Side) => panel(page, side).getByText(/^Saved \d/);
  const linkOf = async (page: Page, side: Side): Promise<string> => {
    await panel(page, side).getByRole('button', { name: 'Share', exact: true }).click();
    const field = page.getByRole('textbox', { name: 'With the document in it: address' });
    const link = await field.inputValue();
    await page.getByRole('button', { name: 'Close' }).last().click();
    return link;
  };

  it('survives a copy into a panel, a swap, a reload, a second copy under another name, and undo', async () => {
    const page = await stage.blank();
    for (const [index, [label, name, text]] of DOCUMENTS.entries()) {
      await dropOpen(page, 'Left', files.write(name, text));
      // One reload, with a copy on the right and a file on the left, stands for all dialects.
      if (index === 2) {
        await page.reload();
        await isValidAs(page, 'Right', 'NDJSON');
        await isValidAs(page, 'Left', label);
      }
      await page.getByRole('button', { name: 'Copy left to right' }).click();
      await isValidAs(page, 'Right', label);
      await savedIn(page, 'Right').waitFor();
    }
    await page.getByRole('button', { name: 'Swap the panels' }).click();
    await savedIn(page, 'Left').waitFor();
    await chooseMore(page, 'Left', 'Save a copy');
    await panel(page, 'Left')
      .getByRole('heading', { name: /\(copy\)$/ })
      .waitFor();
    await page.reload();
    await isValidAs(page, 'Left', 'JSON with comments');
    await isValidAs(page, 'Right', 'JSON with comments');
    // Undoing a copy restores the previous text's dialect, and that is stored too.
    await page.getByRole('button', { name: 'Copy right to left' }).click();
    await savedIn(page, 'Left').waitFor();
    await dropOpen(page, 'Right', files.write('plain.json', '[7]'));
    await page.getByRole('button', { name: 'Copy right to left' }).click();
    await panel(page, 'Left').getByText('JSON with comments', { exact: true }).waitFor({ state: 'detached' });
    await panel(page, 'Left').getByRole('button', { name: /^Undo/ }).click();
    await isValidAs(page, 'Left', 'JSON with comments');
    await savedIn(page, 'Left').waitFor();
    await page.reload();
    await isValidAs(page, 'Left', 'JSON with comments');
  });

  it('of a name with another ending counts at once, where the text is not valid without', async () => {
    const page = await stage.show('#right=json.[0]');
    const rename = async (name: string): Promise<void> => {
      await panel(page, 'Left').getByRole('heading').getByRole('button').click();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await panel(page, 'Left').getByRole('heading', { name, exact: true }).waitFor();
    };
    await dropOpen(page, 'Left', files.write('settings.json', '[1, // one\n2]'));
    await panel(page, 'Left')
      .getByRole('button', { name: /^Invalid/ })
      .waitFor();
    await rename('settings.jsonc');
    await isValidAs(page, 'Left', 'JSON with comments');
    await savedIn(page, 'Left').waitFor();
    // A new file name does not change the dialect if that would make a valid text invalid, nor if the name implies no dialect.
    await rename('settings.ndjson');
    await rename('settings');
    await page.reload();
    await isValidAs(page, 'Left', 'JSON with comments');
  });

  it('[DOC-15] comes back with unsaved work, and with a file that is called otherwise', async () => {
    const page = await stage.prepare({ allow: /./ });
    await page.addInitScript(() => {
      localStorage.setItem('autosave', 'false');
      const pick = async (): Promise<FileSystemFileHandle> =>
        (await navigator.storage.getDirectory()).getFileHandle('picked.json', { create: true });
      Object.assign(globalThis, { showSaveFilePicker: pick });
    });
    await page.goto(`${stage.address()}#right=json.[0]`);
    await dropOpen(page, 'Left', files.write('a.json5', DOCUMENTS[0][2]));
    await chooseMore(page, 'Left', 'Save to disk');
    await panel(page, 'Left').getByRole('heading', { name: 'picked.json', exact: true }).waitFor();
    await page.reload();
    await panel(page, 'Left').getByRole('heading', { name: 'picked.json', exact: true }).waitFor();
    await isValidAs(page, 'Left', 'JSON5');
    await page.getByRole('button', { name: 'Copy left to right' }).click();
    await isValidAs(page, 'Right', 'JSON5');
    await panel(page, 'Right').locator('[aria-busy=false]', { hasText: 'Draft kept' }).waitFor();
    const crashed = page.waitForEvent('crash');
    void page.goto('chrome://crash').catch(() => undefined);
    await crashed;
    const next = await page.context().newPage();
    await next.goto(stage.address());
    await next.getByRole('button', { name: 'Recover Inline document' }).click();
    await isValidAs(next, 'Right', 'JSON5');
  });

  it('goes with a link, and with what the link opens', async () => {
    const page = await stage.blank();
    const reader = await stage.prepare();
    for (const [label, name, text] of DOCUMENTS) {
      await dropOpen(page, 'Left', files.write(name, text));
      await reader.goto(await linkOf(page, 'Left'));
      await isValidAs(reader, 'Left', label);
      expect((await saveBytes(reader, 'Left')).toString()).toBe(text);
    }
  });
});
