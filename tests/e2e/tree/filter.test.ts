// Filtering items of the tree without the Transform dialog, with real keys and mouse. Checked against the saved text.
// @see requirements TRF-1

import { describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { findings } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';
import { TreePane } from '../support/tree-pane.ts';

const stage = setStage();
const files = makeFolder();
const open = (content: string) => TreePane.open(stage, files.write('tree.json', content));

describe('filtering', () => {
  it('[TRF-1] keeps the items that match, says how many, and is one step back', async () => {
    const text = '{"list": [{"n": 10, "s": "x"}, {"n": 9}, {}, {"n": "20"}, {"n": 1.50}], "b": 1}';
    const pane = await open(text);
    await pane.click('list');
    await pane.press('Alt+F');
    const dialog = pane.page.getByRole('dialog', { name: 'Keep only matching items' });
    await expect
      .poll(() => dialog.getByLabel(/^Keep/).evaluate((one) => (one as HTMLSelectElement).selectedOptions[0]?.text))
      .toBe('n');
    expect(await findings(pane.page, '[data-modal]')).toEqual([]);
    await dialog.getByLabel('Comparison').selectOption({ label: 'is at least' });
    await dialog.getByLabel('Value', { exact: true }).fill('1.5');
    await dialog.getByText('Keeps 3 of 5 items.').waitFor();
    await dialog.getByLabel('Comparison').selectOption({ label: 'is less than' });
    await dialog.getByText('Keeps 0 of 5 items.').waitFor();
    await dialog.getByLabel('Comparison').selectOption({ label: 'is at least' });
    if (process.env['SHOTS'] !== undefined) await pane.page.screenshot({ path: `${process.env['SHOTS']}/keep.png` });
    await pane.page.keyboard.press('Enter');
    const kept = '{"list": [{"n": 10, "s": "x"}, {"n": 9}, {"n": 1.50}], "b": 1}';
    await pane.becomes(kept);
    const notice = pane.page.getByRole('dialog').filter({ hasText: 'Kept 3 of 5 items.' });
    await notice.waitFor();
    await expect.poll(() => pane.selected()).toEqual(['list']);
    await pane.press('Control+Z');
    await pane.becomes(text);
    await pane.press('Control+Y');
    await pane.becomes(kept);
  });

  it('[TRF-1] is taken back by its notice, and proposes nothing that few items have', async () => {
    const text = `{"a": [${Array.from({ length: 16 }, (_, n) => n).join(', ')}, {"id": 1}]}`;
    const pane = await open(text);
    await pane.click('a');
    await pane.press('Alt+F');
    const dialog = pane.page.getByRole('dialog', { name: 'Keep only matching items' });
    const chosen = () =>
      dialog.getByLabel(/^Keep/).evaluate((one) => (one as HTMLSelectElement).selectedOptions[0]?.text);
    await expect.poll(() => dialog.getByLabel(/^Keep/).isEnabled()).toBe(true);
    await expect.poll(() => chosen()).toBe('value itself');
    await dialog.getByLabel('Comparison').selectOption({ label: 'is at least' });
    await dialog.getByLabel('Value', { exact: true }).fill('10');
    await dialog.getByRole('button', { name: 'Keep matching items' }).click();
    await pane.becomes('{"a": [10, 11, 12, 13, 14, 15]}');
    if (process.env['SHOTS'] !== undefined) await pane.page.screenshot({ path: `${process.env['SHOTS']}/kept.png` });
    await pane.page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await pane.becomes(text);
  });

  it('[TRF-1] from the menu, of texts, of the values themselves and of several at once', async () => {
    const pane = await open('{"a": ["x", null, "y"], "b": {"k": "x", "l": 2}, "c": 5}');
    const dialog = pane.page.getByRole('dialog', { name: 'Keep only matching items' });
    await pane.choose('a', 'Change', 'Keep only matching items');
    await dialog.getByLabel('Value', { exact: true }).fill('x');
    await dialog.getByRole('button', { name: 'Keep matching items' }).click();
    await pane.becomes('{"a": ["x"], "b": {"k": "x", "l": 2}, "c": 5}');
    await pane.click('a');
    await pane.click('b', ['Shift']);
    await pane.press('Alt+F');
    await dialog.getByLabel('Comparison').selectOption({ label: 'is not' });
    await dialog.getByLabel('Value', { exact: true }).fill('"x"');
    await dialog.getByRole('button', { name: 'Keep matching items' }).click();
    await pane.becomes('{"a": [], "b": {"l": 2}, "c": 5}');
    await pane.click('c');
    await pane.press('Alt+F');
    await expect.poll(() => dialog.count()).toBe(0);
  });
});
