// Files that are not plain JSON: opened, edited in the tree, formatted and saved as what they are.

import { describe, expect, it } from 'vitest';
import { dropOpen, panel, rowTexts, saveBytes, setMode, setStage, shownLines } from './app.ts';
import { makeFolder } from './files.ts';

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
    const page = await stage.open('#right=json.[1]');
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

  it('of records is an array in the tree and records in the text', async () => {
    const page = await stage.open('#right=json.[1]');
    await dropOpen(page, 'Left', files.write('log.ndjson', '{"id":1}\n{"id":2}\n'));
    await panel(page, 'Left').getByText('NDJSON', { exact: true }).waitFor();
    await setMode(page, 'Left', 'tree');
    await expect.poll(() => rowTexts(page, 'Left')).toEqual(['root 2 items', '0 1 key {id: 1}', '1 1 key {id: 2}']);
    await panel(page, 'Left').getByRole('row').nth(1).getByText('0', { exact: true }).click();
    await page.keyboard.press('Delete');
    await expect.poll(() => rowTexts(page, 'Left')).toEqual(['root 1 item', '0 1 key {id: 2}']);
    expect((await saveBytes(page, 'Left')).toString()).toBe('{"id":2}\n');
  });

  it('in JSON5 opens as it is', async () => {
    const page = await stage.open('#right=json.[1]');
    await dropOpen(page, 'Left', files.write('a.json5', "{name: 'it\\'s', size: 0x10, // hex\n}"));
    await panel(page, 'Left').getByText('JSON5', { exact: true }).waitFor();
    await setMode(page, 'Left', 'tree');
    await expect.poll(() => rowTexts(page, 'Left')).toEqual(['root 2 keys', "name it's", 'size 0x10']);
  });

  it('[PAR-4] with comments that is called JSON says that JSON has none', async () => {
    const page = await stage.open('#right=json.[1]');
    await dropOpen(page, 'Left', files.write('plain.json', '[1, // one\n2]'));
    await panel(page, 'Left').getByText('Comments are not allowed in JSON.').first().waitFor();
  });
});
