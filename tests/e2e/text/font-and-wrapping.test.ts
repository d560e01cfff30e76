// Font size and line wrapping, stored in the browser and shared by text and tree.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { dropOpen, panel, setStage } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { openPane, type TextPane } from '../support/pane.ts';

const stage = setStage();
const files = makeFolder();

/** The font size of the left panel's text, and the row height of the right panel's tree. */
async function sizes(page: Page): Promise<string> {
  const line = panel(page, 'Left').locator('.view-line').first();
  const row = panel(page, 'Right').getByRole('row').first();
  const size = await line.evaluate((element) => getComputedStyle(element).fontSize);
  return `${size} ${(await row.boundingBox())?.height}`;
}

async function setSize(page: Page, size: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Font size…' }).click();
  await page.getByRole('textbox', { name: 'Size of the text' }).fill(size);
  await page.keyboard.press('Enter');
}

describe('[TXT-1] [SET-1] the font size', () => {
  it('applies at once to text and tree, and is kept', async () => {
    const page = await stage.open();
    await panel(page, 'Right').getByRole('row').nth(3).waitFor();
    await expect.poll(() => sizes(page)).toBe('14px 22');
    await setSize(page, '1 8 PX');
    await expect.poll(() => sizes(page)).toBe('18px 29');
    await setSize(page, '12pt');
    await expect.poll(() => sizes(page)).toBe('16px 26');
    await setSize(page, '20');
    await expect.poll(() => sizes(page)).toBe('20px 32');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('fontSize'))).toBe('20px');
    await page.reload();
    await panel(page, 'Right').getByRole('row').nth(3).waitFor();
    await panel(page, 'Left').locator('.view-line').first().waitFor();
    await expect.poll(() => sizes(page)).toBe('20px 32');
  });

  it('is not applied where it is none, with a warning', async () => {
    const page = await stage.open();
    await setSize(page, '9px');
    await page.getByText(/This is not a font size, so nothing was changed/).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('fontSize'))).toBeNull();
  });

  it('follows Ctrl and the wheel over the text', async () => {
    const page = await stage.open();
    await panel(page, 'Right').getByRole('row').nth(3).waitFor();
    await panel(page, 'Left').locator('.view-line').first().hover();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await expect.poll(() => sizes(page)).toBe('15px 24');
    await page.mouse.wheel(0, 100);
    await page.mouse.wheel(0, 100);
    await expect.poll(() => sizes(page)).toBe('13px 21');
    await page.keyboard.up('Control');
  });
});

describe('[TXT-1] wrapping', () => {
  const open = (content: string): Promise<TextPane> => openPane(stage, files.write('wrap.json', content));
  const rows = (pane: TextPane) => expect.poll(async () => (await pane.rows()).length);

  it('is switched by Alt+Z and in the settings, for lines of any common length', async () => {
    const pane = await open(`[\n1,\n2,\n"${'word '.repeat(100)}"]`);
    await rows(pane).toBe(4);
    await pane.press('Alt+z');
    await rows(pane).toBeGreaterThan(6);
    await expect.poll(() => pane.page.evaluate(() => localStorage.getItem('wrap'))).toBe('on');
    await pane.press('Alt+z');
    await rows(pane).toBe(4);
    await pane.page.getByRole('button', { name: 'Settings' }).click();
    await pane.page.getByRole('menuitem', { name: 'Wrap lines of text' }).click();
    await pane.page.getByRole('menuitemradio', { name: /^On/ }).click();
    await rows(pane).toBeGreaterThan(6);
  });

  it('stays for lines that can only be shown wrapped, and says so', async () => {
    const pane = await open(`["${'word '.repeat(2000)}"]`);
    await rows(pane).toBeGreaterThan(10);
    await pane.press('Alt+z');
    await pane.page
      .getByText(/Lines longer than 4 KB stay wrapped/)
      .first()
      .waitFor();
    await rows(pane).toBeGreaterThan(10);
    await dropOpen(pane.page, 'Left', files.write('medium.json', `["${'word '.repeat(300)}"]`));
    await rows(pane).toBeGreaterThan(5);
    await pane.focus();
    await pane.press('Alt+z');
    await rows(pane).toBe(1);
  });
});
