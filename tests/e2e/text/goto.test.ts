// Going to a place: by Ctrl+G, from the status line, by path; and copying what is there.

import { describe, expect, it } from 'vitest';
import { dropOpen, holdScripts, panel, setMode, setStage, waitForMenuFocus } from '../support/app.ts';
import { makeFolder, records } from '../support/files.ts';
import { openPane, TextPane } from '../support/pane.ts';

const stage = setStage();
const files = makeFolder();
const SOURCE = '{\n  "a": [\n    1,\n    { "b c": "é", "n": 1.50 }\n  ]\n}\n';

const open = (content = SOURCE): Promise<TextPane> => openPane(stage, files.write('goto.json', content));

/** Opens the dialog by keyboard and types into it. */
async function ask(pane: TextPane, wanted: string): Promise<void> {
  await pane.press('Control+g');
  const field = pane.page.getByRole('textbox', { name: 'Line, byte or path' });
  await field.waitFor();
  await field.fill(wanted);
}

describe('[TXT-1] Ctrl+G', () => {
  it.each([
    ['4:7', 4, 7, 'Goes to line 4, column 7, in $.a[1]'],
    ['3', 3, 1, 'Goes to line 3, column 1'],
    ['@11', 3, 1, 'Goes to line 3, column 1'],
    ["$.a[1]['b c']", 4, 14, "in $.a[1]['b c']"],
    ['/a/1/n', 4, 24, 'in $.a[1].n'],
    ['a[0]', 3, 5, 'in $.a[0]'],
    ['3:999', 3, 7, 'Line 3 ends at column 7.'],
  ])('%s', async (wanted, line, column, message) => {
    const pane = await open();
    await ask(pane, wanted);
    await pane.page.getByRole('dialog').getByText(message).waitFor();
    await pane.press('Enter');
    await pane.at(line, column);
    // The text has the focus again.
    await pane.press('ArrowUp');
    await pane.root.getByText(new RegExp(`^Ln ${line - 1},`)).waitFor();
  });

  it.each([
    ['99', 'The document ends with line 7.'],
    ['@9999', 'The document has 55 bytes.'],
    ['$.a[7].x', 'There is nothing at this path. It leads as far as $.a, on line 2, column 8.'],
    ['$.a[', 'The path is wrong at character 5'],
  ])('%s says why it does not', async (wanted, message) => {
    const pane = await open();
    await ask(pane, wanted);
    await pane.page.getByRole('dialog').getByText(message).waitFor();
    await pane.press('Enter');
    await pane.page.getByRole('dialog').waitFor();
    await pane.press('Escape');
    await pane.page.getByRole('dialog').waitFor({ state: 'detached' });
    await pane.press('ArrowDown');
    await pane.at(2, 1);
  });

  it('has what is typed before its field is there, and the text has none of it', async () => {
    const page = await stage.prepare();
    const release = await holdScripts(page, /\/assets\/dialog-frame-[^/]*\.js/);
    await page.goto(stage.address());
    await dropOpen(page, 'Left', files.write('goto.json', SOURCE));
    const pane = new TextPane(page, 'Left');
    await pane.root.locator('.view-line', { hasText: '1.50' }).waitFor();
    await pane.focus();
    // Cancelled before the dialog had opened.
    await pane.press('Control+g', '9', 'Escape', 'ArrowDown');
    await pane.at(2, 1);
    await pane.press('Control+g');
    await pane.type('44:7');
    for (const key of ['Home', 'Backspace', 'Backspace', 'Backspace', ':', '7', 'Enter', 'x']) await pane.press(key);
    release();
    await pane.at(4, 7);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await pane.shows(SOURCE);
    await pane.type('x');
    await expect.poll(() => pane.shown()).toContain('    { x"b c"');
  });

  it('[TXT-2] goes to the far end of a large document', async () => {
    const pane = await open(records(60_000));
    await ask(pane, '$[59999].nested.none');
    await pane.page
      .getByRole('dialog')
      .getByText(/^Goes to line/)
      .waitFor();
    await pane.press('Enter');
    await pane.root.locator('.view-line', { hasText: '"id": 59999,' }).waitFor();
    await pane.at(719_999, 15);
  });
});

describe('[TXT-3] the status line', () => {
  it('copies the path in three spellings, and the value', async () => {
    const pane = await open();
    await pane.go(4, 15);
    const menu = pane.root.getByRole('button', { name: "$.a[1]['b c']" });
    for (const [name, text] of [
      ['Copy as JSONPath', "$.a[1]['b c']"],
      ['Copy as JSON Pointer', '/a/1/b c'],
      ['Copy as JavaScript', '.a[1]["b c"]'],
      ['Copy value', '"é"'],
    ] as const) {
      await menu.click();
      await pane.page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
      await expect.poll(() => pane.clipboard()).toBe(text);
    }
  });

  it('[PAN-1] is at the new place in the other mode, also where a move is followed by a switch at once', async () => {
    const pane = await open();
    const selected = panel(pane.page, 'Left').getByRole('row', { selected: true });
    await pane.go(2, 1);
    const tree = panel(pane.page, 'Left').getByRole('radio', { name: 'tree' });
    // The third line begins inside the array.
    await Promise.all([pane.page.keyboard.press('ArrowDown'), tree.evaluate((radio: HTMLElement) => radio.click())]);
    await selected.filter({ hasText: /^a/ }).waitFor();
    await panel(pane.page, 'Left').getByRole('row').filter({ hasText: 'root' }).click();
    await setMode(pane.page, 'Left', 'text');
    await pane.at(1, 1);
  });

  it('goes to a value around, by keys, in text and in the tree', async () => {
    const pane = await open();
    await pane.go(4, 15);
    await pane.root.getByRole('button', { name: "$.a[1]['b c']" }).focus();
    await pane.press('Enter');
    await waitForMenuFocus(pane.page);
    await pane.press('End', 'ArrowRight');
    await pane.page.getByRole('menuitem', { name: '$.a', exact: true }).waitFor();
    await pane.page.locator('[role=menuitem]:focus').filter({ hasText: /^\$$/ }).waitFor();
    await pane.press('ArrowDown', 'Enter');
    await pane.at(2, 8);
    await setMode(pane.page, 'Left', 'tree');
    const row = panel(pane.page, 'Left').getByRole('row');
    await row.filter({ hasText: 'root' }).click();
    await panel(pane.page, 'Left').getByRole('button', { name: 'Copy the path' }).click();
    await pane.page.getByRole('menuitem', { name: /^Go to…/ }).click();
    await pane.page.getByRole('textbox', { name: 'Line, byte or path' }).fill('/a/1/n');
    await pane.page.getByText('in $.a[1].n').waitFor();
    await pane.press('Enter');
    await row.filter({ hasText: '1.50' }).and(pane.page.locator('[aria-selected=true]')).waitFor();
  });

  it('opens the dialog from the place, and cuts a long path at its start', async () => {
    const pane = await open(`{"${'long'.repeat(100)}": {"end": 1}}`);
    await pane.root.getByRole('button', { name: /^Ln 1, Col 1$/ }).click();
    await pane.page.getByRole('textbox', { name: 'Line, byte or path' }).fill('1:414');
    await pane.press('Enter');
    await pane.at(1, 414);
    const path = pane.root.getByRole('button', { name: /\.end$/ });
    await path.waitFor();
    const [button, bar] = [await path.boundingBox(), await pane.root.boundingBox()];
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThan((bar?.x ?? 0) + (bar?.width ?? 0));
  });

  it('counts lines of an invalid text too, where paths lead nowhere', async () => {
    const page = await stage.blank();
    await dropOpen(page, 'Left', files.write('invalid.json', '{\n"a": [1'));
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+g');
    const field = page.getByRole('textbox', { name: 'Line, byte or path' });
    await field.fill('$.a');
    await page.getByText('so paths lead nowhere').waitFor();
    await field.fill('2:3');
    await page.keyboard.press('Enter');
    await panel(page, 'Left').getByText('Ln 2, Col 3').waitFor();
  });
});
