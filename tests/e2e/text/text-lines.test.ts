// Line commands on selections larger than any window: the document worker runs them, as one undo step, and long ones can be
// cancelled.

import { describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { makeFolder, records } from '../support/files.ts';
import { openPane, type TextPane } from '../support/pane.ts';

const stage = setStage();
const files = makeFolder();
const PRETTY = records(25_000);
const LINES = PRETTY.split('\n');
const pretty = files.write('pretty.json', PRETTY);

/** Waits until the text equals `wanted`, and reports only the first difference: a message of megabytes helps nobody. */
async function becomes(pane: TextPane, wanted: string): Promise<void> {
  await expect
    .poll(async () => {
      const text = await pane.text();
      if (text === wanted) return 'the same';
      let at = 0;
      while (at < text.length && text[at] === wanted[at]) at += 1;
      return `${text.length} of ${wanted.length}, at ${at}: ${JSON.stringify(text.slice(at - 20, at + 40))}`;
    })
    .toBe('the same');
}

async function chooseInMenu(pane: TextPane, name: string): Promise<void> {
  // Clicks on the text itself: a click beside it would clear the selection.
  await pane.root
    .locator('.view-line')
    .first()
    .click({ button: 'right', position: { x: 4, y: 8 } });
  const item = pane.page.getByRole('menuitem', { name });
  await item.waitFor();
  // Monaco's menu accepts clicks only a tenth of a second after it has opened.
  await pane.page.waitForTimeout(200);
  await item.click();
}

describe('[TXT-1] [BIG-1] commands on all lines of a large document', () => {
  it('Tab and Shift+Tab indent and outdent what is selected, each as one step', async () => {
    const pane = await openPane(stage, pretty);
    await pane.press('Control+A', 'Tab');
    const indented = LINES.map((line) => `  ${line}`).join('\n');
    await becomes(pane, indented);
    // The scroll position is unchanged, and everything is still selected.
    await expect.poll(async () => (await pane.rows())[0]).toEqual({ number: '1', text: '  [' });
    await pane.press('Shift+Tab');
    await becomes(pane, PRETTY);
    await pane.clickUndo();
    await becomes(pane, indented);
    await pane.clickUndo();
    await becomes(pane, PRETTY);
  });

  it('lines are moved, copied and deleted from the third to the last', async () => {
    const pane = await openPane(stage, pretty);
    await pane.go(3, 1);
    await pane.press('Control+Shift+End', 'Alt+ArrowUp');
    const moved = [LINES[0], ...LINES.slice(2), LINES[1]].join('\n');
    await becomes(pane, moved);
    await pane.press('Alt+ArrowDown');
    await becomes(pane, PRETTY);
    await pane.press('Control+Shift+Alt+ArrowDown');
    await becomes(pane, [...LINES, ...LINES.slice(2)].join('\n'));
    await pane.press('Control+Shift+K');
    await becomes(pane, PRETTY);
  });

  it('lines are sorted from the menu', async () => {
    const some = records(2_000);
    const pane = await openPane(stage, files.write('some.json', some));
    await chooseInMenu(pane, 'Sort lines ascending');
    const collator = new Intl.Collator('en-US');
    await becomes(
      pane,
      some
        .split('\n')
        .toSorted((a, b) => collator.compare(a, b))
        .join('\n'),
    );
  });

  it('lines are reversed, joined, and taken out where they are there twice', async () => {
    const pane = await openPane(stage, pretty);
    await chooseInMenu(pane, 'Reverse lines');
    await becomes(pane, LINES.toReversed().join('\n'));
    await pane.clickUndo();
    await chooseInMenu(pane, 'Remove duplicate lines');
    await becomes(pane, [...new Set(LINES)].join('\n'));
    await pane.clickUndo();
    await becomes(pane, PRETTY);
    await pane.root.locator('.view-line').first().click();
    await pane.press('Control+A');
    await chooseInMenu(pane, 'Join lines');
    await becomes(pane, LINES.map((line) => line.trim()).join(' '));
    await pane.clickUndo();
    await becomes(pane, PRETTY);
  });

  it('lines are indented as the brackets around them say', async () => {
    const flat = LINES.map((line) => line.trim()).join('\n');
    const pane = await openPane(stage, files.write('flat.json', flat));
    await chooseInMenu(pane, 'Reindent lines');
    await becomes(pane, PRETTY);
    await pane.clickUndo();
    await becomes(pane, flat);
  });

  it('sorting is cancelled, and nothing has changed', async () => {
    // On any machine, sorting this many lines takes longer than the delay before the Cancel button appears.
    const many = records(150_000);
    const pane = await openPane(stage, files.write('many.json', many));
    await chooseInMenu(pane, 'Sort lines descending');
    const cancel = pane.page.getByRole('button', { name: /^Cancel/ });
    await cancel.click();
    await cancel.waitFor({ state: 'detached' });
    await becomes(pane, many);
    await expect.poll(() => pane.root.getByRole('button', { name: /^Undo/ }).isEnabled()).toBe(false);
  });

  it('lines become comments where the language has any', async () => {
    const pane = await openPane(stage, files.write('pretty.jsonc', PRETTY));
    await pane.press('Control+A', 'Control+/');
    await becomes(pane, LINES.map((line) => `// ${line}`).join('\n'));
    await pane.press('Control+/');
    await becomes(pane, PRETTY);
    // One block comment around everything, by Monaco's shortcut.
    await pane.press('Control+A', 'Control+Shift+A');
    await becomes(pane, `/* ${PRETTY} */`);
    await pane.press('Control+Shift+A');
    await becomes(pane, PRETTY);
  });

  it('lines are indented and moved where the window holds all of them, but many', async () => {
    const short = ['[', ...Array.from({ length: 20_000 }, () => '1,'), '1]'];
    const pane = await openPane(stage, files.write('short.json', short.join('\n')));
    await pane.press('Control+A', 'Tab');
    const indented = short.map((line) => `  ${line}`);
    await becomes(pane, indented.join('\n'));
    await pane.go(2, 1);
    await pane.press('Control+Shift+End', 'Alt+ArrowUp');
    await becomes(pane, [...indented.slice(1), indented[0]].join('\n'));
    await pane.clickUndo();
    await pane.clickUndo();
    await becomes(pane, short.join('\n'));
  });
});
