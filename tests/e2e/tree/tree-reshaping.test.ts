// Moving, sorting and converting one or several values of the tree, with real keys and mouse. Checked against the saved text.

import { describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { TreePane } from '../support/tree-pane.ts';

const stage = setStage();
const files = makeFolder();
const open = (content: string) => TreePane.open(stage, files.write('tree.json', content));

describe('moving and reshaping', () => {
  it('[TRE-2] [TRE-3] Alt and the arrows move what is selected among its siblings', async () => {
    const pane = await open('[1, 2, 3, 4]');
    await pane.click('0');
    await pane.click('1', ['Shift']);
    await pane.press('Alt+ArrowDown');
    await pane.becomes('[3, 1, 2, 4]');
    await expect.poll(() => pane.selected()).toEqual(['1', '2']);
    await pane.press('Alt+ArrowDown', 'Alt+ArrowDown');
    await pane.becomes('[3, 4, 1, 2]');
    await pane.press('Alt+ArrowUp');
    await pane.becomes('[3, 1, 2, 4]');
  });

  it('[TRE-2] is dragged before, behind and into others; Escape leaves it', async () => {
    const pane = await open('{"a": 1, "b": 2, "c": {}, "d": 4}');
    await pane.drag('d', 'a', 0.1);
    await pane.becomes('{"d": 4, "a": 1, "b": 2, "c": {}}');
    await pane.drag('a', 'c', 0.5);
    await pane.becomes('{"d": 4, "b": 2, "c": {"a": 1}}');
    await pane.drag('d', 'b', 0.9);
    await pane.becomes('{"b": 2, "d": 4, "c": {"a": 1}}');
    const [from, to] = [await pane.row('b').boundingBox(), await pane.row('d').boundingBox()];
    await pane.page.mouse.move((from?.x ?? 0) + 100, (from?.y ?? 0) + 8);
    await pane.page.mouse.down();
    await pane.page.mouse.move((to?.x ?? 0) + 100, (to?.y ?? 0) + 20, { steps: 4 });
    await expect.poll(() => pane.grid.locator('[data-drop]').count()).toBe(1);
    await pane.press('Escape');
    await pane.page.mouse.up();
    await expect.poll(() => pane.text()).toBe('{"b": 2, "d": 4, "c": {"a": 1}}');
  });

  it('[TRE-2] sorts by what is inside the items, by keys and by values', async () => {
    const pane = await open('{"list": [{"n": "x10"}, {"n": "x9"}, {}], "b": 1, "a": 2}');
    await pane.click('list');
    await pane.press('Alt+S');
    const dialog = pane.page.getByRole('dialog', { name: 'Sort' });
    await expect
      .poll(() => dialog.getByLabel(/^Sort/).evaluate((one) => (one as HTMLSelectElement).selectedOptions[0]?.text))
      .toBe('n');
    await dialog.getByRole('button', { name: 'Sort' }).click();
    await pane.becomes('{"list": [{"n": "x9"}, {"n": "x10"}, {}], "b": 1, "a": 2}');
    await pane.choose('root', 'Change', 'Sort');
    await dialog.getByLabel('Direction').selectOption('descending');
    await dialog.getByRole('button', { name: 'Sort' }).click();
    await pane.becomes('{"list": [{"n": "x9"}, {"n": "x10"}, {}], "b": 1, "a": 2}');
    await pane.choose('root', 'Change', 'Sort');
    await dialog.getByRole('button', { name: 'Sort' }).click();
    await pane.becomes('{"a": 2, "b": 1, "list": [{"n": "x9"}, {"n": "x10"}, {}]}');
  });

  it('[TRE-2] converts, wraps, unwraps and extracts', async () => {
    const pane = await open('{"a": [1, 2], "s": "{\\"k\\": 0}"}');
    await pane.choose('a', 'Change', 'Object');
    await pane.becomes('{"a": {"0": 1, "1": 2}, "s": "{\\"k\\": 0}"}');
    await pane.choose('a', 'Change', 'Array');
    await pane.becomes('{"a": [1, 2], "s": "{\\"k\\": 0}"}');
    await pane.choose('s', 'Change', 'JSON of its text');
    await pane.becomes('{"a": [1, 2], "s": {"k": 0}}');
    await pane.choose('s', 'Change', 'Text of its JSON');
    await pane.becomes('{"a": [1, 2], "s": "{\\"k\\": 0}"}');
    await pane.choose('a', 'Change', 'Move and wrap', 'Wrap in an array');
    await pane.becomes('{"a": [[1, 2]], "s": "{\\"k\\": 0}"}');
    await pane.choose('a', 'Change', 'Move and wrap', 'Extract');
    await pane.becomes('[[1, 2]]');
    await pane.press('Control+Z');
    await pane.becomes('{"a": [[1, 2]], "s": "{\\"k\\": 0}"}');
  });
});

describe('several values', () => {
  it('[TRE-2] are sorted, converted, unwrapped and extracted at once, as one step each', async () => {
    const text = '{"a": [3, 1], "b": 7, "c": [2, 1]}';
    const pane = await open(text);
    const said = (words: string) => pane.root.getByRole('status').filter({ hasText: words }).first().waitFor();
    await pane.click('a');
    await pane.click('c', ['Shift']);
    await pane.press('Alt+S');
    const dialog = pane.page.getByRole('dialog', { name: 'Sort' });
    await dialog.getByRole('button', { name: 'Sort' }).click();
    // The focus is back in the tree.
    await expect.poll(() => pane.grid.evaluate((grid) => grid.contains(document.activeElement))).toBe(true);
    await pane.becomes('{"a": [1, 3], "b": 7, "c": [1, 2]}');
    await said('Sorted 2 of 3 values. The others stay as they are.');
    await expect.poll(() => pane.selected()).toEqual(['a', 'c']);
    await pane.press('Alt+Shift+O');
    await pane.becomes('{"a": {"0": 1, "1": 3}, "b": 7, "c": {"0": 1, "1": 2}}');
    await pane.press('Alt+U');
    await pane.becomes('{"0": 1, "1": 3, "b": 7, "0 (copy)": 1, "1 (copy)": 2}');
    await expect.poll(() => pane.selected()).toEqual(['0', '1', '0 (copy)', '1 (copy)']);
    // From the menu, on values that cannot be unwrapped.
    await pane.row('b').click({ button: 'right' });
    await pane.press('Escape');
    await pane.click('1', ['Shift']);
    await pane.choose('b', 'Change', 'Move and wrap', 'Unwrap');
    await pane.page.getByText('None of the 2 selected values is an object or an array').first().waitFor();
    await pane.press('Control+Z', 'Control+Z');
    await pane.becomes('{"a": [1, 3], "b": 7, "c": [1, 2]}');
    await pane.click('c');
    await pane.click('a', ['Control']);
    await pane.press('Alt+E');
    await pane.becomes('[[1, 3], [1, 2]]');
    await pane.press('Control+Z', 'Control+Z');
    await pane.becomes(text);
  });
});

describe('[NEW-3] JSON inside of strings', () => {
  it('becomes rows at once, is escaped again where it was changed, and is the same bytes where it was not', async () => {
    const text = String.raw`{"a": "{\"b\": \"[1]\"}", "c": "{\"d\":\"\\u00e9\"}", "e": "[x]"}`;
    const pane = await open(text);
    await pane.click('a');
    await pane.press('Alt+Shift+U');
    await pane.becomes(String.raw`{"a": {"b": [1]}, "c": {"d":"\u00e9"}, "e": "[x]"}`);
    await pane.page.getByText('Unpacked 3 strings.').first().waitFor();
    await pane.click('c');
    await pane.press('ArrowRight');
    await pane.click('d');
    await pane.press('Enter', 'Control+A');
    await pane.page.keyboard.type('new');
    await pane.press('Enter');
    await pane.becomes(String.raw`{"a": {"b": [1]}, "c": {"d":"new"}, "e": "[x]"}`);
    await pane.press('Alt+Shift+K');
    await pane.becomes(text.replace(String.raw`\\u00e9`, 'new'));
    await pane.press('Alt+Shift+K');
    await pane.page
      .getByText(/Nothing that was unpacked is left to pack/)
      .first()
      .waitFor();
  });
});
