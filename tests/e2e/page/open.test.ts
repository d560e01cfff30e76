// The open dialog: one page for all that can be opened, by mouse, by key, by drop and by paste.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { panel, setStage, shownLines } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Open document' });
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');

/** Drops a file from disk at a point of the page. */
async function dropAt(page: Page, x: number, y: number, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const at = { x, y, data: { items: [], files: [path], dragOperationsMask: 1 } };
  for (const type of ['dragEnter', 'dragOver'] as const) await session.send('Input.dispatchDragEvent', { type, ...at });
  await page.locator('[data-modal] [data-dragged=true]').waitFor();
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at });
  await session.detach();
}

describe('the open dialog', () => {
  it('[DOC-11] offers a file first, then the clipboard, an address and the lists, and leaves no empty space', async () => {
    for (const viewport of [
      { width: 1440, height: 860 },
      { width: 1000, height: 600 },
      { width: 390, height: 780 },
    ]) {
      const page = await stage.blank({ viewport });
      await page.keyboard.press('Control+O');
      const dialog = dialogOf(page);
      await dialog.getByText('What you open or save is listed here.').waitFor();
      await expect.poll(() => focused(page)).toBe('Open file…');
      for (const name of ['Paste', 'New document', 'Open', 'Cancel'])
        await dialog.getByRole('button', { name, exact: true }).waitFor();
      // Every line of it is used: no gap is higher than a row.
      const gaps = await dialog.evaluate((box) => {
        const shown = [...box.querySelectorAll('h2, p, label, button, input')].filter((one) => one.checkVisibility());
        const boxes = shown.map((one) => one.getBoundingClientRect()).toSorted((one, other) => one.top - other.top);
        let end = box.getBoundingClientRect().top;
        const found: number[] = [];
        for (const { top, bottom } of boxes) {
          found.push(top - end);
          end = Math.max(end, bottom);
        }
        return Math.max(...found, box.getBoundingClientRect().bottom - end);
      });
      expect(gaps).toBeLessThan(44);
      expect(await findingsInBoth(page, '[data-modal]')).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });

  it('[DOC-11] takes a file that is dropped on it, or on the page behind it', async () => {
    const page = await stage.blank();
    for (const [name, isOnDialog] of [
      ['on-it.json', true],
      ['behind.json', false],
    ] as const) {
      const path = files.write(name, `["${name}"]`);
      await page.keyboard.press('Control+O');
      const box = await dialogOf(page).boundingBox();
      if (box === null) throw new Error('no dialog');
      await dropAt(page, isOnDialog ? box.x + 10 : 8, isOnDialog ? box.y + box.height - 10 : 700, path);
      await dialogOf(page).waitFor({ state: 'detached' });
      await expect.poll(() => shownLines(page, 'Left')).toEqual([`["${name}"]`]);
    }
  });

  it('[DOC-11] opens what is pasted into it, by key or by its button', async () => {
    const page = await stage.blank();
    await page.evaluate(() => navigator.clipboard.writeText('["by key"]'));
    await page.keyboard.press('Control+O');
    await expect.poll(() => focused(page)).toBe('Open file…');
    await page.keyboard.press('Control+V');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['["by key"]']);
    await page.evaluate(() => navigator.clipboard.writeText('["by button"]'));
    await page.keyboard.press('Control+O');
    await dialogOf(page).getByRole('button', { name: 'Paste' }).click();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['["by button"]']);
    await dialogOf(page).waitFor({ state: 'detached' });
  });

  it('[DOC-11] opens an address, keeps one that failed, and refuses what is none with a sentence', async () => {
    const page = await stage.blank();
    await page.route('**/good.json', (route) => route.fulfill({ json: { good: 1 } }));
    const field = dialogOf(page).getByRole('textbox', { name: 'From a web address' });
    await panel(page, 'Left').getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('menuitem', { name: 'From a web address…' }).click();
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('good.json');
    await page.keyboard.press('Enter');
    await dialogOf(page).getByRole('alert').getByText('This is not an address.').waitFor();
    await field.fill(`${stage.address()}none.json`);
    await page.keyboard.press('Enter');
    await page.getByText('The server answered 404').first().waitFor();
    await page.keyboard.press('Control+O');
    await expect.poll(() => field.inputValue()).toBe(`${stage.address()}none.json`);
    await field.fill(`${stage.address()}good.json`);
    await dialogOf(page).getByRole('button', { name: 'Open', exact: true }).click();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"good":1}']);
    // Now it is listed: its name is typed wherever the focus is.
    await page.keyboard.press('Control+O');
    await dialogOf(page).getByRole('listitem').first().waitFor();
    await expect.poll(() => focused(page)).toBe('Open file…');
    await page.keyboard.type('good');
    await expect.poll(() => dialogOf(page).getByRole('searchbox').inputValue()).toBe('good');
    await page.keyboard.press('Escape');
  });
});
