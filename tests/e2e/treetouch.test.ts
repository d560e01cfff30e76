// The tree under a finger: touches as the browser gets them from a screen, so that taps, long presses and scrolling are
// what it makes of them.

import type { CDPSession, Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { dropOpen, panel, rowTexts, setMode, setStage } from './app.ts';
import { makeFolder, records } from './files.ts';

const stage = setStage();
const files = makeFolder();

const PHONE = { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true };
/** Longer than what makes a press a long one. */
const LONG_MS = 900;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** One finger. */
class Finger {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async on(page: Page): Promise<Finger> {
    return new Finger(page, await page.context().newCDPSession(page));
  }

  async down(point: Point): Promise<void> {
    await this.send('touchStart', point);
  }

  async up(): Promise<void> {
    await this.send('touchEnd');
  }

  async move(from: Point, to: Point, steps = 8): Promise<void> {
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      await this.send('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    }
  }

  async swipe(from: Point, to: Point): Promise<void> {
    await this.down(from);
    await this.move(from, to);
    await this.up();
  }

  async pressLong(point: Point): Promise<void> {
    await this.down(point);
    await this.page.waitForTimeout(LONG_MS);
    await this.up();
  }

  private async send(type: 'touchStart' | 'touchMove' | 'touchEnd', point?: Point): Promise<void> {
    await this.session.send('Input.dispatchTouchEvent', { type, touchPoints: point === undefined ? [] : [point] });
  }
}

async function middleOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

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
    await row(grid, '3').tap();
    await expect.poll(async () => (await selected(grid)).map((text) => text.split(/\s/)[0])).toEqual(['3']);
    const rows = Number(await grid.getAttribute('aria-rowcount'));
    await row(grid, '3').locator('svg').first().tap();
    await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(rows);
    const from = await middleOf(grid);
    await finger.swipe({ x: from.x, y: from.y + 150 }, { x: from.x, y: from.y - 250 });
    await expect.poll(() => row(grid, '3').count()).toBe(0);
    expect(await page.getByRole('menu').count()).toBe(0);
    // Back up: what was selected is so still.
    await finger.swipe({ x: from.x, y: from.y - 200 }, { x: from.x, y: from.y + 300 });
    await row(grid, '3').waitFor();
    expect((await selected(grid)).map((text) => text.split(/\s/)[0])).toEqual(['3']);
  });

  it('[TRE-4] [PAN-9] opens the menu of a row by a long press, with entries of 40 px, and edits by it', async () => {
    const { page, finger, grid } = await openTree('{"a": "one", "b": [1, 2], "c": null}');
    await finger.pressLong(await middleOf(row(grid, 'b')));
    const menu = page.getByRole('menu').first();
    await menu.waitFor();
    // Lifting the finger chose nothing.
    await page.waitForTimeout(300);
    expect((await selected(grid)).map((text) => text.split(/\s/)[0])).toEqual(['b']);
    for (const entry of await menu.getByRole('menuitem').all())
      expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    await menu.getByRole('menuitem', { name: /^Duplicate/ }).tap();
    await expect.poll(() => rowTexts(page, 'Left')).toContain('b (copy) 2 items [1, 2]');
  });

  it('[TRE-2] reaches the last row by the scrollbar', async () => {
    const { finger, grid, page } = await openTree(records(2000));
    const bar = panel(page, 'Left').getByRole('scrollbar').first();
    const box = await bar.boundingBox();
    if (box === null) throw new Error('no scrollbar');
    const top = { x: box.x + box.width / 2, y: box.y + 8 };
    const end = { x: top.x - 40, y: box.y + box.height + 40 };
    await finger.swipe(top, end);
    await row(grid, '1999').waitFor();
    expect(await page.getByRole('menu').count()).toBe(0);
    // And back, from where it came to lie.
    await finger.swipe({ x: top.x, y: box.y + box.height - 20 }, { x: top.x, y: box.y + box.height / 2 });
    await expect.poll(() => row(grid, '1999').count()).toBe(0);
    await row(grid, '1000').or(row(grid, '990')).or(row(grid, '1010')).first().waitFor();
  });
});
