// The Transform dialog for tests.

import type { Locator, Page } from 'playwright';
import { panel, type Side } from './app.ts';

export const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Transform', exact: true });

export const result = (page: Page): Locator => dialog(page).getByRole('region', { name: 'Result' });

export type Direction = 'left to right' | 'right to left';

/** Opens the dialog from the buttons between the panels. */
export async function openTransform(page: Page, direction: Direction = 'left to right'): Promise<void> {
  await page.getByRole('button', { name: `Transform ${direction}` }).click();
  await editor(page).waitFor();
}

/** Opens the dialog from a panel's toolbar, for a change in place. */
export async function openInPlace(page: Page, side: Side): Promise<void> {
  await panel(page, side).getByRole('button', { name: 'Transform', exact: true }).click();
  await editor(page).waitFor();
}

export async function chooseLanguage(page: Page, language: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: 'Language' }).selectOption({ label: language });
}

function editor(page: Page): Locator {
  return dialog(page).locator('.monaco-editor .view-lines');
}

/** Replaces the query by pasting another one. */
export async function writeQuery(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((written) => navigator.clipboard.writeText(written), text);
  await editor(page).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+V');
}

/** Returns the query that the editor shows. */
export async function shownQuery(page: Page): Promise<string> {
  const lines = await editor(page)
    .locator('.view-line')
    .evaluateAll((all) =>
      all
        .toSorted(
          (a, b) => Number.parseFloat((a as HTMLElement).style.top) - Number.parseFloat((b as HTMLElement).style.top),
        )
        .map((line) => (line.textContent ?? '').replaceAll('\u00a0', ' ')),
    );
  return lines.join('\n');
}

/** Returns the error below the query, or else the message below the result. */
export async function outcome(page: Page): Promise<string> {
  const failure = dialog(page).locator('[data-failed] > p[role=alert]');
  const said = result(page).locator('p[role=status]');
  return ((await failure.or(said).allInnerTexts()).at(0) ?? '').trim();
}

/** Returns the rows of the result's tree. */
export async function resultRows(page: Page): Promise<string[]> {
  const texts = await result(page).getByRole('treegrid').getByRole('row').allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

export async function apply(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Transform', exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
}
