// Control characters in the tree: shown as symbols, or as escapes if that is chosen, and never changed by viewing.

import { describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { TreePane } from '../support/tree-pane.ts';

const stage = setStage();
const files = makeFolder();

/** Spelt as no serializer would, so that any rewriting shows. */
const DOCUMENT = String.raw`{"k\u0009y": "one\u000atwo\\x\u0007", "n": 1.0, "json": "{\"a\": \"\\u0031\\n\"}"}`;
const KEY = { signs: 'k⇥y', escapes: String.raw`k\ty` };
const VALUE = { signs: String.raw`one↵two\x\u0007`, escapes: String.raw`one\ntwo\\x\u0007` };

const open = (): Promise<TreePane> => TreePane.open(stage, files.write('controls.json', DOCUMENT));

/** Toggles the setting in the dialog; the rows show it immediately. */
async function choose({ page }: TreePane): Promise<void> {
  await page.locator('#settings').click();
  await page.getByRole('menuitem', { name: 'Configure editor…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editor configuration' });
  await dialog.getByRole('checkbox', { name: 'Escape control characters' }).click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

describe('control characters', () => {
  it('[FMT-1] [SET-1] are signs on a row and themselves in its field, and leaving it writes nothing', async () => {
    const pane = await open();
    await pane.row(KEY.signs).getByText(VALUE.signs, { exact: true }).waitFor();
    await pane.click(KEY.signs);
    await pane.press('Enter');
    await expect.poll(() => pane.field('Value').inputValue()).toBe('one\ntwo\\x\u0007');
    await pane.press('Enter');
    await pane.press('Shift+Enter');
    await expect.poll(() => pane.field('Key').inputValue()).toBe('k\ty');
    await pane.press('Enter');
    await expect.poll(() => pane.text()).toBe(DOCUMENT);
    // A typed backslash is a literal backslash.
    await pane.click('n');
    await pane.press('Enter');
    await pane.page.keyboard.insertText(String.raw`a\nb`);
    await pane.press('Enter');
    await pane.becomes(DOCUMENT.replace('1.0', String.raw`"a\\nb"`));
  });

  it('[FMT-1] [SET-1] are escapes on a row and in its field where that is chosen, and are read as such', async () => {
    const pane = await open();
    await pane.row(KEY.signs).waitFor();
    await choose(pane);
    await expect.poll(() => pane.page.evaluate(() => localStorage.getItem('escapeControlCharacters'))).toBe('true');
    await pane.row(KEY.escapes).getByText(VALUE.escapes, { exact: true }).waitFor();

    await pane.click(KEY.escapes);
    await pane.press('Enter');
    await expect.poll(() => pane.field('Value').inputValue()).toBe(VALUE.escapes);
    await pane.press('Enter');
    await pane.press('Shift+Enter');
    await expect.poll(() => pane.field('Key').inputValue()).toBe(KEY.escapes);
    await pane.press('Enter');
    await expect.poll(() => pane.text()).toBe(DOCUMENT);

    // Escapes typed after a value, in place of a number, and in a key; a line break by Shift+Enter counts as one.
    await pane.click(KEY.escapes);
    await pane.press('Enter', 'End');
    await pane.page.keyboard.insertText(String.raw`\t\d`);
    await pane.press('Shift+Enter', 'Enter');
    await pane
      .row(KEY.escapes)
      .getByText(String.raw`${VALUE.escapes}\t\\d\n`, { exact: true })
      .waitFor();
    await pane.click('n');
    await pane.press('Enter');
    await pane.page.keyboard.insertText(String.raw`["\n"]`);
    await pane.press('Enter');
    await pane.click(KEY.escapes);
    await pane.press('Shift+Enter');
    await pane.page.keyboard.insertText(String.raw`\u0008`);
    await pane.press('Enter');
    await pane.row(String.raw`\b`).waitFor();
    // A string that holds JSON is converted to that JSON: its escapes were those of the string.
    await pane.click('json');
    await pane.press('Enter', 'Alt+T', 'Enter');
    await pane.becomes(String.raw`{"\b": "one\ntwo\\x\u0007\t\\d\n", "n": ["\n"], "json": {"a": "\u0031\n"}}`);
    // JSON typed over the string has its own escapes.
    await pane.press('Control+z');
    await pane.click('json');
    await pane.page.keyboard.type(String.raw`{"a": "C:\\new"}`);
    await pane.press('Alt+T', 'Enter');
    await pane.becomes(String.raw`{"\b": "one\ntwo\\x\u0007\t\\d\n", "n": ["\n"], "json": {"a": "C:\\new"}}`);
    await choose(pane);
  });

  it('[FMT-1] [TRE-5] [SET-1] that were found are marked as they are shown, and the same in the list of results', async () => {
    const pane = await open();
    const results = pane.root.getByRole('tree', { name: 'Results' });
    await pane.click(KEY.signs);
    await pane.press('Control+F');
    await pane.root.getByRole('search').getByRole('textbox', { name: 'Find' }).fill('two');
    await pane.press('Alt+A');
    await results.getByRole('treeitem', { name: `${KEY.signs} ${VALUE.signs}`, exact: true }).waitFor();
    await choose(pane);
    await results.getByRole('treeitem', { name: `${KEY.escapes} ${VALUE.escapes}`, exact: true }).waitFor();
    await pane.grid.locator('mark', { hasText: /^two$/ }).waitFor();
    await expect.poll(() => pane.row(KEY.escapes).innerText()).toContain(VALUE.escapes);
    await choose(pane);
  });
});
