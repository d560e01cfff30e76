// Where a document lives, as the title says it, and what *Save* does with it.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { dropOpen, panel, setMode, setStage, shownLines, type Side } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();

const says = (page: Page, side: Side, label: string): Promise<void> =>
  panel(page, side).getByRole('button', { name: label, exact: true }).waitFor();
const heading = (page: Page, side: Side, name: string): Promise<void> =>
  panel(page, side).getByRole('heading', { name, exact: true }).waitFor();

async function type(page: Page, side: Side, text: string): Promise<void> {
  await panel(page, side).locator('.view-line').first().click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(text);
}

describe('the place of a document', () => {
  it('[DOC-3] [DOC-19] of a dropped file is a copy after the first edit, and Save still writes the file', async () => {
    const page = await stage.open('#right=json.[0]');
    await dropOpen(page, 'Left', files.write('people.json', '[1]'));
    await says(page, 'Left', 'From disk');
    await type(page, 'Left', ' ');
    await says(page, 'Left', 'Copy here; file unchanged');
    const save = panel(page, 'Left').getByRole('button', { name: 'Save', exact: true });
    await expect.poll(() => save.getAttribute('data-hint')).toMatch(/^Save: download people\.json/);
    const downloading = page.waitForEvent('download');
    await save.click();
    const downloaded = await downloading;
    expect(downloaded.suggestedFilename()).toBe('people.json');
    expect(readFileSync(await downloaded.path(), 'utf8')).toBe(' [1]');
    await says(page, 'Left', 'Copy here; file downloaded');
    await type(page, 'Left', ' ');
    await says(page, 'Left', 'Copy here; file unchanged');
    await expect.poll(() => page.title()).not.toContain('●');

    // It is known after a reload, too; and the menu says it in full.
    await page.reload();
    const place = panel(page, 'Left').getByRole('button', { name: /^Copy here/ });
    await place.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Copy in this browser; people.json on disk is unchanged', { exact: true }).waitFor();
    await page.getByText(/^This page can read people\.json, but not write it\./).waitFor();
    const entries = page.getByRole('menuitem');
    await expect
      .poll(() => entries.allInnerTexts())
      .toEqual(['Save\nCtrl+S', 'Download a copy', 'Save a copy\nin this browser', 'Delete']);
    expect(await findingsInBoth(page, '[role=menu]')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => place.evaluate((one) => one.matches(':focus'))).toBe(true);

    // Save writes the file, and keeps the copy, which nothing else does now.
    await page.evaluate(() => localStorage.setItem('autosave', 'false'));
    await page.reload();
    await type(page, 'Left', ' ');
    const dot = panel(page, 'Left').getByRole('img', { name: 'Unsaved changes' });
    await dot.waitFor();
    const again = page.waitForEvent('download');
    await page.keyboard.press('Control+s');
    await again;
    await panel(page, 'Left')
      .getByText(/^Saved \d/)
      .waitFor();
    await dot.waitFor({ state: 'detached' });
    await page.reload();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['   [1]']);
  });

  it('[DOC-2] [DOC-19] a new text has a name of its own, and is never the example', async () => {
    const page = await stage.prepare();
    await page.goto(stage.address());
    await heading(page, 'Left', 'Sample');
    await page.getByRole('button', { name: 'Copy left to right' }).click();
    await heading(page, 'Right', 'Sample (copy)');
    await page.getByRole('button', { name: 'Copy right to left' }).click();
    await heading(page, 'Left', 'Sample (copy 2)');
    await page.getByText('The example was replaced by a copy of Sample (copy).').waitFor();
    await page.getByRole('button', { name: 'Copy left to right' }).click();
    await page.getByText('Sample (copy) was replaced by a copy of Sample (copy 2).').waitFor();
    await page.close();
  });

  it('[DOC-2] [DOC-5] the edited example is a new document, and the tab says what is unsaved', async () => {
    const page = await stage.prepare();
    await page.goto(stage.address());
    await heading(page, 'Left', 'Sample');
    await says(page, 'Left', 'Not kept yet');
    await setMode(page, 'Left', 'text');
    await type(page, 'Left', ' ');
    await heading(page, 'Left', 'New document 1');
    await says(page, 'Left', 'In this browser');
    await page.evaluate(() => localStorage.setItem('autosave', 'false'));
    await page.reload();
    await heading(page, 'Left', 'New document 1');
    await expect.poll(() => page.title()).toBe('New document 1 · Diptych');
    await type(page, 'Left', ' ');
    await expect.poll(() => page.title()).toBe('● New document 1 · Diptych');
    await panel(page, 'Left').getByText('Draft kept', { exact: true }).waitFor();
    // Also where there is little space.
    await page.setViewportSize({ width: 390, height: 780 });
    await expect.poll(() => panel(page, 'Left').getByText('Draft kept', { exact: true }).isVisible()).toBe(true);
  });
});
