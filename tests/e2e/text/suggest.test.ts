// Completion, hover and the fold menu in text mode, with real keys, in a small file and in a large one.

import { describe, expect, it } from 'vitest';
import { CLIPBOARD, dropOpen, setStage, shownLines, validIn } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { makeFolder, records } from '../support/files.ts';
import { openPane, TextPane } from '../support/pane.ts';
import { holdAnswers, prepareToHold } from '../support/workers.ts';

const stage = setStage();
const files = makeFolder();
const SMALL = '[\n  {"id": 1, "name": "one", "on": true},\n  {"id": 2, "name": "two"},\n  {"id": 3}\n]\n';
const small = files.write('small.json', SMALL);

/** Folder for screenshots; without it none are taken. */
const shots = process.env['SHOTS'];
/** The entries of the context menu. */
const MENU = [
  'Go to…',
  'Format',
  'Compact',
  'Change All Occurrences',
  'Sort lines ascending',
  'Sort lines descending',
  'Reverse lines',
  'Remove duplicate lines',
  'Join lines',
  'Reindent lines',
  'Fold',
  'Unfold',
  'Fold all',
  'Unfold all',
  'Cut',
  'Copy',
  'Copy as…',
  'Paste',
];

/** The suggestions on the screen, from top to bottom. */
async function suggested(pane: TextPane): Promise<string[]> {
  return pane.page.locator('.suggest-widget.visible .monaco-list-row .label-name').allInnerTexts();
}

const shownText = async (pane: TextPane): Promise<string> => (await shownLines(pane.page, 'Left')).join('\n');

const offers = (pane: TextPane, expected: readonly string[]): Promise<void> =>
  expect.poll(() => suggested(pane)).toEqual(expected);

describe('completion', () => {
  it('[TXT-1] offers the keys of the objects beside on Ctrl+Space, and Enter takes one', async () => {
    const pane = await openPane(stage, small);
    await pane.go(4, 11);
    await pane.type(', ');
    await pane.press('Control+Space');
    await offers(pane, ['name', 'on']);
    await pane.press('ArrowDown', 'Enter');
    await pane.type('false');
    await expect.poll(() => pane.text()).toBe(SMALL.replace('{"id": 3}', '{"id": 3, "on": false}'));
    await validIn(pane.root).waitFor();
  });

  it('[TXT-1] offers keys and values once a quote is typed, and takes the quotes along', async () => {
    const pane = await openPane(stage, small);
    await pane.go(4, 11);
    await pane.type(', "');
    await offers(pane, ['name', 'on']);
    await pane.type('na');
    await offers(pane, ['name']);
    await pane.press('Enter');
    await pane.type('"');
    await offers(pane, ['"one"', '"two"']);
    await pane.press('ArrowDown', 'Enter');
    await expect.poll(() => pane.text()).toBe(SMALL.replace('{"id": 3}', '{"id": 3, "name": "two"}'));
  });

  it('[TXT-1] stays out of the way of words, numbers, closed strings, Enter and Tab', async () => {
    const pane = await openPane(stage, small);
    await pane.go(4, 11);
    await pane.type(', "o": 12, "name": "one",');
    await pane.press('Enter', 'Tab');
    await pane.type('"x": true');
    const text = await pane.text();
    expect(JSON.parse(text)).toEqual([
      ...(JSON.parse(SMALL) as object[]).slice(0, 2),
      { id: 3, o: 12, name: 'one', x: true },
    ]);
    await expect.poll(() => suggested(pane)).toEqual([]);
  });
});

describe('an answer that comes late', () => {
  it('[TXT-1] is asked for again for what was typed meanwhile, and offered where it still fits', async () => {
    const page = await stage.prepare({ context: CLIPBOARD });
    await prepareToHold(page);
    await page.goto(stage.address());
    await dropOpen(page, 'Left', small);
    const pane = new TextPane(page, 'Left');
    await pane.focus();
    await pane.go(4, 11);
    await pane.type(', ');
    for (const [keys, more, expected] of [
      ['"', 'na', ['name']],
      ['Control+Space', 'o', ['on']],
    ] as const) {
      const held = await holdAnswers(page, 'suggest');
      await pane.press(keys);
      await held.come();
      await pane.type(more);
      // By now the worker's text has changed, too.
      await pane.at(4, 13 + more.length + (keys === '"' ? 1 : 0));
      await held.release();
      await offers(pane, expected);
      await pane.press('Escape');
      for (let step = 0; step < more.length + (keys === '"' ? 1 : 0); step += 1) await pane.press('Backspace');
    }
    // A late reply is dropped when the caret has moved from a key to its value: values are suggested instead.
    const held = await holdAnswers(page, 'suggest');
    await pane.type('"');
    await held.come();
    await pane.type('name": "');
    await held.release();
    await offers(pane, ['"one"', '"two"']);
    await pane.press('Enter');
    await expect.poll(() => shownText(pane)).toContain('{"id": 3, "name": "one"}');
  });
});

describe('completion in a large document', () => {
  const large = files.write('large.json', records(30_000));

  it('[TXT-1] [BIG-1] offers keys far into it while the text is invalid', async () => {
    const pane = await openPane(stage, large);
    await pane.press('Control+g');
    await pane.page.getByRole('textbox', { name: 'Line, byte or path' }).fill('180010');
    await pane.press('Enter');
    await pane.at(180_010, 1);
    await pane.root.locator('.view-line', { hasText: '"exact": 0.1' }).first().waitFor();
    await pane.press('Control+Shift+K', 'Home');
    await pane.type('"');
    await offers(pane, ['exact']);
    await pane.press('Enter');
    await pane.type('0.25, ');
    await validIn(pane.root).waitFor();
    await expect.poll(() => pane.text()).toContain('"exact": 0.25, "none": null');
  });
});

describe('tooltips', () => {
  const values = files.write(
    'values.json',
    '{\n  "big": 9007199254740993,\n  "when": 1700000000,\n  "list": [\n    1,\n    2\n  ],\n  "<b>*x*</b>": 1\n}\n',
  );
  const tooltip = (pane: TextPane) => pane.page.locator('.monaco-hover:not(.hidden)');
  const point = async (pane: TextPane, text: string): Promise<void> => {
    await pane.page.mouse.move(1, 1);
    await pane.root.locator('.view-line span span', { hasText: text }).first().hover();
  };

  it('[TXT-1] say where a value is, what it is, and what JavaScript would make of it', async () => {
    const pane = await openPane(stage, values);
    await point(pane, '9007199254740993');
    await expect
      .poll(() => tooltip(pane).first().innerText())
      .toMatch(
        /\$\.big\s+Number\s+JavaScript would read this as 9007199254740992\. Diptych keeps it as it is written\.$/,
      );
    await point(pane, '1700000000');
    await expect.poll(() => tooltip(pane).first().innerText()).toMatch(/Tuesday, November 14, 2023/);
    await point(pane, '"<b>*x*</b>"');
    await expect.poll(() => tooltip(pane).first().innerText()).toContain("$['<b>*x*</b>']");
    await pane.go(4, 3);
    await pane.press('Control+Shift+BracketLeft');
    await expect.poll(() => pane.shown()).toContain('⋯ 2 items');
    // Redrawing what is under the pointer hides the tooltip: move the pointer there again.
    const said = async (): Promise<string> => {
      await point(pane, '"list"');
      await pane.page.waitForTimeout(700);
      return (await tooltip(pane).allInnerTexts()).join(' ');
    };
    await expect.poll(said).toMatch(/\$\.list\s+Array, 2 items/);
  });

  it('[TXT-1] leave the error its own', async () => {
    const pane = await openPane(stage, files.write('broken.json', '{"a": 1} x'));
    await pane.root.locator('.squiggly-error').first().waitFor();
    const said = async (): Promise<string> => {
      const box = await pane.root.locator('.squiggly-error').first().boundingBox();
      await pane.page.mouse.move((box?.x ?? 0) + 3, (box?.y ?? 0) + 5, { steps: 3 });
      return (await tooltip(pane).allInnerTexts()).join(' ');
    };
    await expect.poll(said, { interval: 600 }).toMatch(/There is text after the end of the document\./);
  });
});

describe('folding from the menu', () => {
  it('[TXT-1] folds and unfolds, says so, and waits for a valid text', async () => {
    const pane = await openPane(stage, files.write('fold.json', '{\n  "a": [\n    1,\n    2\n  ],\n  "b": 3\n}\n'));
    const open = (): Promise<void> => pane.root.getByRole('button', { name: 'Fold', exact: true }).click();
    await open();
    await expect
      .poll(() => pane.page.getByRole('menuitem').allInnerTexts())
      .toEqual([
        'Fold all\nCtrl+K Ctrl+0',
        ...[1, 2, 3].map((level) => `Fold level ${level}\nCtrl+K Ctrl+${level}`),
        'Unfold all\nCtrl+K Ctrl+J',
      ]);
    await pane.page.getByRole('menuitem', { name: 'Fold level 2' }).click();
    await expect.poll(() => pane.shown()).toContain('"a": [⋯ 2 items');
    await pane.root.getByText('Folded, 2 lines hidden').waitFor({ state: 'attached' });
    await pane.press('Control+K', 'Control+J');
    await pane.root.getByText('Unfolded, 2 lines shown').waitFor({ state: 'attached' });
    await pane.press('x');
    await pane.root
      .getByText(/^Invalid/)
      .first()
      .waitFor();
    await open();
    await pane.page.getByRole('menuitem', { name: /^Fold all/, disabled: true }).waitFor();
  });

  it('[TXT-1] is in the context menu, among what works on a document', async () => {
    const pane = await openPane(stage, small);
    await pane.root.locator('.view-line').nth(2).click({ button: 'right' });
    const items = pane.page.locator('.monaco-menu .action-label');
    await expect.poll(() => items.count()).toBeGreaterThan(4);
    const names = (await items.allInnerTexts()).filter((name) => name !== '');
    expect(names).toEqual(MENU);
  });
});

describe('the look', () => {
  it('[TXT-1] [PAN-11] axe finds nothing, in the light and in the dark', async () => {
    const pane = await openPane(stage, small);
    const shot = (name: string) =>
      shots === undefined ? null : pane.page.screenshot({ path: `${shots}/${name}.png` });
    await pane.go(4, 11);
    await pane.type(', "');
    await offers(pane, ['name', 'on']);
    await shot('suggest');
    expect(await findingsInBoth(pane.page, '#LEFT_PANEL')).toEqual([]);
    await pane.type('name": "');
    await offers(pane, ['"one"', '"two"']);
    await shot('values');
    await pane.press('Escape');
    for (let step = 0; step < 8; step += 1) await pane.press('Control+Z');
    await validIn(pane.root).waitFor();
    await pane.root.locator('.view-line span span', { hasText: '"two"' }).first().hover();
    await pane.page.locator('.monaco-hover:not(.hidden) .hover-contents').first().waitFor();
    await shot('hover');
    expect(await findingsInBoth(pane.page, '#LEFT_PANEL')).toEqual([]);
    await pane.page.mouse.move(1, 1);
    await pane.root.getByRole('button', { name: 'Fold', exact: true }).click();
    await pane.page.getByRole('menuitem', { name: 'Unfold all' }).waitFor();
    await shot('menu');
    expect(await findingsInBoth(pane.page, '[role=menu]')).toEqual([]);
    await pane.press('Escape');
    await pane.root.locator('.view-line').nth(1).click({ button: 'right' });
    await pane.page.locator('.monaco-menu').waitFor();
    await shot('context');
    expect(await findingsInBoth(pane.page, '#LEFT_PANEL')).toEqual([]);
  });
});
