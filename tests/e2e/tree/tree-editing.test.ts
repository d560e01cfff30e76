// Editing the tree: selection, menu and clipboard, with real keys and mouse. Checked against the saved text.

import { describe, expect, it } from 'vitest';
import {
  chooseMore,
  dropOpen,
  holdClipboard,
  panel,
  rowTexts,
  setStage,
  waitValid,
  waitForMenuFocus,
} from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { makeFolder, records } from '../support/files.ts';
import { TreePane } from '../support/tree-pane.ts';

const stage = setStage();
const files = makeFolder();
const SMALL = '{\n  "a": 1,\n  "b": "two",\n  "c": [1, 2],\n  "d": {"x": true}\n}\n';
const open = (content: string) => TreePane.open(stage, files.write('tree.json', content));

describe('selecting', () => {
  it('[TRE-2] [TRE-3] by click, Shift, Ctrl and keys', async () => {
    const pane = await open(SMALL);
    await pane.click('a');
    await expect.poll(() => pane.selected()).toEqual(['a']);
    await pane.click('c', ['Shift']);
    await expect.poll(() => pane.selected()).toEqual(['a', 'b', 'c']);
    await pane.click('b', ['Control']);
    await expect.poll(() => pane.selected()).toEqual(['a', 'c']);
    await pane.press('Escape');
    await expect.poll(() => pane.selected()).toEqual(['b']);
    await pane.press('Shift+ArrowDown', 'Shift+ArrowDown');
    await expect.poll(() => pane.selected()).toEqual(['b', 'c', 'd']);
    await pane.press('Shift+ArrowUp');
    await expect.poll(() => pane.selected()).toEqual(['b', 'c']);
    await pane.press('Control+A');
    await expect.poll(() => pane.selected()).toEqual(['root', 'a', 'b', 'c', 'd']);
    await expect.poll(() => pane.grid.getAttribute('aria-multiselectable')).toBe('true');
  });

  it('[TRE-1] what is selected stays so when a row above it opens and closes', async () => {
    const pane = await open(SMALL);
    await pane.click('d');
    await pane.row('c').locator('[data-open]').click();
    await pane.row('1').waitFor();
    await pane.click('d');
    await pane.click('b', ['Shift']);
    await pane.row('c').locator('[data-open]').click();
    await expect.poll(() => pane.keys()).toEqual(['root', 'a', 'b', 'c', 'd']);
  });
});

describe('typing', () => {
  it('[TRE-3] a character starts to replace the value, and Escape brings it back', async () => {
    const pane = await open(SMALL);
    await pane.click('a');
    await pane.page.keyboard.type('42');
    await expect.poll(() => pane.field('Value').inputValue()).toBe('42');
    await pane.press('Enter');
    await pane.becomes(SMALL.replace('1,\n', '42,\n'));
    await pane.page.keyboard.type('9');
    await pane.press('Escape');
    await pane.becomes(SMALL.replace('1,\n', '42,\n'));
    await pane.press('ArrowDown');
    await pane.page.keyboard.type('7');
    await pane.press('Enter');
    // A string stays a string.
    await pane.becomes(SMALL.replace('1,\n', '42,\n').replace('"two"', '"7"'));
  });

  it('[TRE-3] [DOC-19] saving writes what is in the field, also in one that is on its way', async () => {
    const pane = await open('{"a": 1}');
    await pane.click('a');
    await pane.press('Enter');
    await pane.field('Value').fill('2');
    await pane.press('Control+S');
    await pane.root.getByText(/^Downloaded \d/).waitFor();
    await expect.poll(() => pane.field('Value').count()).toBe(0);
    await pane.press('7', '5');
    await expect.poll(() => pane.text()).toBe('{"a": 75}');
    await pane.press('ArrowUp');
    await expect.poll(() => pane.selected()).toEqual(['root']);
  });

  it('[TRE-2] [TRE-3] the type is switched beside the field, a boolean by Space', async () => {
    const pane = await open('{"a": "12", "b": 5, "c": true}');
    await pane.click('a');
    await pane.press('Enter', 'Alt+T', 'Enter');
    await pane.becomes('{"a": 12, "b": 5, "c": true}');
    await pane.click('b');
    await pane.press('Enter');
    await pane.grid.getByRole('button', { name: 'Write a string' }).click();
    await pane.press('Enter');
    await pane.click('c');
    await pane.press(' ');
    await pane.becomes('{"a": 12, "b": "5", "c": false}');
  });
});

describe('inserting and removing', () => {
  it('[TRE-2] before, after and inside, as a value, an object, an array, or like a neighbour', async () => {
    const pane = await open('[{"id": 7, "tags": ["x"]}, 1]');
    await pane.choose('0', 'Insert', 'Insert after', 'Like this one');
    await pane.becomes('[{"id": 7, "tags": ["x"]}, {"id":0,"tags":[]}, 1]');
    await pane.choose('1', 'Insert', 'Insert before', 'Object');
    await pane.becomes('[{"id": 7, "tags": ["x"]}, {}, {"id":0,"tags":[]}, 1]');
    await pane.choose('1', 'Insert', 'Insert inside', 'Array');
    await pane.field('Key').waitFor();
    await pane.press('Control+A');
    await pane.page.keyboard.type('list');
    await pane.press('Enter');
    await pane.becomes('[{"id": 7, "tags": ["x"]}, {"list":[]}, {"id":0,"tags":[]}, 1]');
  });

  it('[TRE-2] [TRE-3] several are duplicated and removed at once, as one step each; the root is not removed, and says so', async () => {
    const pane = await open('[1, 2, 3, 4]');
    await pane.click('1');
    await pane.click('2', ['Shift']);
    await pane.press('Control+D');
    await pane.becomes('[1, 2, 3, 2, 3, 4]');
    await expect.poll(() => pane.selected()).toEqual(['3', '4']);
    await pane.press('Delete');
    await pane.becomes('[1, 2, 3, 4]');
    await pane.click('0');
    await pane.click('3', ['Control']);
    await pane.press('Delete');
    await pane.becomes('[2, 3]');
    await pane.press('Control+Z');
    // The previous selection is restored.
    await expect.poll(() => pane.selected()).toEqual(['0', '3']);
    await pane.press('Control+Z', 'Control+Z');
    await pane.becomes('[1, 2, 3, 4]');
    await pane.click('root');
    await pane.press('Delete');
    await pane.page.getByText("The root can't be removed").first().waitFor();
    await expect.poll(() => pane.text()).toBe('[1, 2, 3, 4]');
  });

  it('[TRE-2] [TRE-3] with what is typed then as one step; Escape takes what was begun away', async () => {
    const pane = await open('{"a": [1], "b": 2}');
    await pane.click('a');
    await pane.press('ArrowRight');
    await pane.row('0').waitFor();
    await pane.press('ArrowDown', 'Insert');
    await pane.field('Value').fill('15');
    await pane.press('Enter');
    await pane.becomes('{"a": [1, 15], "b": 2}');
    await pane.press('Control+Z');
    await pane.becomes('{"a": [1], "b": 2}');
    await expect.poll(() => pane.selected()).toEqual(['0']);
    await pane.press('Control+Y');
    await pane.becomes('{"a": [1, 15], "b": 2}');
    await pane.click('b');
    await pane.press('Insert');
    await pane.field('Key').fill('c');
    await pane.press('Tab');
    await pane.field('Value').fill('null');
    await pane.press('Enter');
    await pane.becomes('{"a": [1, 15], "b": 2, "c": null}');
    // A later edit of the inserted value is its own undo step.
    await pane.press('Enter');
    await pane.field('Value').fill('x');
    await pane.press('Enter', 'Control+Z');
    await pane.becomes('{"a": [1, 15], "b": 2, "c": null}');
    await pane.press('Control+Z');
    await pane.becomes('{"a": [1, 15], "b": 2}');
    await pane.click('b');
    await pane.press('Insert');
    await pane.field('Key').waitFor();
    await pane.press('Escape');
    await pane.becomes('{"a": [1, 15], "b": 2}');
    await expect.poll(() => pane.selected()).toEqual(['b']);
    await pane.press('Control+ArrowUp', 'd', 'Escape');
    await expect.poll(() => pane.row('1').getAttribute('data-caret')).toBe('before');
    await pane.becomes('{"a": [1, 15], "b": 2}');
  });
});

describe('the insertion point', () => {
  it('[TRE-2] is put between two values; what is typed or pasted goes there', async () => {
    const pane = await open('{"a": [1, 2], "b": {}}');
    const pointBelow = async (key: string): Promise<void> => {
      const box = await pane.row(key).boundingBox();
      const chevron = await pane.row(key).locator('span').nth(1).boundingBox();
      await pane.page.mouse.click((chevron?.x ?? 0) + 6, (box?.y ?? 0) + (box?.height ?? 0) - 1);
    };
    await pane.row('a').locator('[data-open]').click();
    await pane.row('1').waitFor();
    await pointBelow('0');
    await expect.poll(() => pane.row('0').getAttribute('data-caret')).toBe('after');
    await expect.poll(() => pane.selected()).toEqual([]);
    await pane.page.keyboard.type('15');
    await pane.field('Value').waitFor();
    await pane.press('Enter');
    await pane.becomes('{"a": [1, 15, 2], "b": {}}');
    await pointBelow('a');
    await pane.page.evaluate(() => navigator.clipboard.writeText('[0]'));
    await pane.press('Control+V');
    await pane.becomes('{"a": [[0], 1, 15, 2], "b": {}}');
    await pointBelow('root');
    await pane.page.keyboard.type('first');
    await expect.poll(() => pane.field('Key').inputValue()).toBe('first');
    await pane.press('Tab');
    await pane.page.keyboard.type('null');
    await pane.press('Enter');
    await pane.becomes('{"first": null, "a": [[0], 1, 15, 2], "b": {}}');
    await pointBelow('b');
    await pane.press('Escape');
    await expect.poll(() => pane.selected()).toEqual(['b']);
  });

  it('[TRE-2] [TRE-3] is put below, above and inside by keys, at every depth, and said', async () => {
    const pane = await open('{"a": [1, [2]], "b": {}}');
    const said = (words: string) => pane.root.getByRole('status').getByText(words, { exact: true }).waitFor();
    await pane.click('a');
    await pane.press('ArrowRight');
    await pane.row('0').waitFor();
    await pane.press('Control+ArrowDown');
    await said('Insertion point before item 0.');
    await expect.poll(() => pane.row('a').getAttribute('data-caret')).toBe('before');
    await pane.page.keyboard.type('9');
    await pane.press('Enter');
    await pane.becomes('{"a": [9, 1, [2]], "b": {}}');
    // The check of the text that follows an edit does not undo a caret move made while it runs.
    await pane.press('ArrowDown', 'ArrowDown', 'Control+ArrowDown');
    await said('Insertion point after item 2.');
    await pane.press('Control+ArrowDown');
    await said('Insertion point after "a".');
    await expect.poll(() => pane.row('2').getAttribute('data-caret')).toBe('after');
    await pane.page.evaluate(() => navigator.clipboard.writeText('0'));
    await pane.press('Control+V');
    await pane.becomes('{"a": [9, 1, [2]], "key": 0, "b": {}}');
    await expect.poll(() => pane.selected()).toEqual(['key']);
    await pane.press('Control+ArrowUp');
    await said('Insertion point before "key".');
    await pane.press('Control+ArrowUp');
    await said('Insertion point after item 2.');
    await pane.press('ArrowUp', 'Control+ArrowRight');
    await said('Insertion point before item 0.');
    await pane.press('Enter');
    await pane.field('Value').fill('true');
    await pane.press('Enter');
    await pane.becomes('{"a": [9, 1, [true, 2]], "key": 0, "b": {}}');
  });
});

describe('the clipboard', () => {
  it('[TRE-2] [TRE-3] one value is copied as it stands, and pasted behind another with its key', async () => {
    const pane = await open(SMALL);
    await pane.click('d');
    await pane.press('Control+C');
    await expect.poll(() => pane.clipboard()).toBe('{"x": true}');
    await pane.click('a');
    await pane.press('Control+V');
    await pane.becomes(SMALL.replace('1,\n', '1,\n  "d (copy)": {\n    "x": true\n  },\n'));
    await expect.poll(() => pane.selected()).toEqual(['d (copy)']);
  });

  it('[TRE-2] several are copied with their keys, and keep them', async () => {
    const pane = await open('{"a": 1, "b": [2], "into": {}, "list": []}');
    await pane.click('a');
    await pane.click('b', ['Shift']);
    await pane.press('Control+C');
    await expect.poll(() => pane.clipboard()).toBe('"a": 1,\n"b": [2]');
    await pane.click('into');
    await pane.press('Control+V');
    await pane.becomes('{"a": 1, "b": [2], "into": {"a": 1, "b": [2]}, "list": []}');
    await pane.click('list');
    await pane.press('Control+V');
    await pane.becomes('{"a": 1, "b": [2], "into": {"a": 1, "b": [2]}, "list": [1, [2]]}');
  });

  it('[TRE-2] several come back as several, whatever the first is, here and in the other panel', async () => {
    const pane = await open('{"list": [3, 1, 2], "flags": [true, null, "x"], "at": 7}');
    const rows = pane.grid.getByRole('row');
    for (const [key, count] of [
      ['list', 7],
      ['flags', 10],
    ] as const) {
      await pane.row(key).locator('[data-open]').click();
      // The new rows move the next one down, so wait for them.
      await expect.poll(() => rows.count()).toBe(count);
    }
    await rows.nth(2).click();
    await rows.nth(3).click({ modifiers: ['Shift'] });
    await pane.press('Control+X');
    await pane.becomes('{"list": [2], "flags": [true, null, "x"], "at": 7}');
    await pane.press('Control+V');
    await pane.becomes('{"list": [2, 3, 1], "flags": [true, null, "x"], "at": 7}');
    // From an array and an object together, both are copied as items.
    await rows.nth(6).click();
    await rows.nth(9).click({ modifiers: ['Control'] });
    await pane.press('Control+C');
    await expect.poll(() => pane.clipboard()).toBe('true,\n7');
    await dropOpen(pane.page, 'Right', files.write('other.json', '[0]'));
    const right = panel(pane.page, 'Right');
    await right.getByRole('row').nth(1).click();
    await pane.press('Control+V');
    await expect.poll(() => rowTexts(pane.page, 'Right')).toEqual(['root 3 items', '0 0', '1 true', '2 7']);
    // Without a document to paste into, they become one.
    await chooseMore(pane.page, 'Right', 'Close');
    await right.getByText('Drop a JSON file here').click();
    await pane.press('Control+V');
    await waitValid(pane.page, 'Right');
    await expect.poll(() => rowTexts(pane.page, 'Right')).toEqual(['root 2 items', '0 true', '1 7']);
  });

  it('[TRE-2] cut takes away what was selected, wherever one goes before the clipboard has it', async () => {
    const pane = await open('{"a": 1, "b": 2, "c": 3}');
    const release = await holdClipboard(pane.page);
    await pane.click('b');
    await pane.press('Control+X', 'ArrowUp');
    await expect.poll(() => pane.selected()).toEqual(['a']);
    await release();
    await pane.becomes('{"a": 1, "c": 3}');
    await expect.poll(() => pane.clipboard()).toBe('2');
    await expect.poll(() => pane.selected()).toEqual(['a']);
    await pane.click('c');
    await pane.press('Control+V');
    await pane.becomes('{"a": 1, "c": 3, "b": 2}');
    await pane.press('Control+Z', 'Control+Z');
    await pane.becomes('{"a": 1, "b": 2, "c": 3}');
  });

  it('[TRE-2] a text is pasted as a string; JSON as JSON, or as text where that is asked for', async () => {
    const pane = await open('[0, 1]');
    const put = (text: string) => pane.page.evaluate((content) => navigator.clipboard.writeText(content), text);
    await put('no, "JSON"');
    await pane.click('1');
    await pane.press('Control+V');
    await pane.becomes('[0, 1, "no, \\"JSON\\""]');
    await put('{"a": 1}');
    await pane.press('Control+Shift+V');
    await pane.becomes('[0, 1, "no, \\"JSON\\"", "{\\"a\\": 1}"]');
    await pane.press('Alt+Shift+V');
    await pane.becomes('[0, 1, "no, \\"JSON\\"", {"a": 1}]');
  });
});

describe('the menu', () => {
  it('[TRE-2] [TRE-3] opens by the right button, the "…" of the row and Shift+F10, and says the keys of its entries; Escape gives the keys back', async () => {
    const pane = await open(SMALL);
    const menu = pane.page.getByRole('menu');
    await pane.click('b');
    await pane.press('Shift+F10');
    await waitForMenuFocus(pane.page);
    await pane.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await pane.press('ArrowDown');
    await expect.poll(() => pane.selected()).toEqual(['c']);
    await pane.row('a').hover();
    await pane.row('a').locator('[data-hint^=Menu]').click();
    await menu.waitFor();
    await expect.poll(() => pane.selected()).toEqual(['a']);
    await pane.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await pane.row('d').click({ button: 'right' });
    await menu.waitFor();
    await expect.poll(() => pane.selected()).toEqual(['d']);
    // Except for entries that open a submenu.
    const entries = await pane.page
      .getByRole('menuitem')
      .evaluateAll((items) => items.filter((item) => item.ariaHasPopup === null).map((item) => item.children.length));
    expect(entries.length).toBeGreaterThan(4);
    expect(entries.every((parts) => parts === 2)).toBe(true);
  });

  it('[PAN-11] axe finds nothing, in the light and in the dark', async () => {
    const pane = await open(SMALL);
    await pane.click('a');
    await pane.click('c', ['Shift']);
    expect(await findingsInBoth(pane.page, '#RIGHT_PANEL')).toEqual([]);
    await pane.row('b').click({ button: 'right' });
    await pane.page.getByRole('menuitem', { name: 'Change', exact: true }).hover();
    await pane.page.getByRole('menuitem', { name: 'Move and wrap' }).hover();
    await pane.page.getByRole('menuitem', { name: 'Wrap in an object' }).waitFor();
    expect(await findingsInBoth(pane.page, '[role=menu]')).toEqual([]);
    await pane.press('Escape', 'Escape');
    await pane.click('c');
    await pane.press('Alt+S');
    await pane.page.getByRole('dialog', { name: 'Sort' }).waitFor();
    expect(await findingsInBoth(pane.page, '[data-modal]')).toEqual([]);
  });
});

describe('keys that follow each other at once', () => {
  it('[TRE-2] [TRE-3] are for the field that comes, or come behind it', async () => {
    const pane = await open('{"a":{"b":1},"c":"x"}');
    await pane.click('c');
    const keys = ['F2', 'n', 'e', 'w', 'Enter', 'ArrowUp', 'Enter', 'ArrowDown', 'Enter', '7', 'Enter'];
    await Promise.all(keys.map((one) => pane.page.keyboard.press(one)));
    await pane.becomes('{"a":{"b":7},"c":"new"}');
    await pane.page.evaluate(() => navigator.clipboard.writeText('[true]'));
    await pane.click('c');
    await pane.press('Insert', 'y', 'Enter', 'Alt+Shift+V', 'ArrowUp', 'Delete');
    await pane.becomes('{"a":{"b":7},"y":[true]}');
  });
});

describe('a large document', () => {
  it('[TRE-2] [BIG-1] all of 100,000 values are selected, duplicated, removed and sorted', async () => {
    const pane = await open(JSON.stringify(Array.from({ length: 100_000 }, (_, id) => 99_999 - id)));
    await pane.click('0');
    await pane.press('Shift+End', 'Control+D');
    await pane.row('100000').waitFor();
    await expect.poll(() => pane.row('100000').getAttribute('aria-setsize')).toBe('200000');
    await pane.press('Delete');
    await expect.poll(() => pane.selected()).toEqual(['99999']);
    await pane.press('Home');
    await expect.poll(() => pane.row('root').innerText()).toContain('100,000');
    await pane.press('Alt+S');
    await pane.page.getByRole('dialog', { name: 'Sort' }).getByRole('button', { name: 'Sort' }).click();
    await pane.becomes(JSON.stringify(Array.from({ length: 100_000 }, (_, id) => id)));
  });

  it('[TRE-2] [BIG-1] of records of 3 MB the last is cut, pasted in front of the first, and brought back', async () => {
    const text = records(20_000);
    const pane = await open(text);
    await pane.click('root');
    await pane.press('End', 'Control+X');
    const record = JSON.parse(text).at(-1);
    await expect.poll(async () => JSON.parse((await pane.clipboard()) || 'null')).toEqual(record);
    await pane.press('Home');
    await pane.row('0').waitFor();
    await pane.click('0');
    await pane.press('Shift+Insert', 'Enter', 'Alt+Shift+V');
    const first = async (): Promise<unknown> => JSON.parse(await pane.text())[0];
    await expect.poll(first).toEqual(record);
    await pane.press('Control+Z', 'Control+Z', 'Control+Z');
    await pane.becomes(text);
  });
});
