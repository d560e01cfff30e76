// Text mode by touch, on a screen as wide as a phone's.

import type { BrowserContextOptions } from 'playwright';
import { describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { makeFolder, records } from '../support/files.ts';
import { Finger } from '../support/finger.ts';
import { openPane, type TextPane } from '../support/pane.ts';

const stage = setStage();
const files = makeFolder();
const PRETTY = records(6000);
const LINES = PRETTY.split('\n');
const pretty = files.write('pretty.json', PRETTY);

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 800 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
};
/** A laptop with a touch screen. */
const LAPTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, hasTouch: true };

/** The centre of a word on the screen. */
async function wordBox(pane: TextPane, word: string): Promise<{ readonly x: number; readonly y: number }> {
  const box = await pane.root.locator('.view-lines').first().getByText(word, { exact: true }).first().boundingBox();
  if (box === null) throw new Error(`${word} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The number of the first line on the screen. */
async function topLine(pane: TextPane): Promise<number> {
  return Number((await pane.rows())[0]?.number);
}

/** The scrollbar follows the finger to the end of the document and back. */
async function scrollsByBar(pane: TextPane): Promise<void> {
  const bar = await pane.root.getByRole('scrollbar').boundingBox();
  if (bar === null) throw new Error('no scrollbar');
  const finger = await Finger.on(pane.page);
  await finger.at(bar.x + bar.width / 2, bar.y + 10).down();
  await finger.move(bar.height / 2 - 10, 40);
  await expect.poll(() => topLine(pane)).toBeGreaterThan(LINES.length * 0.4);
  await expect.poll(() => topLine(pane)).toBeLessThan(LINES.length * 0.6);
  await finger.move(bar.height / 2, 40);
  await finger.up();
  await expect.poll(async () => (await pane.rows()).at(-1)?.number).toBe(String(LINES.length));
  await finger.at(bar.x + bar.width / 2, bar.y + bar.height - 10).down();
  await finger.move(-bar.height, 40);
  await finger.up();
  await expect.poll(() => topLine(pane)).toBe(1);
}

/** A long press selects the word, and moving the finger by `byPx` extends the selection; the menu copies it. */
async function copiesByPress(pane: TextPane, byPx = 0): Promise<void> {
  const { x, y } = await wordBox(pane, 'null');
  const finger = await Finger.on(pane.page);
  await finger.at(x, y).down();
  await pane.root.getByText(/\(4 selected\)$/).waitFor();
  await finger.move(byPx);
  // Monaco measures the length of the press itself.
  await pane.page.waitForTimeout(200);
  await finger.up();
  const menu = pane.page.locator('[role=menu], .monaco-menu').first();
  await menu.getByRole('menuitem', { name: /^Copy(?! as)/ }).tap();
  await menu.waitFor({ state: 'detached' });
}

describe('[TXT-1] text under a finger', () => {
  it('[BIG-1] on a laptop: the scrollbar follows it, a long press selects the word and opens the menu', async () => {
    const pane = await openPane(stage, pretty, { context: LAPTOP });
    await copiesByPress(pane);
    await expect.poll(() => pane.clipboard()).toBe('null');
    await scrollsByBar(pane);
  });

  it('[BIG-1] on a phone: a tap puts the caret, the scrollbar follows it, a swipe scrolls on through all windows, a long press selects as far as it goes on', async () => {
    const pane = await openPane(stage, pretty, { context: PHONE });
    const { x, y } = await wordBox(pane, '"record 1"');
    await pane.page.touchscreen.tap(x, y);
    const line = LINES.indexOf('    "name": "record 1",') + 1;
    await pane.root.getByText(new RegExp(`^Ln ${line}, Col (?:1[4-9]|2[0-4])$`)).waitFor();
    await pane.type('~');
    await expect.poll(() => pane.shown()).toMatch(/"name": ".*~.*",/);
    await scrollsByBar(pane);

    const finger = await Finger.on(pane.page);
    let rowPx = 0;
    const measureRow = async (): Promise<number> => {
      rowPx = (await pane.root.locator('.view-line').first().boundingBox())?.height ?? 0;
      return rowPx;
    };
    // A row that was just removed has no height.
    await expect.poll(measureRow).toBeGreaterThan(10);
    await finger.at(200, 650).down();
    await finger.move(-400);
    await finger.up();
    await expect.poll(() => topLine(pane)).toBeGreaterThanOrEqual(Math.floor(400 / rowPx));
    for (let swipe = 0; swipe < 20; swipe += 1) {
      await finger.at(200, 650).down();
      await finger.move(-400, 80);
      await finger.up();
    }
    // Far beyond the first window. The momentum of the last swipe may still be scrolling.
    await expect.poll(() => topLine(pane)).toBeGreaterThan(300);
    await finger.at(200, 250).down();
    const before = await topLine(pane);
    await finger.move(400);
    await finger.up();
    await expect.poll(() => topLine(pane)).toBeLessThan(before);
    for (const { number, text } of await pane.rows()) expect(LINES[Number(number) - 1]).toBe(text);

    await pane.scrollTo(0);
    await expect.poll(() => topLine(pane)).toBe(1);
    await copiesByPress(pane, 120);
    await expect.poll(() => pane.clipboard()).toMatch(/^null\n    \}\n {2}\},\n/);
    await expect.poll(() => topLine(pane)).toBe(1);
  });
});
