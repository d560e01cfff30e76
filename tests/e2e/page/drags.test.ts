// What is dragged selects no text on its way.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { panel, setStage } from '../support/app.ts';

const stage = setStage();
const RECORDS = JSON.stringify(
  Array.from({ length: 40 }, (_, id) => ({ id, name: `record ${id}`, note: `a note about ${id}`, kind: id % 3 })),
);

/** Drags from the middle of an element, or from a point in it, over a distance. */
async function drag(page: Page, from: Locator, byX: number, byY: number): Promise<void> {
  const box = await from.boundingBox();
  if (box === null) throw new Error('nothing to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + byX / 2, y + byY / 2, { steps: 6 });
  await page.mouse.move(x + byX, y + byY, { steps: 6 });
}

const selected = (page: Page): Promise<string> => page.evaluate(() => getSelection()?.toString() ?? '');
const cursor = (element: Locator): Promise<string> => element.evaluate((one) => getComputedStyle(one).cursor);

describe('a drag', () => {
  it('[TAB-2] [PAN-2] [TRE-2] over cells, rows, headers and the column between the panels selects no text', async () => {
    const page = await stage.show(
      `mode=table,tree&left=json.${encodeURIComponent(RECORDS)}&right=json.[1,{"a":"text","b":2}]`,
    );
    const grid = panel(page, 'Left').getByRole('grid');
    const cell = (row: number, column: number): Locator =>
      grid.locator(`[data-row="${row}"] [role=gridcell][aria-colindex="${column}"]`);
    await cell(3, 3).waitFor();
    const position = grid.locator('[data-row="4"] [role=rowheader]');
    const tree = panel(page, 'Right').getByRole('treegrid');
    await cell(1, 2).click();
    const drags: readonly (readonly [string, Locator, number, number])[] = [
      ['cells', cell(1, 2), 220, 120],
      ['row numbers', position, 60, 90],
      ['the fill handle', grid.locator('[data-fill]'), 0, 90],
      ['a header', grid.getByRole('columnheader', { name: 'name', exact: true }), 180, 4],
      ['the column between the panels', page.getByRole('separator'), -80, 30],
      ['a row of the tree', tree.getByRole('row').nth(2), 10, 60],
    ];
    for (const [what, from, byX, byY] of drags) {
      if (what === 'the fill handle') await cell(2, 2).click();
      await drag(page, from, byX, byY);
      // While the button is held.
      await expect.poll(async () => [what, await selected(page)]).toEqual([what, '']);
      await page.mouse.up();
      await page.keyboard.press('Escape');
    }
    await expect.poll(() => grid.evaluate((one) => getComputedStyle(one).caretColor)).toBe('rgba(0, 0, 0, 0)');
    for (const element of [cell(2, 2), position]) await expect.poll(() => cursor(element)).not.toMatch(/text|auto/);
  });

  it('[TAB-2] [TRE-2] in a field selects its text', async () => {
    const page = await stage.show(
      `mode=table,tree&left=json.${encodeURIComponent(RECORDS)}&right=json.["some text here"]`,
    );
    const grid = panel(page, 'Left').getByRole('grid');
    await grid.locator('[data-row="1"] [role=gridcell]').nth(2).dblclick();
    const field = grid.locator('textarea, input').first();
    await field.waitFor();
    await drag(page, field, 60, 0);
    await page.mouse.up();
    await expect
      .poll(() =>
        field.evaluate((one) => (one instanceof HTMLTextAreaElement ? one.selectionEnd - one.selectionStart : 0)),
      )
      .toBeGreaterThan(0);
    await expect.poll(() => cursor(field)).toBe('text');
  });
});
