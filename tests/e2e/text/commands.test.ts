// Monaco's shortcuts for moving and selecting by structure or by lines: as in Monaco in small documents, and for the whole
// document where it is a single line of 8 MB.

import { describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { openPane, type TextPane } from '../support/pane.ts';

const stage = setStage();
const files = makeFolder();
const FLAT = `[${Array.from({ length: 110_000 }, (_, id) => `{"id": ${id}, "name": "name of the record ${id}", "on": true}`).join(', ')}]`;
const flat = files.write('flat.json', FLAT);
const twoLines = files.write('two.json', `${FLAT}\n  [1]`);
const EXPAND = 'Shift+Alt+ArrowRight';
const SHRINK = 'Shift+Alt+ArrowLeft';

const open = (name: string, text: string): Promise<TextPane> => openPane(stage, files.write(name, text));

const selected = (pane: TextPane): Promise<string> => pane.copied();

describe('selecting by structure', () => {
  it('[TXT-1] grows and shrinks along the structure', async () => {
    const pane = await open('structure.json', '{\n  "some key": ["one two", 2],\n  "b": 1\n}\n');
    await pane.go(2, 19);
    const steps = ['one', 'one two', '"one two"', '"one two", 2', '["one two", 2]', '"some key": ["one two", 2]'];
    for (const step of steps) {
      await pane.press(EXPAND);
      await expect.poll(() => selected(pane)).toBe(step);
    }
    for (const step of steps.slice(0, -1).toReversed()) {
      await pane.press(SHRINK);
      await expect.poll(() => selected(pane)).toBe(step);
    }
  });

  it('[TXT-1] [BIG-1] selects what is larger than any window, and goes from bracket to bracket', async () => {
    const pane = await openPane(stage, flat);
    await pane.press('Control+Shift+Backslash');
    await pane.at(1, FLAT.length);
    await pane.press('Control+Shift+Backslash');
    await pane.at(1, 1);
    await pane.press('ArrowRight', 'ArrowRight', 'ArrowRight');
    for (let step = 0; step < 6; step += 1) await pane.press(EXPAND);
    await pane.root.getByText(`(${(FLAT.length - 2).toLocaleString('en-US')} selected)`).waitFor();
    await pane.type('7');
    await expect.poll(() => pane.text()).toBe('[7]');
    await pane.press('Control+Z');
    await expect.poll(async () => (await pane.text()) === FLAT).toBe(true);
  });
});

describe('lines that the window cuts', () => {
  it('[TXT-1] [TXT-2] are deleted, joined, and begun and ended anew, as they are in the document', async () => {
    const pane = await openPane(stage, twoLines);
    await pane.scrollTo(0.4);
    await pane.root.locator('.monaco-editor').first().click();
    await pane.press('Control+Enter');
    await pane.type('x');
    await expect.poll(() => pane.text().then((text) => text === `${FLAT}\nx\n  [1]`)).toBe(true);
    await pane.press('Control+Z', 'Control+Z');
    await pane.scrollTo(0.6);
    await pane.root.locator('.monaco-editor').first().click();
    await pane.press('Control+Shift+Enter');
    await pane.type('y');
    await expect.poll(() => pane.text().then((text) => text === `y\n${FLAT}\n  [1]`)).toBe(true);
    await pane.press('Control+Z', 'Control+Z');
    await pane.scrollTo(0.5);
    await pane.root.locator('.monaco-editor').first().click();
    await pane.press('Control+Shift+K');
    await expect.poll(() => pane.text()).toBe('  [1]');
    await pane.press('Control+Z');
    await expect.poll(() => pane.text().then((text) => text === `${FLAT}\n  [1]`)).toBe(true);
  });

  it('[TXT-1] are indented and outdented whole, wherever the caret is', async () => {
    const pane = await openPane(stage, flat);
    await pane.press('Control+End', 'Control+BracketRight');
    await expect.poll(() => pane.text().then((text) => text === `  ${FLAT}`)).toBe(true);
    await pane.press('Control+BracketLeft');
    await expect.poll(() => pane.text().then((text) => text === FLAT)).toBe(true);
  });

  it('[TXT-1] are selected whole by three clicks', async () => {
    const pane = await openPane(stage, flat);
    await pane.root.locator('.view-line').nth(3).click({ clickCount: 3 });
    await pane.root.getByText(`(${FLAT.length.toLocaleString('en-US')} selected)`).waitFor();
  });
});

describe('what Monaco does', () => {
  it('[TXT-1] lines are moved, copied, deleted, joined and indented', async () => {
    const pane = await open('lines.json', '[\n1,\n2,\n3\n]');
    await pane.go(2, 1);
    await pane.press('Alt+ArrowDown');
    await expect.poll(() => pane.text()).toBe('[\n2,\n1,\n3\n]');
    await pane.press('Control+Shift+Alt+ArrowDown');
    await expect.poll(() => pane.text()).toBe('[\n2,\n1,\n1,\n3\n]');
    await pane.press('Control+Shift+K');
    await expect.poll(() => pane.text()).toBe('[\n2,\n1,\n3\n]');
    await pane.press('Control+BracketRight');
    await expect.poll(() => pane.text()).toBe('[\n2,\n1,\n  3\n]');
    await pane.press('Control+BracketLeft');
    await expect.poll(() => pane.text()).toBe('[\n2,\n1,\n3\n]');
  });

  it('[DOC-17] comments are toggled where there are any, and refused in JSON', async () => {
    const pane = await open('config.jsonc', '{\n  "a": 1\n}\n');
    await pane.go(2, 3);
    await pane.press('Control+Slash');
    await expect.poll(() => pane.text()).toBe('{\n  // "a": 1\n}\n');
    await pane.press('Control+Slash');
    await expect.poll(() => pane.text()).toBe('{\n  "a": 1\n}\n');
    const plain = await open('plain.json', '{\n  "a": 1\n}\n');
    await plain.press('Control+Slash');
    await plain.page.getByText('JSON has no comments.').waitFor();
    await expect.poll(() => plain.text()).toBe('{\n  "a": 1\n}\n');
  });

  it('[TXT-1] quotes and brackets are put around what is selected, unless more is selected than can be seen', async () => {
    const pane = await open('surround.json', '[abc]');
    await pane.press('ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight');
    await pane.type('"');
    await expect.poll(() => pane.text()).toBe('["abc"]');
    const large = await openPane(stage, flat);
    await large.press('Control+A');
    await large.type('[');
    await expect.poll(() => large.text()).toBe('[');
  });

  it('[TXT-1] a selection is dragged to another place', async () => {
    const pane = await open('drag.json', '["first", "second"]');
    await pane.press('ArrowRight', ...Array.from({ length: 7 }, () => 'Shift+ArrowRight'));
    await pane.root.getByText('(7 selected)').waitFor();
    const line = pane.root.locator('.view-line').first();
    const box = await line.boundingBox();
    const width = ((await line.locator('span').first().boundingBox())?.width ?? 0) / 19;
    const [x, y] = [box?.x ?? 0, (box?.y ?? 0) + 10];
    await pane.page.mouse.move(x + width * 4, y);
    await pane.page.mouse.down();
    await pane.page.mouse.move(x + width * 12, y, { steps: 5 });
    await pane.page.mouse.move(x + width * 18, y, { steps: 5 });
    await pane.page.mouse.up();
    await expect.poll(() => pane.text()).toBe('[, "second""first"]');
    await pane.press('Control+Z');
    await expect.poll(() => pane.text()).toBe('["first", "second"]');
  });
});
