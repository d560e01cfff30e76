// Who gets the room of the page: one panel or both, on a phone the actions of Compare, and the promotion as one thin line.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { panel, rowTexts, setStage, shownLines } from '../support/app.ts';

const account = { signIn: 'http://localhost:9/login', signUp: 'http://localhost:9/signup' };
const stage = setStage();

const shown = async (page: Page): Promise<boolean[]> => [
  await panel(page, 'Left').isVisible(),
  await panel(page, 'Right').isVisible(),
];
const widthOf = async (page: Page, side: 'Left' | 'Right'): Promise<number> =>
  (await panel(page, side).boundingBox())?.width ?? 0;

describe('one panel', () => {
  it('[PAN-2] gets the page by a double-click or a button, and gives it back as it was', async () => {
    const page = await stage.show('left=json.[1]&right=json.[2]');
    const splitter = page.getByRole('separator');
    await splitter.focus();
    for (let times = 0; times < 5; times += 1) await page.keyboard.press('ArrowLeft');
    await expect.poll(() => splitter.getAttribute('aria-valuenow')).toBe('40');
    const before = await widthOf(page, 'Left');

    await panel(page, 'Right').getByRole('row').first().click();
    await splitter.dblclick();
    await expect.poll(() => shown(page)).toEqual([false, true]);
    await expect.poll(() => widthOf(page, 'Right')).toBeGreaterThan(1200);
    await splitter.click();
    await expect.poll(() => shown(page)).toEqual([true, true]);
    await expect.poll(() => widthOf(page, 'Left')).toBe(before);

    await panel(page, 'Left').locator('.view-line').first().click();
    await page.getByRole('button', { name: 'Show only the left panel' }).click();
    await expect.poll(() => shown(page)).toEqual([true, false]);
    const button = page.getByRole('button', { name: 'Show only the left panel' });
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
    const box = await button.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1440);
    await button.click();
    await expect.poll(() => shown(page)).toEqual([true, true]);
    await expect.poll(() => widthOf(page, 'Left')).toBe(before);

    await page.keyboard.press('F1');
    await page.getByRole('combobox', { name: 'Command' }).fill('only the right');
    await page.keyboard.press('Enter');
    await expect.poll(() => shown(page)).toEqual([false, true]);
    await page.keyboard.press('F1');
    await page.getByRole('combobox', { name: 'Command' }).fill('both panels');
    await page.keyboard.press('Enter');
    await expect.poll(() => shown(page)).toEqual([true, true]);
  });
});

describe('on a phone', () => {
  it('[PAN-9] [CMP-5] the arrows take a difference over while the panels are compared, and copy otherwise', async () => {
    const page = await stage.open('#left=json.{"a":1,"b":2}&right=json.{"a":1,"b":3}', {
      viewport: { width: 390, height: 780 },
      hasTouch: true,
      isMobile: true,
    });
    await page.getByRole('radio', { name: 'Left' }).tap();
    await panel(page, 'Left').locator('.view-line').first().waitFor();
    const compare = page.getByRole('group', { name: 'Compare' });
    await page.getByRole('button', { name: 'Copy left to right' }).waitFor();
    await compare.getByRole('button', { name: 'Compare', exact: true }).tap();
    await compare.getByText('–/1').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Copy/ }).count()).toBe(0);
    await compare.getByRole('button', { name: 'Next difference' }).tap();
    await compare.getByText('1/1').waitFor();
    const take = page.getByRole('button', { name: 'Take this difference over to the right' });
    const box = await take.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    await take.tap();
    await compare.getByText('no differences').last().waitFor();
    await page.getByRole('radio', { name: 'Right' }).tap();
    await expect.poll(() => rowTexts(page, 'Right')).toEqual(expect.arrayContaining(['b 2']));
    await compare.getByRole('button', { name: 'Compare', exact: true }).tap();
    await page.getByRole('button', { name: 'Copy right to left' }).tap();
    await page.getByRole('radio', { name: 'Left' }).tap();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"a":1,"b":2}']);
  });
});

describe('the promotion without ads', () => {
  it('[PAN-6] is one thin line below 1280 px, so that the panels keep their width', async () => {
    const page = await stage.prepare();
    await page.route(stage.address(), async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        /(id="configuration">)[^<]*/,
        (_, start: string) => start + JSON.stringify({ account, cloud: { url: `${stage.address()}api/` } }),
      );
      await route.fulfill({ response, body });
    });
    await page.goto(stage.address());
    const promo = page.getByRole('complementary', { name: 'Subscription' });
    const measure = async (width: number): Promise<{ promo: number[]; main: number }> => {
      await page.setViewportSize({ width, height: 800 });
      const box = await page.locator('aside[aria-label=Subscription]').boundingBox();
      const main = await page.getByRole('main').boundingBox();
      return { promo: [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)], main: Math.round(main?.width ?? 0) };
    };
    await promo.getByRole('button', { name: 'See the plans' }).waitFor();
    await expect.poll(() => measure(1279)).toEqual({ promo: [1279, 32], main: 1279 });
    await expect.poll(() => measure(1000)).toEqual({ promo: [1000, 32], main: 1000 });
    await expect.poll(() => measure(980)).toEqual({ promo: [0, 0], main: 980 });
    await expect.poll(() => measure(1280)).toEqual({ promo: [210, expect.any(Number)], main: 1070 });
    // In its column, too, it is small, and its colour is a line at its side.
    for (const width of [1280, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      const card = promo.locator('[data-colour]');
      await expect.poll(async () => (await card.boundingBox())?.height).toBeLessThan(110);
      const paints = () =>
        card.evaluate((element) => {
          const { backgroundColor, borderInlineStartWidth } = getComputedStyle(element);
          return [backgroundColor, borderInlineStartWidth, getComputedStyle(document.body).backgroundColor];
        });
      const [background, line] = await paints();
      expect(line).toBe('3px');
      // Nearly white in the light theme.
      const channels = background?.match(/\d+/g)?.map(Number) ?? [];
      expect(Math.min(...channels)).toBeGreaterThan(235);
    }
    await page.setViewportSize({ width: 1000, height: 800 });
    await promo.getByRole('button', { name: 'See the plans' }).click();
    await page.getByRole('dialog', { name: 'Pricing plans' }).waitFor();
  });
});

describe('the column between the panels', () => {
  it('[PAN-2] folds away where one panel has the page, and its narrow rest leads back by mouse and by key', async () => {
    for (const [width, height] of [
      [1440, 860],
      [1000, 600],
    ] as const) {
      const page = await stage.blank({ viewport: { width, height } });
      const splitter = page.getByRole('separator');
      const column = () => splitter.evaluate((one) => one.parentElement?.getBoundingClientRect().width);
      await expect.poll(column).toBe(68);
      for (const [side, other] of [
        ['Left', 'Right'],
        ['Right', 'Left'],
      ] as const) {
        await panel(page, side).getByRole('radio', { name: 'tree' }).focus();
        const only = page.getByRole('button', { name: `Show only the ${side.toLowerCase()} panel` });
        const wide = async () => (await panel(page, side).boundingBox())?.width ?? 0;
        // By mouse, on the button and on the splitter.
        for (const way of ['button', 'splitter', 'Enter', 'key'] as const) {
          await only.click();
          await expect.poll(() => panel(page, other).isVisible()).toBe(false);
          await expect.poll(column).toBe(24);
          await expect.poll(wide).toBeGreaterThan(width - 24 - 30);
          await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
          for (const name of ['Copy left to right', 'Swap the panels'])
            await expect.poll(() => page.getByRole('button', { name }).count()).toBe(0);
          if (way === 'button') await only.click();
          else if (way === 'splitter') await splitter.click();
          else if (way === 'Enter') {
            await splitter.focus();
            await page.keyboard.press('Enter');
          } else {
            await splitter.focus();
            await page.keyboard.press(side === 'Left' ? 'ArrowLeft' : 'ArrowRight');
          }
          await panel(page, other).waitFor();
          await expect.poll(column).toBe(68);
        }
      }
    }
  });
});
