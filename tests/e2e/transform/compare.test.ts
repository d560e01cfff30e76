// Compare in use: differences in both trees, moving between them, aligned panels, taking differences over.

import type { BrowserContextOptions, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { dropOpen, isUsual, panel, setMode, setStage, shownLines, waitValid, type Side } from '../support/app.ts';
import { findings } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';
import { caughtBytes } from '../support/saves.ts';

const stage = setStage();
const files = makeFolder();

const order = (id: number): Record<string, unknown> => ({
  id,
  customer: `Customer ${id}`,
  total: id * 10.5,
  lines: [{ sku: `A-${id}`, quantity: 1 }],
  paid: true,
});
const LEFT = { orders: Array.from({ length: 60 }, (_, id) => order(id)), meta: { version: 1 } };
/** One item inserted at the front, one removed, a changed number, a changed member, and one change deep inside. */
const RIGHT = {
  meta: { version: 1 },
  orders: [
    { id: 100, customer: 'New', total: 1 },
    ...LEFT.orders
      .filter(({ id }) => id !== 5)
      .map((one) => {
        if (one['id'] === 2) return { ...one, total: 99.99 };
        if (one['id'] === 9) return { ...one, paid: undefined };
        return one['id'] === 40 ? { ...one, lines: [{ sku: 'A-40', quantity: 7 }] } : one;
      }),
  ],
};

/** Opens both documents as trees. */
async function open(left: unknown, right: unknown, context: BrowserContextOptions = {}): Promise<Page> {
  const spell = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
  const hash = `#left=json.${spell(left)}&right=json.${spell(right)}`;
  const page = await (isUsual({ context }) ? stage.show(hash) : stage.open(hash, context));
  await waitValid(page, 'Left');
  await waitValid(page, 'Right');
  await setMode(page, 'Left', 'tree');
  return page;
}

const controls = (page: Page) => page.getByRole('group', { name: 'Compare', exact: true });
const toggle = (page: Page) => controls(page).getByRole('button', { name: 'Compare', exact: true });
const says = (page: Page, text: RegExp | string) => expect.poll(() => controls(page).innerText()).toMatch(text);

/** Chooses an entry of the menu of Compare. */
async function choose(page: Page, entry: string): Promise<void> {
  await controls(page).getByRole('button', { name: 'More of Compare' }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

async function expandAll(page: Page, side: Side): Promise<void> {
  await panel(page, side).getByRole('button', { name: 'Expand', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Expand all', exact: true }).click();
}

/** The rows with a difference, as `update total 99.99 now 21`. */
async function marked(page: Page, side: Side): Promise<string[]> {
  return panel(page, side)
    .locator('[role=row][data-diff]:not([data-diff="child-update"])')
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
        .map((row) => `${row.getAttribute('data-diff')} ${(row as HTMLElement).innerText.replaceAll(/\s+/g, ' ')}`),
    );
}

/** The distance from the top of a panel to its first row with a text, in pixels; `null` when there is none. */
async function heightOf(page: Page, side: Side, text: string): Promise<number | null> {
  const grid = panel(page, side).getByRole('treegrid');
  return grid.evaluate((element, wanted) => {
    const rows = [...element.querySelectorAll<HTMLElement>('[role=row]')];
    const row = rows.find(({ innerText }) => innerText.split(/\n/).includes(wanted));
    return row === undefined ? null : Math.round(row.getBoundingClientRect().top - element.getBoundingClientRect().top);
  }, text);
}

describe('Compare', () => {
  it('[CMP-1] [CMP-2] [CMP-3] [CMP-4] [PAN-3] shows what differs in both trees, leads through it, and keeps them level', async () => {
    const page = await open(LEFT, RIGHT);
    await expandAll(page, 'Left');
    await expandAll(page, 'Right');
    await expect.poll(() => marked(page, 'Left')).toEqual([]);
    await toggle(page).click();
    await expect.poll(() => toggle(page).getAttribute('aria-pressed')).toBe('true');
    await says(page, /–\/5\s+differences/);
    await expect.poll(() => marked(page, 'Left')).toContainEqual(expect.stringMatching(/^update total 21 now 99.99/));
    await expect.poll(() => marked(page, 'Right')).toContainEqual(expect.stringMatching(/^update total 99.99 was 21/));

    // Steps through the differences, wrapping around at the end.
    await page.keyboard.press('F7');
    await says(page, /1\/5/);
    await expect.poll(() => marked(page, 'Right')).toContainEqual(expect.stringMatching(/^create 0 3 keys/));
    await page.keyboard.press('F7');
    await says(page, /2\/5/);
    await page.keyboard.press('F7');
    await says(page, /3\/5/);
    await expect.poll(() => marked(page, 'Left')).toContainEqual(expect.stringMatching(/^delete 5 5 keys/));
    await controls(page).getByRole('button', { name: 'Next difference' }).click();
    await says(page, /4\/5/);
    await expect.poll(() => marked(page, 'Left')).toContainEqual(expect.stringMatching(/^delete paid/));
    // Customer 9 has index 9 on both sides, one item having been inserted before it and one removed.
    const heights = async (): Promise<(number | null)[]> =>
      Promise.all((['Left', 'Right'] as const).map((side) => heightOf(page, side, 'Customer 9')));
    await expect.poll(async () => new Set(await heights()).size).toBe(1);
    await page.keyboard.press('F7');
    await says(page, /5\/5/);
    await expect.poll(() => marked(page, 'Right')).toContainEqual(expect.stringMatching(/^update quantity 7 was 1/));
    await page.keyboard.press('F7');
    await says(page, /1\/5/);
    await page.keyboard.press('Shift+F7');
    await says(page, /5\/5/);

    // Scrolling either panel scrolls the other.
    await panel(page, 'Left').getByRole('treegrid').hover();
    await page.mouse.wheel(0, -1400);
    const level = async (): Promise<boolean> => {
      const shown = await panel(page, 'Left')
        .getByText(/^Customer \d+$/)
        .allInnerTexts();
      const one = shown[Math.floor(shown.length / 2)] ?? '';
      const height = await heightOf(page, 'Left', one);
      return height !== null && height === (await heightOf(page, 'Right', one));
    };
    await expect.poll(level).toBe(true);
    expect(await findings(page)).toEqual([]);

    // Items keep their index in the document.
    await choose(page, 'Show only differences');
    const items = panel(page, 'Left').locator('[role=row][aria-level="3"]');
    await expect
      .poll(async () => (await items.allInnerTexts()).map((row) => /^\s*(\d+)/.exec(row)?.[1]))
      .toEqual(['2', '5', '9', '40']);
    await toggle(page).click();
    await expect.poll(() => marked(page, 'Left')).toEqual([]);
    await page.keyboard.press('F7');
    await expect.poll(() => controls(page).innerText()).not.toMatch(/differences/);
  });

  it('[CMP-1] [CMP-3] follows edits, counts inside of what is collapsed, and opens what differs', async () => {
    const page = await open(
      { a: { b: [1, 2, { c: 1 }] }, same: { x: 1 } },
      { a: { b: [1, 2, { c: 2 }] }, same: { x: 1 } },
    );
    await toggle(page).click();
    await says(page, /–\/1\s+difference$/);
    const rowA = panel(page, 'Left').getByRole('row').filter({ hasText: 'a1 key' });
    await rowA.getByText('1 difference inside').waitFor();
    await page.keyboard.press('F7');
    await expect.poll(() => marked(page, 'Left')).toContainEqual(expect.stringMatching(/^update c 1 now 2/));
    // An edit on the right makes both sides equal.
    await panel(page, 'Right').getByRole('row').filter({ hasText: 'was 1' }).click();
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await says(page, /no differences/);
    await expect.poll(() => marked(page, 'Left')).toEqual([]);
  });

  it('[CMP-1] [CMP-2] leaves out what is equal, compares as one chooses, and writes the differences out', async () => {
    const page = await open({ a: [1, 2, 3], b: { c: 1, d: 2 }, at: 5 }, { a: [3, 2, 1], b: { c: 1.0, d: 3 }, at: 6 });
    await toggle(page).click();
    await says(page, /\/[345]\s/);
    await choose(page, 'Compare options…');
    const dialog = page.getByRole('dialog', { name: 'Compare options' });
    await dialog.getByLabel('Items may be in any order').check();
    await dialog.getByLabel('Leave out').fill('$.b[*');
    await dialog.getByText('One of these is not a path.').waitFor();
    await dialog.getByLabel('Leave out').fill('$.at');
    expect(await findings(page, '[data-modal]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await says(page, /–\/1\s+difference$/);
    await choose(page, 'Show only differences');
    const rows = (side: Side) => panel(page, side).getByRole('treegrid').getByRole('row').allInnerTexts();
    const names = async (side: Side): Promise<string[]> =>
      (await rows(side)).map((row) => row.trim().split(/\s/)[0] ?? '');
    await expect.poll(() => names('Left')).toEqual(['root', 'b', 'd']);
    await expect.poll(() => names('Right')).toEqual(['root', 'b', 'd']);
    await choose(page, 'Show all rows');
    await expect.poll(() => names('Left')).toEqual(['root', 'a', 'b', 'c', 'd', 'at']);
    await choose(page, 'Save as JSON Patch');
    const patch: unknown = JSON.parse((await caughtBytes(page)).toString());
    expect(patch).toEqual([{ op: 'replace', path: '/b/d', value: 3 }]);
  });

  it('[NEW-13] compares structure alone: a path that came or went, or another kind, whatever the values and the items', async () => {
    const page = await open(
      { texts: [{ id: 1, de: 'Ja' }, { id: 2 }, { id: 3, de: 'x' }], version: 3 },
      { texts: [{ id: 'one' }, { id: 'two', fr: 'Oui' }], version: 4 },
    );
    await toggle(page).click();
    await choose(page, 'Compare options…');
    const dialog = page.getByRole('dialog', { name: 'Compare options' });
    await dialog.getByLabel('Structure only').check();
    expect(await findings(page, '[data-modal]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await says(page, /–\/3\s+differences in structure$/);
    for (const side of ['left', 'right'])
      await page.getByRole('button', { name: `Take this difference over to the ${side}`, disabled: true }).waitFor();
    await page.keyboard.press('F7');
    await says(page, /1\/3/);
    await page.keyboard.press('F7');
    await page.keyboard.press('F7');
    await says(page, /3\/3/);
    await choose(page, 'Show only differences');
    const names = async (side: Side): Promise<string[]> =>
      (await panel(page, side).getByRole('treegrid').getByRole('row').allInnerTexts()).map(
        (row) => row.trim().split(/\s/)[0] ?? '',
      );
    await expect.poll(() => names('Left')).toEqual(['root', 'texts', '0', 'id', 'de']);
    await expect.poll(() => names('Right')).toEqual(['root', 'texts', '0', 'id', '1', 'fr']);
    await choose(page, 'Save as a report');
    const report = (await caughtBytes(page)).toString();
    for (const path of ['$.texts[0].id', '$.texts[0].de', '$.texts[1].fr']) expect(report).toContain(path);
    await choose(page, 'Compare options…');
    await dialog.getByLabel('Structure only').uncheck();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await says(page, /\d\s+differences$/);
  });

  it('[CMP-5] writes a report that is a page, numbers as they are spelt', async () => {
    const page = await stage.show(
      '#left=json.{"big":9007199254740993,"list":[1,2,3],"s":"<b>x</b>"}&right=json.{"big":9007199254740995.10,"list":[1,3],"s":"<b>y</b>"}',
    );
    await toggle(page).click();
    await says(page, /–\/3/);
    await choose(page, 'Save as a report');
    const html = (await caughtBytes(page)).toString();
    expect(html).toMatch(/^<!doctype html>/);
    const report = await page.context().newPage();
    await report.setContent(html);
    const values = await report.locator('pre').allInnerTexts();
    expect(values).toEqual(['9007199254740993', '9007199254740995.10', '2', '"<b>x</b>"', '"<b>y</b>"']);
    await expect.poll(() => report.locator('body b').count()).toBe(0);
    if (process.env['SHOTS'] !== undefined) await report.screenshot({ path: `${process.env['SHOTS']}/report.png` });
    await report.close();
  });

  it('[CMP-3] [CMP-5] shows what differs in a string, and says what can not be compared', async () => {
    const page = await open(['one two three'], ['one 2 three']);
    await toggle(page).click();
    await expect
      .poll(() => marked(page, 'Left'))
      .toContainEqual(expect.stringMatching(/^update 0 one two three now "one 2 three"/));
    await panel(page, 'Left').locator('ins').getByText('two', { exact: true }).waitFor();
    await panel(page, 'Right').locator('ins').getByText('2', { exact: true }).waitFor();
    expect(await findings(page, '#LEFT_PANEL')).toEqual([]);
    await setMode(page, 'Left', 'text');
    const coloured = () => panel(page, 'Left').locator('.view-overlays [class*=_updated_]').count();
    await expect.poll(coloured).toBe(1);
    await panel(page, 'Left').locator('.view-overlays [class*=_changed_]').waitFor();
    expect(await findings(page, '#LEFT_PANEL')).toEqual([]);
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('End');
    await page.keyboard.type('oops');
    await says(page, /Diff: Error/);
    await controls(page).getByText('The left document is not valid JSON').waitFor({ state: 'attached' });
    for (const _ of 'oops') await page.keyboard.press('Backspace');
    await says(page, /–\/1/);
  });

  it('[CMP-6] turns itself off for a very large document, and asks', async () => {
    const page = await stage.show('#left=json.["a"]');
    await dropOpen(page, 'Right', files.write('large.json', `["${'a'.repeat(104_857_600)}"]`));
    await toggle(page).click();
    await page
      .getByText(/larger than 100 MB, so Compare was turned off/)
      .first()
      .waitFor();
    await expect.poll(() => toggle(page).getAttribute('aria-pressed')).toBe('false');
    await page.getByRole('button', { name: 'Compare anyway' }).click();
    await says(page, /–\/1\s+difference$/);
    // A reload keeps the setting, and compares again.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('showDiff'))).toBe('true');
  });

  it('[CMP-4] [PAN-3] takes a difference over, or all, each as one step', async () => {
    const page = await open(LEFT, RIGHT);
    await toggle(page).click();
    await says(page, /–\/5/);
    await page.keyboard.press('F7');
    await page.keyboard.press('F7');
    await says(page, /2\/5/);
    await controls(page).getByRole('button', { name: 'Take this difference over to the left' }).click();
    await says(page, /–\/4/);
    // After one difference is taken over, F7 skips none.
    await page.keyboard.press('F7');
    await says(page, /2\/4/);
    await page.keyboard.press('F7');
    await says(page, /3\/4/);
    // Selecting a row makes its difference the current one, in either panel.
    await page.keyboard.press('F7');
    await says(page, /4\/4/);
    const deleted = panel(page, 'Left').locator('[role=row][data-diff=delete][aria-level="3"]').first();
    await page.keyboard.press('Shift+F7');
    await page.keyboard.press('Shift+F7');
    await says(page, /2\/4/);
    await panel(page, 'Right').getByRole('treegrid').focus();
    await page.keyboard.press('Home');
    await says(page, /–\/4/);
    // What is pressed while the difference is still being shown counts.
    await page.keyboard.press('F7');
    await page.keyboard.press('Home');
    await says(page, /–\/4/);
    await page.keyboard.press('F7');
    await says(page, /1\/4/);
    await deleted.click({ position: { x: 120, y: 8 } });
    await says(page, /2\/4/);
    // The same from a row's context menu, and undone.
    await page.keyboard.press('F7');
    // By level, because the row of the order that is deleted as a whole also shows "paid" in its preview once that has arrived.
    const paid = panel(page, 'Left').locator('[role=row][data-diff=delete][aria-level="4"]', { hasText: 'paid' });
    await paid.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Compare', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Take this over to the right' }).click();
    await says(page, /\/3/);
    await panel(page, 'Right').getByRole('button', { name: /^Undo/ }).click();
    await says(page, /\/4/);
    await choose(page, 'Take all differences over to the right');
    await says(page, /no differences/);
    await setMode(page, 'Right', 'text');
    await expect
      .poll(async () => (await shownLines(page, 'Right')).join(''))
      .toContain('"meta":{"version":1},"orders":[{"id":0');
    await panel(page, 'Right').getByRole('button', { name: /^Undo/ }).click();
    await says(page, /\/4/);
    await panel(page, 'Left').getByRole('button', { name: /^Undo/ }).click();
    await says(page, /\/5/);
  });
});
