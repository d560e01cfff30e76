// A panel's tree for tests of its values: rows by key, popovers by title.

import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { dropOpen, lookOf, panel, saveBytes, setMode, type PageOptions, type Stage } from './app.ts';

export const tree = (page: Page): Locator => panel(page, 'Right').getByRole('treegrid');

/** Returns the row with this key or index. */
export const row = (page: Page, key: string): Locator =>
  tree(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell').first().getByText(key, { exact: true }) })
    .first();

export const popover = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title, exact: true });

/** Saves the right panel, and returns the text. */
export const text = async (page: Page): Promise<string> => (await saveBytes(page, 'Right')).toString();

/** Opens a file as a tree on the right; on the shared page, if it supports the options. */
export async function openTree(stage: Stage, path: string, options: PageOptions = {}): Promise<Page> {
  const look = lookOf(options);
  const page = await (look === null ? loadTree(stage, options) : stage.blank(look));
  // The narrow layout shows one panel at a time.
  if ((page.viewportSize()?.width ?? 0) < 700) await page.getByRole('radio', { name: 'Right' }).click();
  await dropOpen(page, 'Right', path);
  await tree(page).getByRole('row').nth(1).waitFor();
  return page;
}

async function loadTree(stage: Stage, options: PageOptions): Promise<Page> {
  const page = await stage.prepare(options);
  await page.goto(`${stage.address()}#left=json.[]`);
  return page;
}

/** Selects a row by a click on its name. */
export async function select(page: Page, key: string): Promise<void> {
  await row(page, key).getByText(key, { exact: true }).first().click();
  await expect.poll(() => row(page, key).getAttribute('aria-selected')).toBe('true');
}

/** Types two brackets before the text, and returns to the tree of the last valid state. */
export async function makeInvalid(page: Page): Promise<void> {
  await setMode(page, 'Right', 'text');
  const right = panel(page, 'Right');
  await right.locator('.view-line').first().click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('{{');
  await right.getByRole('button', { name: /^Invalid/ }).waitFor();
  await setMode(page, 'Right', 'tree');
  await tree(page).getByRole('row').nth(1).waitFor();
}
