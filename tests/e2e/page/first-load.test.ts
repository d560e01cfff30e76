// The first load: its size, what works before the views have loaded, and that the layout does not shift.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { holdScripts, panel, setStage, shownLines, waitValid } from '../support/app.ts';

const stage = setStage();
const CLIENT = join(import.meta.dirname, '../../../dist/client');
/** Most compressed bytes that the page may load before it works. */
const MAX_BYTES = 150 * 1024;

describe('the first load', () => {
  it('brings at most 150 KB of scripts, packed, before the page works', () => {
    const html = readFileSync(join(CLIENT, 'index.html'), 'utf8');
    const scripts = new Set(html.match(/assets\/[^"]+\.js/g));
    expect(scripts.size).toBeGreaterThan(0);
    const sizes = Array.from(scripts, (path) => gzipSync(readFileSync(join(CLIENT, path)), { level: 9 }).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
  });

  it('runs each worker once: no part of it imports the entry, which WebKit would run again', () => {
    const scripts = readdirSync(join(CLIENT, 'assets')).filter((name) => name.endsWith('.js'));
    const entries = scripts.filter((name) => name.includes('.worker-'));
    expect(entries.length).toBeGreaterThan(2);
    const importing = scripts.filter((name) => {
      const text = readFileSync(join(CLIENT, 'assets', name), 'utf8');
      return entries.some((entry) => new RegExp(`(from|import|import\\()\\s*["'\`]\\./${entry}`).test(text));
    });
    expect(importing).toEqual([]);
  });

  it('works before the text editor arrives', async () => {
    const page = await stage.prepare();
    const release = await holdScripts(page, /\/assets\/(view|editor)-[^/]*\.js$/);
    await page.goto(`${stage.address()}#left=json.{"a":[1,2]}`);
    await waitValid(page, 'Left');
    await expect.poll(() => panel(page, 'Left').locator('.view-line').count()).toBe(0);
    await panel(page, 'Left').getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('menuitem', { name: /file/ }).first().waitFor();
    await page.keyboard.press('Escape');
    await panel(page, 'Left').getByRole('button', { name: 'Format', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Format/ }).click();
    release();
    await expect.poll(() => shownLines(page, 'Left')).toContain('  "a": [');
  });

  it('[TXT-1] shows the beginning of a text before the editor arrives, as the editor will', async () => {
    const localStorage = [{ name: 'rightMode', value: 'text' }];
    const storageState = { cookies: [], origins: [{ origin: new URL(stage.address()).origin, localStorage }] };
    const page = await stage.prepare({ context: { storageState } });
    const release = await holdScripts(page, /\/assets\/editor-[^/]*\.js$/);
    const items = Array.from({ length: 60 }, (_, id) => ({
      id,
      name: `No. ${id}`,
      at: [id / 8, true, null],
      'a/b': '',
    }));
    const hash = (side: string, text: string): string => `${side}=json.${encodeURIComponent(text)}`;
    await page.goto(
      `${stage.address()}#${hash('left', JSON.stringify(items, null, 2))}&${hash('right', JSON.stringify(items))}`,
    );
    const early: Record<string, string[]> = {};
    for (const side of ['Left', 'Right'] as const) {
      const rows = panel(page, side).locator('[data-first-screen] > div > :last-child');
      await expect.poll(() => rows.count()).toBeGreaterThan(20);
      // Rows are broken anew when the font arrives, which may be after the first of them.
      await page.evaluate(() => document.fonts.ready);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      early[side] = await rows.allInnerTexts();
    }
    // A click on the first screen: the editor puts its caret there once it has loaded.
    await panel(page, 'Left').locator('[data-first-screen]').getByText('"name"').first().click();
    release();
    for (const side of ['Left', 'Right'] as const) {
      await expect.poll(() => panel(page, side).locator('[data-first-screen]').count()).toBe(0);
      const shown = await shownLines(page, side);
      const rows = (early[side] ?? []).slice(0, 25);
      expect(shown.slice(0, rows.length)).toEqual(rows);
    }
    await page.keyboard.type('!');
    await expect.poll(() => shownLines(page, 'Left')).toContainEqual(expect.stringMatching(/^ +"n?a?m?e?!/));
  });

  it('[TXT-1] takes the keys that are typed before the editor arrives, where the caret was put', async () => {
    const page = await stage.prepare({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });
    const release = await holdScripts(page, /\/assets\/editor-[^/]*\.js$/);
    await page.goto(`${stage.address()}#left=json.{"a":[1,2]}&right=json.[0]`);
    const first = panel(page, 'Left').locator('[data-first-screen]');
    await first.getByText('"a"').click();
    await page.evaluate(() => navigator.clipboard.writeText('"pasted"'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('[1,24');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type(' ');
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+v');
    release();
    await expect.poll(() => first.count()).toBe(0);
    await page.keyboard.type('!');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['"pasted"![1,2] ']);
  });

  it('[TXT-1] loses no key while the editor arrives on a slow machine, at the first visit', async () => {
    for (const pauseMs of [0, 900]) {
      const page = await stage.prepare();
      // Holds the editor back, so that the click comes first on any machine.
      const release = await holdScripts(page, /\/assets\/editor-[^/]*\.js$/);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await page.goto(stage.address());
      const first = panel(page, 'Left').locator('[data-first-screen]');
      await first.getByText('"boolean"').first().click({ timeout: 30_000 });
      release();
      await page.keyboard.press('Control+a');
      for (const key of '[1,2,3,4,5,6,7,8,9') {
        await page.keyboard.type(key);
        await page.waitForTimeout(pauseMs / 10);
      }
      await expect.poll(() => shownLines(page, 'Left'), { timeout: 60_000 }).toEqual(['[1,2,3,4,5,6,7,8,9]']);
      await page.context().close();
    }
  });

  it('[TXT-1] forgets where the text was pressed when something else takes the keys', async () => {
    const page = await stage.prepare();
    const release = await holdScripts(page, /\/assets\/editor-[^/]*\.js$/);
    await page.goto(`${stage.address()}#left=json.{"a":[1,2]}`);
    await panel(page, 'Left').locator('[data-first-screen]').getByText('"a"').click();
    await page.keyboard.press('Control+F');
    await panel(page, 'Left').getByRole('textbox', { name: 'Find' }).waitFor();
    await page.keyboard.type('a');
    release();
    await expect.poll(() => panel(page, 'Left').locator('[data-first-screen]').count()).toBe(0);
    await page.keyboard.type('b');
    await expect.poll(() => panel(page, 'Left').getByRole('textbox', { name: 'Find' }).inputValue()).toBe('ab');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"a":[1,2]}']);
  });

  it('opens a menu that was asked for before it was there', async () => {
    const page = await stage.prepare();
    const release = await holdScripts(page, /\/assets\/menu-frame-[^/]*\.js$/);
    await page.goto(`${stage.address()}#left=json.[1]`);
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    release();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  });

  it('leaves the focus on a button whose menu arrives', async () => {
    const page = await stage.prepare();
    const release = await holdScripts(page, /\/assets\/menu-frame-[^/]*\.js$/);
    await page.goto(`${stage.address()}#left=json.[1]`);
    const account = page.getByRole('button', { name: 'Account' });
    await account.focus();
    const early = await account.elementHandle();
    release();
    await expect.poll(() => early?.evaluate((button) => button.isConnected)).toBe(false);
    await expect.poll(() => account.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Plans' }).waitFor();
  });

  it('asks again for a menu and notices that could not be loaded, and works meanwhile', async () => {
    const page = await stage.prepare({ allow: /./ });
    let tries = 0;
    await page.route(/\/assets\/(menu-frame|toasts)-[^/]*\.js/, async (route) => {
      tries += 1;
      if (tries <= 2) await route.abort();
      else await route.continue();
    });
    await page.goto(`${stage.address()}#left=json.[1]`);
    await waitValid(page, 'Left');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Plans' }).waitFor();
  });

  it('shifts nothing that was shown', async () => {
    const page = await stage.prepare();
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(stage.address());
    await waitValid(page, 'Left');
    await waitValid(page, 'Right');
    await page.waitForTimeout(1000);
    await expect.poll(() => page.evaluate(() => PerformanceObserver.supportedEntryTypes)).toContain('layout-shift');
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
    // A deliberate layout shift is detected.
    await page.evaluate(() => {
      const [header] = document.querySelectorAll('header');
      if (header !== undefined) header.style.height = '200px';
    });
    const seen = (): Promise<number> =>
      page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts.length);
    await expect.poll(seen).toBeGreaterThan(shifts.length);
  });
});
