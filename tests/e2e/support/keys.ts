// Hands on the keyboard alone, shared by the stories and the tests of keys.

import type { Page } from 'playwright';
import { dialogOf } from './story.ts';

/** More presses of Tab than a region or a dialog has stops. */
const MAX_STOPS = 60;

/** Presses keys one after the other. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Runs a command of the palette: the first one that fits. */
export async function run(page: Page, command: string, name: string | RegExp = command): Promise<void> {
  await page.keyboard.press('Control+Shift+P');
  const palette = dialogOf(page, 'Command palette');
  await palette.getByRole('option').first().waitFor();
  await page.keyboard.type(command);
  // A command may become available only now, for example once what was typed before is checked.
  await palette.getByRole('option', { selected: true, disabled: false }).filter({ hasText: name }).waitFor();
  await page.keyboard.press('Enter');
  await palette.waitFor({ state: 'detached' });
}

/** Presses Tab, or another key, until the focus is on what has this name. */
export async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const names: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    const found = await page.evaluate(() => {
      const { activeElement: focus } = document;
      const isField = ['INPUT', 'SELECT', 'TEXTAREA'].includes(focus?.tagName ?? '');
      const label = isField ? (focus as HTMLInputElement).labels?.[0] : null;
      const named = document.getElementById(focus?.getAttribute('aria-labelledby') ?? '');
      const words = focus?.matches('button, a') ? focus.textContent : null;
      return [focus?.ariaLabel, label?.textContent, named?.textContent, words].map((text) => text?.trim() ?? '');
    });
    if (found.some((text) => (typeof name === 'string' ? text === name : name.test(text)))) return;
    names.push(found.find(Boolean)?.slice(0, 40) ?? '');
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${String(name)}, but to ${names.join(' | ')}`);
}

/** Goes to a control by Tab, and presses Enter there. */
export async function enter(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}
