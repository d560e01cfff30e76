// The recent documents in the menu "Open" of a panel.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { panel, setStage, shownLines, waitForMenuFocus, waitValid } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { showHash } from '../support/shared-page.ts';
import { serveAnswers } from '../support/web.ts';

const PATH = '/a-long-folder-name/another-long-folder-name/of-an-address/items.json';
const stage = setStage();
const web = serveAnswers({ [PATH]: { body: '{"from": "web"}' } });

const group = (page: Page): Locator => page.getByRole('group', { name: 'Recent' });
const openMenu = async (page: Page, side: 'Left' | 'Right'): Promise<void> => {
  await panel(page, side).getByRole('button', { name: 'Open', exact: true }).click();
  await waitForMenuFocus(page);
};

/** Types a new document into the left panel, and returns its key once it is stored. */
async function write(page: Page, text: string): Promise<string> {
  await openMenu(page, 'Left');
  await page.getByRole('menuitem', { name: 'New document' }).click();
  await panel(page, 'Left').getByText('Empty', { exact: true }).waitFor();
  await panel(page, 'Left').locator('.monaco-editor').first().click();
  await page.keyboard.insertText(text);
  await panel(page, 'Left')
    .getByText(/^Saved \d/)
    .waitFor();
  return page.evaluate(() => /left=(local\.\w+)/.exec(location.hash)?.[1] ?? '');
}

/** Adds documents of this browser that were viewed a minute apart, the last one longest ago. */
async function addRecent(page: Page, names: readonly string[]): Promise<void> {
  await page.evaluate((added) => {
    const stored = JSON.parse(localStorage.getItem('recentFiles') ?? '[]') as unknown[];
    const entries = added.map((name, index) => ({
      compoundKey: `local.aaaaa${String.fromCharCode(97 + index)}`,
      documentSource: 'local',
      document: { name, updated: '2020-01-01T00:00:00.000Z', size: 1, dialect: 'json' },
      viewed: `2020-01-01T00:${String(59 - index).padStart(2, '0')}:00.000Z`,
    }));
    localStorage.setItem('recentFiles', JSON.stringify([...stored, ...entries]));
  }, names);
}

describe('the menu Open', () => {
  it('[DOC-10] [DOC-11] has no recent documents at first, then the last five by name and by address, and opens them there', async () => {
    const page = await stage.blank();
    await openMenu(page, 'Right');
    await page.getByRole('menuitem', { name: 'New document' }).waitFor();
    await expect.poll(() => group(page).count()).toBe(0);
    await page.keyboard.press('Escape');

    await write(page, '{"kept": 1}');
    const address = web.address(PATH);
    await showHash(page, `#left=url.${encodeURIComponent(address)}`);
    await panel(page, 'Left').locator('.view-line', { hasText: 'web' }).waitFor();
    await waitValid(page, 'Left');

    // The left panel shows the address, so its own menu has the other one only.
    await openMenu(page, 'Left');
    const entries = group(page).getByRole('menuitem');
    await expect.poll(() => entries.allTextContents()).toHaveLength(1);
    await entries.getByText('New document 1').first().waitFor();
    await page.keyboard.press('Escape');

    await addRecent(page, ['b.json', 'c.json', 'd.json', 'e.json']);
    await openMenu(page, 'Right');
    await expect.poll(() => entries.count()).toBe(5);
    await expect.poll(() => page.getByRole('menu').getByRole('menuitem').count()).toBeLessThanOrEqual(12);
    await page.getByRole('menuitem', { name: `${address} Url` }).waitFor();
    await page.getByRole('menuitem', { name: 'New document 1 Local' }).waitFor();
    await page.getByRole('menuitem', { name: 'd.json Local' }).waitFor();
    await expect.poll(() => page.getByRole('menuitem', { name: 'e.json Local' }).count()).toBe(0);
    const menu = page.getByRole('menu');
    await expect
      .poll(() =>
        menu.evaluate((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          return isInside && element.scrollWidth <= element.clientWidth;
        }),
      )
      .toBe(true);
    expect(await findingsInBoth(page, '[role=menu]')).toEqual([]);
    await page.getByRole('menuitem', { name: 'New document 1' }).click();
    await panel(page, 'Right').getByRole('heading', { name: 'New document 1' }).waitFor();
    await panel(page, 'Right').getByRole('row').filter({ hasText: 'kept' }).waitFor();
    // The other panel stays as it was.
    await expect.poll(async () => (await shownLines(page, 'Left')).join('')).toContain('web');

    // By keys: the last entry is one up.
    await openMenu(page, 'Right');
    await expect.poll(() => entries.count()).toBe(5);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('http');
    await page.keyboard.press('Enter');
    await panel(page, 'Right').getByRole('row').filter({ hasText: 'web' }).waitFor();
  });
});
