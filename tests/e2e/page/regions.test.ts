// Ways around the page for the keyboard: out of the text, from region to region, and past the header.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { panel, setStage, shownLines } from '../support/app.ts';

const stage = setStage();

/** Where the focus is: the label of its region and its own name. */
function focusAt(page: Page): Promise<string> {
  return page.evaluate(() => {
    const active = document.activeElement;
    const region = active?.closest('[data-region]');
    if (region == null) return active?.textContent || 'nowhere';
    return region.getAttribute('aria-label') ?? (region.tagName === 'HEADER' ? 'header' : 'column');
  });
}

/** Whether the hint is whole and inside the status line of the left panel. */
async function isHintWhole(page: Page, text: string): Promise<boolean> {
  return page.evaluate((hint) => {
    const shown = [...document.querySelectorAll<HTMLElement>('#LEFT_PANEL [role=status]')].find((one) =>
      one.textContent.startsWith(hint),
    );
    const box = shown?.getBoundingClientRect();
    const line = shown?.parentElement?.getBoundingClientRect();
    if (shown === undefined || box === undefined || line === undefined) return false;
    return (
      box.height > 0 &&
      box.left >= line.left &&
      box.right <= line.right + 0.5 &&
      box.top >= line.top &&
      box.bottom <= line.bottom &&
      shown.scrollWidth <= shown.clientWidth
    );
  }, text);
}

describe('Tab in the text', () => {
  it('[TXT-3] indents, says in the status line how to leave, and leaves after Ctrl+M', async () => {
    const page = await stage.show('left=json.{"a":1}');
    const left = panel(page, 'Left');
    await left.locator('.view-line').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Tab');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['  {"a":1}']);
    for (const width of [1440, 1000, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => isHintWhole(page, 'Tab indents')).toBe(true);
    }
    await page.setViewportSize({ width: 1440, height: 800 });
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => left.getByText('Tab indents').count()).toBe(0);
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"a":1}']);
    // Said once for each visit of the text.
    await page.keyboard.press('Control+m');
    await expect.poll(() => isHintWhole(page, 'Tab leaves the text')).toBe(true);
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.monaco-editor') === null)).toBe(true);
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"a":1}']);
    await expect.poll(() => left.getByText('Tab leaves the text').count()).toBe(0);
    await left.locator('.view-line').first().click();
    await expect.poll(() => isHintWhole(page, 'Tab leaves the text')).toBe(true);
    await page.keyboard.press('Control+m');
    await expect.poll(() => left.getByText('Tab leaves the text').count()).toBe(0);
    await page.keyboard.press('Tab');
    await expect.poll(() => isHintWhole(page, 'Tab indents')).toBe(true);
  });
});

describe('F6', () => {
  it('[PAN-5] goes round all regions from any of them, then leaves the key to the browser', async () => {
    const page = await stage.show('left=json.[1,2]&right=json.[3]');
    await panel(page, 'Left').locator('.view-line').first().click();
    // Whether the page has kept each F6 from the browser.
    await page.evaluate(() => {
      const kept: boolean[] = [];
      Object.assign(globalThis, { kept });
      addEventListener(
        'keydown',
        (event) => event.key === 'F6' && setTimeout(() => kept.push(event.defaultPrevented)),
        true,
      );
    });
    const kept = (): Promise<boolean[]> => page.evaluate(() => (globalThis as unknown as { kept: boolean[] }).kept);
    const round: string[] = [];
    for (const key of ['F6', 'F6', 'Shift+F6', 'Shift+F6', 'Shift+F6']) {
      await page.keyboard.press(key);
      round.push(await focusAt(page));
    }
    expect(round).toEqual(['column', 'Right', 'column', 'Left', 'header']);
    // The caret is where it was.
    await page.keyboard.press('F6');
    await page.keyboard.type('5');
    await expect.poll(() => shownLines(page, 'Left')).toEqual([expect.stringContaining('5')]);

    await expect.poll(kept).toEqual([true, true, true, true, true, true]);

    // From where it began, in whatever direction, the key is the browser's once the round has been through all regions.
    const tree = panel(page, 'Right').getByRole('treegrid');
    for (const [key, all] of [
      ['F6', ['header', 'Left', 'column', 'Right']],
      ['Shift+F6', ['column', 'Left', 'header', 'Right']],
    ] as const) {
      await page.keyboard.press('Escape');
      await tree.focus();
      const before = (await kept()).length;
      const seen: string[] = [];
      for (const _ of all) {
        await page.keyboard.press(key);
        seen.push(await focusAt(page));
      }
      // The last press stays in the last region before the round is whole: the browser has it.
      expect(seen).toEqual([...all.slice(0, -1), all.at(-2)]);
      await expect.poll(async () => (await kept()).slice(before)).toEqual([true, true, true, false]);
    }
    await page.keyboard.press('Escape');
    await tree.focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '   ');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.locator('[data-severity]').first().waitFor();
    await page.keyboard.press('F6');
    await expect.poll(() => focusAt(page)).toMatch(/Notifications/);
    await page.keyboard.press('F6');
    await expect.poll(() => focusAt(page)).toBe('header');
    await page.keyboard.press('Shift+F6');
    await expect.poll(() => focusAt(page)).toMatch(/Notifications/);
    await page.keyboard.press('Shift+F6');
    await expect.poll(() => focusAt(page)).toBe('Right');
  });
});

describe('Ctrl+A', () => {
  it('[PAN-11] selects nothing outside of a view, and all of a field', async () => {
    const page = await stage.show('left=json.[1,2]&right=json.[3]');
    const selected = (): Promise<string> => page.evaluate(() => getSelection()?.toString() ?? '');
    for (const button of [
      page.getByRole('button', { name: 'Settings' }),
      panel(page, 'Left').getByRole('button', { name: 'Share', exact: true }),
      page.getByRole('separator'),
    ]) {
      await button.focus();
      await page.keyboard.press('Control+a');
      await expect.poll(selected).toBe('');
    }
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('7');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['7']);
  });
});

describe('a mode that is chosen', () => {
  it('[PAN-11] by the pointer gives the view the focus, so that what is typed goes there', async () => {
    const page = await stage.show('left=json.[{"a":1},{"a":2}]');
    const left = panel(page, 'Left');
    const choose = (mode: string): Promise<void> => left.getByRole('radio', { name: mode }).click();
    await choose('table');
    await left.locator('[data-row="0"] [role=gridcell][data-focused]').waitFor();
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await expect.poll(() => left.locator('[data-row="0"] [role=gridcell]').first().innerText()).toBe('7');
    // The present one, too.
    await left.getByRole('button', { name: 'Share', exact: true }).focus();
    await choose('table');
    await page.keyboard.type('8');
    await page.keyboard.press('Enter');
    await choose('tree');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('treegrid');
    await choose('text');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.monaco-editor') !== null)).toBe(true);
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[{"a":7},{"a":8}]']);
  });

  it('[PAN-11] by keys keeps the focus on the choices', async () => {
    const page = await stage.show('left=json.[{"a":1},{"a":2}]');
    const left = panel(page, 'Left');
    await left.getByRole('radio', { name: 'text' }).focus();
    for (const mode of ['tree', 'table', 'text']) {
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => left.getByRole('radio', { name: mode }).isChecked()).toBe(true);
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe(mode);
    }
  });
});

describe('a question mark', () => {
  it('[PAN-11] lists the shortcuts where nothing can be typed, and is typed where something can', async () => {
    const page = await stage.show('mode=tree&left=json.{"a":{"b":1}}&right=json.["x"]');
    const rows = (side: 'Left' | 'Right') => panel(page, side).getByRole('treegrid').getByRole('row');
    await rows('Left').first().click();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: /hortcuts/ });
    await list.waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await rows('Right').nth(1).click();
    await page.keyboard.press('?');
    await expect.poll(() => panel(page, 'Right').locator('textarea').inputValue()).toBe('?');
  });
});

describe('the skip link', () => {
  it('[PAN-5] is the first stop, out of sight until then, and leads to the document', async () => {
    const page = await stage.show('left=json.[1,2]');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const link = page.getByRole('link', { name: 'Skip to the document' });
    const top = async (): Promise<number> => (await link.boundingBox())?.y ?? Number.NaN;
    await expect.poll(top).toBeLessThan(-20);
    await link.focus();
    await expect.poll(top).toBeGreaterThanOrEqual(0);
    const { hash } = new URL(page.url());
    await page.keyboard.press('Enter');
    await expect.poll(() => focusAt(page)).toBe('Left');
    expect(new URL(page.url()).hash).toBe(hash);
    await page.keyboard.type('7');
    await expect.poll(() => shownLines(page, 'Left')).toEqual([expect.stringContaining('7')]);
  });
});
