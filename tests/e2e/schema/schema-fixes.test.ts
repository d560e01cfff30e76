// Quick fixes of schema errors: each is one undo step, for one place or all of them, by mouse and by keyboard; and the errors
// of the other alternatives.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { panel, setMode, setStage, shownLines, waitForMenuFocus } from '../support/app.ts';
import { findings } from '../support/axe.ts';
import { choose, closeList, messages, openList, says, shows, write } from '../support/schema-pane.ts';

const stage = setStage();

const PERSON = `{
  "name": "Ada",
  "age": "36",
  "role": "admn",
  "tags": "a",
  "extra": 1
}
`;
const SCHEMA = {
  properties: {
    name: { type: 'string' },
    age: { type: 'integer' },
    role: { enum: ['admin', 'reader'] },
    tags: { type: 'array' },
    mail: { type: 'string', default: 'none' },
  },
  required: ['mail'],
  additionalProperties: false,
};

const textOf = async (page: Page): Promise<string> => (await shownLines(page, 'Left')).join('\n');
/** Opens the menu of fixes for an error. */
async function openFixes(list: Locator, message: RegExp): Promise<Locator> {
  await list.getByRole('treeitem').filter({ hasText: message }).locator('[data-menu]').click();
  const menu = list.page().getByRole('menu', { name: /^Fixes: / });
  await menu.waitFor();
  return menu;
}
const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement);
const fix = async (list: Locator, message: RegExp, name: string): Promise<void> =>
  (await openFixes(list, message)).getByRole('menuitem', { name, exact: true }).click();
const undo = (page: Page): Promise<void> => page.keyboard.press('Control+Z');

describe('[SCH-2] quick fixes', () => {
  it('mend one error each as one step, in text and tree, by pointer and by key', async () => {
    const page = await stage.show(shows(PERSON, '[]'));
    const left = panel(page, 'Left');
    await choose(page, 'Left', 'Written here', write(SCHEMA));
    await says(page, 'Left', '5 errors');
    const list = await openList(page, 'Left');
    // Each fix makes one change to the text, and one undo reverts it.
    for (const [message, name, mended] of [
      [/^Missing property/, 'Add "mail": "none"', '  "extra": 1,\n  "mail": "none"\n}'],
      [/^Unknown property/, 'Remove "extra"', '  "tags": "a"\n}'],
      [/^"admn" is not allowed/, 'Replace by "admin"', '  "role": "admin",\n'],
      [/whole number, found a string/, 'Convert to a number: 36', '  "age": 36,\n'],
      [/an array, found a string/, 'Put it into an array', '  "tags": ["a"],\n'],
    ] as const) {
      await fix(list, message, name);
      await expect.poll(() => textOf(page)).toContain(mended);
      await says(page, 'Left', '4 errors');
      await left.locator('.view-line').first().click();
      await undo(page);
      await says(page, 'Left', '5 errors');
      await expect.poll(() => textOf(page)).toContain(PERSON.trim());
    }
    // The menu stays within the window, and axe finds nothing in it.
    const menu = await openFixes(list, /^Unknown property/);
    expect(await findings(page, '[role=menu]')).toEqual([]);
    const box = (await menu.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
    const window = page.viewportSize() ?? { width: 0, height: 0 };
    expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= window.width && box.y + box.height <= window.height).toBe(
      true,
    );
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    // By keyboard from the text: the fixes for the error on the caret's line.
    await left.locator('.view-line', { hasText: 'admn' }).click();
    await left.getByRole('button', { name: /^Ln 4, / }).waitFor();
    await page.keyboard.press('Control+.');
    await page.getByRole('menu', { name: /^Fixes: "admn"/ }).waitFor();
    await waitForMenuFocus(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page)).toContain('"role": "admin"');
    await says(page, 'Left', '4 errors');
    // From the tree: the fixes for the selected row.
    await setMode(page, 'Left', 'tree');
    await list
      .getByRole('treeitem', { name: /whole number/ })
      .first()
      .click();
    await expect.poll(() => left.getByRole('row', { selected: true }).innerText()).toMatch(/^age/);
    await page.keyboard.press('Control+.');
    await page.getByRole('menuitem', { name: 'Convert to a number: 36', exact: true }).click();
    await says(page, 'Left', '3 errors');
    await expect.poll(() => left.getByRole('row').filter({ hasText: 'age' }).innerText()).toMatch(/^age\s*36$/);
    await setMode(page, 'Left', 'text');
    await choose(page, 'Left', 'None');
    await list.getByText('No problems found.').waitFor();
    await closeList(list);
  });

  it('mend all errors of a kind, those that are not listed too, as one step', async () => {
    const count = 2500;
    const text = `[${Array.from({ length: count }, (_, index) => `"${index}"`).join(', ')}, true]`;
    const page = await stage.show(shows(text, '[]'));
    await choose(page, 'Left', 'Written here', write({ items: { type: 'integer' } }));
    await says(page, 'Left', '2,501 errors');
    const list = await openList(page, 'Left');
    await page.keyboard.press('End');
    await list.getByText('and 2,401 more').waitFor();
    await page.keyboard.press('Home');
    // A hundred of the same message are one group, which is opened by key.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await list.locator('[role=treeitem] [data-menu]').first().click();
    await page.getByRole('menuitem', { name: 'Convert all to a number' }).click();
    const notice = page.locator('[data-severity]').filter({ hasText: '2,501 errors were fixed.' }).first();
    await notice.waitFor();
    await list.getByText('No problems found.').waitFor();
    await expect.poll(() => hasFocus(list.getByRole('tab', { selected: true }))).toBe(true);
    await notice.getByRole('button', { name: 'Undo' }).click();
    await list.getByRole('treeitem', { name: /^Schema errors\s*2,501$/ }).waitFor();
    await choose(page, 'Left', 'None');
    await list.getByText('No problems found.').waitFor();
    await closeList(list);
  });

  it('say what the other alternatives would want', async () => {
    const page = await stage.show(shows('{"kind": "circle"}', '[]'));
    const shape = (kind: string, key: string, title: string): unknown => ({
      title,
      properties: { kind: { const: kind } },
      required: ['kind', key],
    });
    await choose(
      page,
      'Left',
      'Written here',
      write({ oneOf: [shape('circle', 'radius', 'Circle'), shape('box', 'width', 'Box')] }),
    );
    await says(page, 'Left', '1 error');
    const list = await openList(page, 'Left');
    await expect.poll(() => messages(list)).toEqual(['Missing property "radius".']);
    await list.getByRole('treeitem', { name: /^Missing property/ }).click();
    await list.getByText('Alternative 2: Box').waitFor();
    await expect
      .poll(() => list.getByRole('definition').allInnerTexts())
      .toEqual(['Missing property "radius".', 'Missing property "width".', '/kind: Expected "box".']);
    expect(await findings(page, '#LEFT_PANEL')).toEqual([]);
    await choose(page, 'Left', 'None');
    await list.getByText('No problems found.').waitFor();
    await closeList(list);
  });
});
