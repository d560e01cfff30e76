// The tree by touch, on a screen as wide as a phone's.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { dropOpen, panel, rowTexts, setMode, setStage } from '../support/app.ts';
import { makeFolder, records } from '../support/files.ts';
import { Finger } from '../support/finger.ts';

const stage = setStage();
const files = makeFolder();

const PHONE = { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true };
/** Longer than the threshold of a long press. */
const LONG_MS = 900;

async function openTree(content: string): Promise<{ page: Page; finger: Finger; grid: Locator }> {
  const page = await stage.open('', PHONE);
  await dropOpen(page, 'Left', files.write('touched.json', content));
  await setMode(page, 'Left', 'tree');
  const grid = panel(page, 'Left').getByRole('treegrid');
  await grid.getByRole('row').nth(2).waitFor();
  return { page, finger: await Finger.on(page), grid };
}

const row = (grid: Locator, key: string): Locator =>
  grid.getByRole('row').filter({ has: grid.page().getByRole('gridcell').first().getByText(key, { exact: true }) });
const selected = (grid: Locator): Promise<string[]> => grid.locator('[aria-selected=true]').allInnerTexts();

describe('a finger on the tree', () => {
  it('[TRE-4] [PAN-9] selects by a tap, expands by another, and scrolls without selecting', async () => {
    const { page, finger, grid } = await openTree(records(2000));
    // On its key: a tap on its preview expands it.
    await row(grid, '3').getByText('3', { exact: true }).first().tap();
    await expect.poll(async () => (await selected(grid)).map((text) => text.split(/\s/)[0])).toEqual(['3']);
    const rows = Number(await grid.getAttribute('aria-rowcount'));
    await row(grid, '3').locator('[data-open]').tap();
    await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(rows);
    await finger.at(200, 600).down();
    await finger.move(-400);
    await finger.up();
    await expect.poll(() => row(grid, '0').count()).toBe(0);
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    // Scrolled back up, the selection is unchanged.
    await finger.at(200, 220).down();
    await finger.move(460);
    await finger.up();
    await row(grid, '0').waitFor();
    await expect.poll(async () => (await selected(grid)).map((text) => text.split(/\s/)[0])).toEqual(['3']);
  });

  it('[TRE-1] [PAN-9] opens a preview by a tap, and neither by a scroll nor by a long press on it', async () => {
    const { page, finger, grid } = await openTree(records(2000));
    const preview = (key: string) => row(grid, key).getByText(/^\{/).first();
    await preview('5').tap();
    await expect.poll(() => row(grid, '5').getAttribute('aria-expanded')).toBe('true');
    await expect.poll(async () => (await selected(grid)).map((text) => text.split(/\s/)[0])).toEqual(['5']);
    const before = await preview('4').boundingBox();
    await (await finger.over(preview('4'))).down();
    await finger.move(-60);
    await finger.up();
    await expect.poll(async () => (await preview('4').boundingBox())?.y).toBeLessThan(before?.y ?? 0);
    await (await finger.over(preview('3'))).down();
    await page.waitForTimeout(LONG_MS);
    await finger.up();
    await page.getByRole('menu').first().waitFor();
    await expect.poll(async () => (await selected(grid)).map((text) => text.split(/\s/)[0])).toEqual(['3']);
    for (const key of ['3', '4']) await expect.poll(() => row(grid, key).getAttribute('aria-expanded')).toBe('false');
  });

  it('[TRE-4] [PAN-9] opens the menu of a row by a long press, with entries of 40 px, and edits by it', async () => {
    const { page, finger, grid } = await openTree('{"a": "one", "b": [1, 2], "c": null}');
    await (await finger.over(row(grid, 'b'))).down();
    await page.waitForTimeout(LONG_MS);
    await finger.up();
    const menu = page.getByRole('menu').first();
    await menu.waitFor();
    // Lifting the finger activated no menu entry.
    await page.waitForTimeout(300);
    await expect.poll(async () => (await selected(grid)).map((text) => text.split(/\s/)[0])).toEqual(['b']);
    for (const entry of await menu.getByRole('menuitem').all())
      await expect.poll(async () => (await entry.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    await menu.getByRole('menuitem', { name: 'Insert', exact: true }).tap();
    await page.getByRole('menuitem', { name: /^Duplicate/ }).tap();
    await expect.poll(() => rowTexts(page, 'Left')).toContain('b (copy) 2 items [1, 2]');
  });

  it('[TRE-2] reaches the last row by the scrollbar', async () => {
    const { finger, grid, page } = await openTree(records(2000));
    const bar = panel(page, 'Left').getByRole('scrollbar').first();
    const box = await bar.boundingBox();
    if (box === null) throw new Error('no scrollbar');
    await finger.at(box.x + box.width / 2, box.y + 8).down();
    await finger.move(box.height + 40);
    await finger.up();
    await row(grid, '1999').waitFor();
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    // Drags the scrollbar back from its new position.
    await finger.at(box.x + box.width / 2, box.y + box.height - 20).down();
    await finger.move(20 - box.height / 2);
    await finger.up();
    await expect.poll(() => row(grid, '1999').count()).toBe(0);
    await row(grid, '1000').or(row(grid, '990')).or(row(grid, '1010')).first().waitFor();
  });
});
