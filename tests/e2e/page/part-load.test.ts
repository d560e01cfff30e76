// Parts of the page that can't be loaded: each fails by itself, says so where the user looks, and can be tried again.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { panel, rowTexts, setMode, setStage, shownLines, waitValid } from '../support/app.ts';

const stage = setStage();
const SENTENCE = 'Something went wrong. Please reload the application.';
const SCRIPTS = /\/assets\/[^/]*\.js/;
const ALLOWED = /Failed to fetch dynamically imported module|error loading|ERR_FAILED|could not be loaded/i;
/** The page waits this long before it tries again by itself, in milliseconds. */
const RETRIES_MS = [500, 2000, 8000];

/** Whether the message is on the screen, and nothing covers it. */
async function isInSight(page: Page): Promise<boolean> {
  const box = await page.getByText(SENTENCE).boundingBox();
  const size = page.viewportSize();
  if (box === null || size === null) return false;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (x < 0 || y < 0 || x > size.width || y > size.height) return false;
  return page.evaluate(
    ([left, top, text]) =>
      document
        .elementFromPoint(left as number, top as number)
        ?.closest('[role=alert]')
        ?.textContent.includes(text as string) === true,
    [x, y, SENTENCE],
  );
}

/** Opens a page whose scripts can't be loaded any more. */
async function openCutOff(hash: string): Promise<Page> {
  const page = await stage.prepare({ allow: ALLOWED });
  await page.clock.install();
  await page.goto(`${stage.address()}#${hash}`);
  await waitValid(page, 'Left');
  await panel(page, 'Left').locator('.view-line').first().waitFor();
  // The frame of dialogs and the code of menus.
  await page.clock.runFor(3000);
  await page.locator('#settings[aria-haspopup=menu]').waitFor();
  await page.route(SCRIPTS, (route) => route.abort());
  return page;
}

describe('a part of the page that cannot be loaded', () => {
  it('[PAN-8] says so on the screen, closes, and is there when it is tried again', async () => {
    const page = await openCutOff('left=json.[1,2]');
    const left = panel(page, 'Left');
    const message = page.getByText(SENTENCE);
    const parts: [name: string, open: () => Promise<void>, title: string][] = [
      ['transform', () => left.getByRole('button', { name: /^Transform/ }).click(), 'Transform'],
      ['share', () => left.getByRole('button', { name: 'Share', exact: true }).click(), 'Share'],
      ['open', () => page.keyboard.press('Control+o'), 'Open'],
    ];
    for (const [, open] of parts) {
      await open();
      for (const wait of RETRIES_MS) {
        if (await message.isVisible()) break;
        await page.clock.fastForward(wait + 100);
      }
      await message.waitFor();
      await expect.poll(() => isInSight(page)).toBe(true);
      await expect.poll(() => page.getByText('there is a new version').isVisible()).toBe(true);
      // The rest of the page is there, and works.
      await expect.poll(() => shownLines(page, 'Left')).toEqual(['[1,2]']);
      await page.getByRole('button', { name: 'Close' }).click();
      await message.waitFor({ state: 'detached' });
    }
    await parts[0]?.[1]();
    await message.waitFor();
    // The keyboard is at "Try again", and Escape closes the message.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Try again');
    await page.keyboard.press('Escape');
    await message.waitFor({ state: 'detached' });
    await page.unroute(SCRIPTS);
    for (const [, open, title] of parts) {
      await open();
      await page.getByRole('dialog', { name: title }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });

  it('[PAN-8] a view keeps the rest of its panel, and is tried again in its place', async () => {
    const page = await openCutOff('left=json.{"a":1}');
    await panel(page, 'Left').getByRole('radio', { name: 'tree' }).click();
    await panel(page, 'Left').getByText(SENTENCE).waitFor();
    await expect.poll(() => isInSight(page)).toBe(true);
    await page.unroute(SCRIPTS);
    await panel(page, 'Left').getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => rowTexts(page, 'Left')).toContain('a 1');
    await setMode(page, 'Left', 'text');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"a":1}']);
  });
});
