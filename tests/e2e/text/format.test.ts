// Formatting in place: the whole document or the selection, from the menu and by keys, with the caret staying on its token.

import { describe, expect, it } from 'vitest';
import { dropOpen, panel, setMode, setStage } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { openPane, type TextPane } from '../support/pane.ts';

const stage = setStage();
const files = makeFolder();
const SOURCE = '{"b": [1, {"z": 10, "y": 2.50}], "a": "text"}';
const FORMATTED = '{\n  "b": [\n    1,\n    {\n      "z": 10,\n      "y": 2.50\n    }\n  ],\n  "a": "text"\n}';

const open = (content: string, name = 'format.json'): Promise<TextPane> => openPane(stage, files.write(name, content));

/** Selects from one column to another of the first line. */
async function select(pane: TextPane, from: number, to: number): Promise<void> {
  await pane.go(1, from);
  await pane.page.keyboard.down('Shift');
  await pane.repeat('ArrowRight', to - from);
  await pane.page.keyboard.up('Shift');
  await pane.root.getByText(`(${to - from} selected)`).waitFor();
}

async function choose(pane: TextPane, name: string): Promise<void> {
  await pane.root.getByRole('button', { name: 'Format', exact: true }).click();
  await pane.page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
}

describe('[FMT-1] the document', () => {
  it('[TXT-1] is formatted with Shift+Alt+F, the caret on its token; undo brings both back', async () => {
    const pane = await open(SOURCE);
    await pane.go(1, SOURCE.indexOf('2.50') + 3);
    await pane.press('Shift+Alt+F');
    await pane.shows(FORMATTED);
    await pane.at(6, 14);
    await pane.press('Control+z');
    await pane.shows(SOURCE);
    await pane.at(1, SOURCE.indexOf('2.50') + 3);
    await expect.poll(() => pane.text()).toBe(SOURCE);
  });

  it('is formatted with Ctrl+I and compacted with Ctrl+Shift+I, one undo step each', async () => {
    const pane = await open(SOURCE);
    await pane.press('Control+i');
    await pane.shows(FORMATTED);
    await pane.press('Control+Shift+i');
    await pane.shows('{"b":[1,{"z":10,"y":2.50}],"a":"text"}');
    await pane.press('Control+z', 'Control+z');
    await pane.shows(SOURCE);
  });

  it('has its keys sorted on every level, and stays expanded in the tree', async () => {
    const pane = await open(SOURCE);
    await pane.go(1, SOURCE.indexOf('10') + 2);
    await choose(pane, 'Sort keys a to z');
    const sorted = '{"a": "text", "b": [1, {"y": 2.50, "z": 10}]}';
    await pane.shows(sorted);
    await pane.at(1, sorted.indexOf('10') + 2);
    await setMode(pane.page, 'Left', 'tree');
    await panel(pane.page, 'Left').getByRole('row').filter({ hasText: 'text' }).waitFor();
    await choose(pane, 'Sort keys, descending');
    await setMode(pane.page, 'Left', 'text');
    await pane.shows('{"b": [1, {"z": 10, "y": 2.50}], "a": "text"}');
  });

  it('becomes a string and comes back', async () => {
    const pane = await open('{"a": "é\\n"}');
    await choose(pane, 'Escape');
    await pane.shows('"{\\"a\\": \\"é\\\\n\\"}"');
    await choose(pane, 'Unescape');
    await pane.shows('{"a": "é\\n"}');
  });
});

describe('[FMT-1] a selection', () => {
  it('[TXT-1] is formatted where it is, by the menu, which says so, and by Ctrl+K Ctrl+F', async () => {
    const pane = await open(SOURCE);
    const [from, to] = [SOURCE.indexOf('[') + 1, SOURCE.indexOf(']') + 2];
    await select(pane, from, to);
    await choose(pane, 'Format selection');
    const shown = '{"b": [\n  1,\n  {\n    "z": 10,\n    "y": 2.50\n  }\n], "a": "text"}';
    await pane.shows(shown);
    await pane.press('Control+z');
    await pane.shows(SOURCE);
    await pane.root.getByText(`(${to - from} selected)`).waitFor();
    await pane.page.keyboard.press('Control+k');
    await pane.page.keyboard.press('Control+f');
    await pane.shows(shown);
    await expect.poll(() => pane.text()).toBe(shown);
  });

  it('without a whole value is refused with a sentence, and nothing changes', async () => {
    const pane = await open(SOURCE);
    await select(pane, 2, 4);
    await choose(pane, 'Compact selection');
    await pane.page
      .getByText(/The selection holds no whole value/)
      .first()
      .waitFor();
    await expect.poll(() => pane.text()).toBe(SOURCE);
    await expect.poll(() => pane.root.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('is sorted, escaped and unescaped', async () => {
    const pane = await open(SOURCE);
    await select(pane, SOURCE.indexOf('{"z"') + 1, SOURCE.indexOf('}]') + 2);
    await choose(pane, 'Sort keys of selection a to z');
    await pane.shows('{"b": [1, {"y": 2.50, "z": 10}], "a": "text"}');
    await choose(pane, 'Escape selection');
    await pane.shows('{"b": [1, "{\\"y\\": 2.50, \\"z\\": 10}"], "a": "text"}');
    await choose(pane, 'Unescape selection');
    await pane.shows('{"b": [1, {"y": 2.50, "z": 10}], "a": "text"}');
  });
});

describe('[FMT-1] a large document on one line', () => {
  const items = Array.from({ length: 40_000 }, (_, id) => `{"id":${id},"name":"record ${id}"}`);
  const line = `[${items.join(',')}]`;

  it('offers to format itself once, and moves nothing for it', async () => {
    const pane = await open(line, 'line.json');
    const hint = pane.root.getByRole('status').filter({ hasText: 'one line' });
    await hint.waitFor();
    const editor = await pane.root.locator('.monaco-editor').first().boundingBox();
    await hint.getByRole('button', { name: 'Format' }).click();
    await pane.root.locator('.view-line', { hasText: '"id": 0,' }).waitFor();
    await hint.waitFor({ state: 'detached' });
    await expect.poll(() => pane.root.locator('.monaco-editor').first().boundingBox()).toEqual(editor);
    // After an undo the text is one line again, but formatting is not offered a second time.
    await pane.clickUndo();
    await pane.root.locator('.view-line', { hasText: '[{"id":0,' }).waitFor();
    await expect.poll(() => hint.count()).toBe(0);
  });

  it('is dismissed, and not offered where the text is invalid, short, or a list of records', async () => {
    const pane = await open(line, 'line.json');
    const hint = pane.root.getByRole('status').filter({ hasText: 'one line' });
    await hint.getByRole('button', { name: 'Dismiss' }).click();
    await hint.waitFor({ state: 'detached' });
    for (const [name, content] of [
      ['short.json', line.slice(0, 5000).replace(/,[^,]*,[^,]*$/, ']')],
      ['invalid.json', line.slice(0, -1)],
      ['records.ndjson', `${line}\n${line}\n`],
    ] as const) {
      await dropOpen(pane.page, 'Left', files.write(name, content));
      await pane.root.locator('.view-line').first().waitFor();
      await expect.poll(() => hint.count()).toBe(0);
    }
    await dropOpen(pane.page, 'Left', files.write('again.json', line));
    await hint.waitFor();
  });
});
