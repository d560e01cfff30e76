// Two texts that are compared: level, with signs beside the lines, a frame around the current difference, and only differences.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { dropOpen, panel, setMode, setStage, shownLines, type Side } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();

const item = (id: number, more = {}): object => ({ id, name: `Customer ${id}`, ...more });
const LEFT = Array.from({ length: 60 }, (_, id) => item(id));
const RIGHT = [
  ...LEFT.slice(0, 3),
  item(1000, { list: [1, 2, 3, 4, 5, 6, 7, 8] }),
  ...LEFT.slice(3, 20),
  { ...LEFT[20], name: 'Somebody else' },
  ...LEFT.slice(23),
];

/** The distance of a line from the top of its editor, in pixels; `null` if it is not on the screen. */
async function topOf(page: Page, side: Side, text: string): Promise<number | null> {
  const line = panel(page, side).locator('.view-line').filter({ hasText: text }).first();
  const [box, editor] = [
    (await line.count()) === 0 ? null : await line.boundingBox(),
    await panel(page, side).locator('.monaco-editor').first().boundingBox(),
  ];
  return box === null || editor === null ? null : Math.round(box.y - editor.y);
}

async function open(): Promise<Page> {
  const page = await stage.blank();
  for (const [side, value] of [['Left', LEFT] as const, ['Right', RIGHT] as const]) {
    await setMode(page, side, 'text');
    await dropOpen(page, side, files.write(`${side}.json`, JSON.stringify(value, null, 2)));
    await expect.poll(() => shownLines(page, side)).toContain('    "name": "Customer 0"');
  }
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  return page;
}

describe('two texts', () => {
  it('[CMP-3] stand level, say by signs how lines differ, and frame the current difference', async () => {
    const page = await open();
    await expect.poll(() => panel(page, 'Left').locator('[class*=filler]').count()).toBeGreaterThan(0);
    const level = async (text: string): Promise<boolean> => {
      const top = await topOf(page, 'Left', text);
      return top !== null && top === (await topOf(page, 'Right', text));
    };
    await expect.poll(() => level('"Customer 2"')).toBe(true);
    await expect.poll(() => level('"Customer 3"')).toBe(true);
    await expect.poll(() => panel(page, 'Right').locator('.diff-plus').count()).toBeGreaterThan(8);
    await page.keyboard.press('F7');
    await expect.poll(() => panel(page, 'Right').locator('[class*=frameTop]').count()).toBe(1);
    expect(await findingsInBoth(page)).toEqual([]);
    await page.keyboard.press('F7');
    await expect.poll(() => panel(page, 'Left').locator('.diff-tilde').count()).toBeGreaterThan(0);
    await expect.poll(() => level('"Customer 19"')).toBe(true);
    await page.keyboard.press('F7');
    await expect.poll(() => panel(page, 'Left').locator('.diff-minus').count()).toBeGreaterThan(0);
    await expect.poll(() => panel(page, 'Right').locator('[class*=filler]').count()).toBeGreaterThan(0);
    await expect.poll(() => level('"Customer 24"')).toBe(true);
    // Wherever one of them goes.
    await panel(page, 'Left').locator('.view-line').filter({ hasText: 'Customer 24' }).click();
    await page.keyboard.press('Control+Home');
    await expect.poll(() => level('"Customer 3"')).toBe(true);
    await page.keyboard.press('Control+End');
    await expect.poll(() => level('"Customer 59"')).toBe(true);

    // Only differences: the lines in between are folded.
    await page.getByRole('button', { name: 'More of Compare' }).click();
    await page.getByRole('menuitem', { name: 'Show only differences' }).click();
    const names = async (side: Side): Promise<string[]> =>
      (await shownLines(page, side)).flatMap((line) => /"name": "(.*?)"/.exec(line)?.[1] ?? []);
    await expect.poll(() => names('Left')).toEqual(['Customer 20', 'Customer 21', 'Customer 22']);
    await expect.poll(() => names('Right')).toEqual(['Customer 1000', 'Somebody else']);
    await expect
      .poll(() => panel(page, 'Left').getByRole('status', { name: 'Shown only' }).innerText())
      .toMatch(/· differences$/);
    // The chip of one side ends it for both.
    await panel(page, 'Right').getByRole('button', { name: 'Show everything' }).click();
    await expect.poll(() => names('Left')).toContain('Customer 0');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect.poll(() => panel(page, 'Left').locator('[class*=filler], .diff-sign').count()).toBe(0);
  });
});
