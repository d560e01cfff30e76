// What a person does with schemas and the list of problems, for the tests of both.

import type { Locator, Page } from 'playwright';
import { panel, type Side } from './app.ts';

/** A hash that shows two texts. */
export const shows = (left: string, right: string): string =>
  `#left=json.${encodeURIComponent(left)}&right=json.${encodeURIComponent(right)}`;
export const listIn = (root: Locator): Locator => root.getByRole('region', { name: 'Problems' });
/** Waits for what the status line counts. */
export const says = (page: Page, side: Side, counts: string): Promise<void> =>
  panel(page, side)
    .getByRole('button', { name: `Problems: ${counts}`, exact: true })
    .waitFor();
/** Opens the list of problems. */
export const openList = async (page: Page, side: Side): Promise<Locator> => {
  const root = panel(page, side);
  await root.getByRole('button', { name: /^Problems: / }).click();
  await listIn(root).waitFor();
  return listIn(root);
};
/** Leaves the page as the next test expects it. */
export const closeList = async (list: Locator): Promise<void> => {
  await list.getByRole('button', { name: 'Close' }).click();
  await list.waitFor({ state: 'detached' });
};
/** The sentences of the list. */
export const messages = (list: Locator): Promise<string[]> =>
  list.getByRole('listitem').evaluateAll((items) => items.map((item) => item.querySelector('span')?.textContent ?? ''));

/** Opens the dialog that asks where the schema is. */
export async function openDialog(page: Page, side: Side): Promise<Locator> {
  await panel(page, side).getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Schema…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schema', exact: true });
  await dialog.waitFor();
  return dialog;
}

/** Chooses where the schema is. */
export async function choose(
  page: Page,
  side: Side,
  type: string,
  fill?: (dialog: Locator) => Promise<unknown>,
): Promise<void> {
  const dialog = await openDialog(page, side);
  await dialog.getByRole('radio', { name: type }).check();
  await fill?.(dialog);
  await dialog.getByRole('button', { name: 'Use schema' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Writes a schema into the dialog. */
export const write =
  (schema: unknown) =>
  (dialog: Locator): Promise<void> =>
    dialog.getByRole('textbox', { name: 'JSON Schema' }).fill(JSON.stringify(schema));
