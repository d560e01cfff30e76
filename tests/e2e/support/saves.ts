// Intercepts what a page saves. The browser's own downloads are slow, and some are lost when there are many.

import type { Page } from 'playwright';

declare global {
  /** The blobs that the page has saved since `catchSaves`. */
  var saves: Blob[];
}

/** Intercepts saves: their content is collected in the page instead of being downloaded. */
export async function catchSaves(page: Page): Promise<void> {
  if (await isCatching(page)) return;
  await page.evaluate(() => {
    globalThis.saves = [];
    URL.createObjectURL = (saved) => {
      saves.push(saved as Blob);
      return '';
    };
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function clickUnlessSaving() {
      if (this.download === '') click.call(this);
    };
  });
}

/** Whether saves are intercepted. */
export function isCatching(page: Page): Promise<boolean> {
  return page.evaluate(() => Array.isArray(globalThis.saves));
}

/** Saves the panel that was used last with Ctrl+Shift+S, which does not move the focus. `saves` then has one element. */
export async function save(page: Page): Promise<void> {
  await page.evaluate(() => saves.splice(0));
  await page.keyboard.press('Control+Shift+S');
  await page.waitForFunction(() => saves.length > 0);
}

/** Saves, and returns the bytes. */
export async function savedBytes(page: Page): Promise<Buffer> {
  await save(page);
  return caughtBytes(page);
}

/** Returns the bytes of the next save, and removes it from `saves`. */
export async function caughtBytes(page: Page): Promise<Buffer> {
  await page.waitForFunction(() => saves.length > 0);
  const url = await page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result as string);
        reader.onerror = () => reject(new Error('what was saved cannot be read'));
        reader.readAsDataURL(saves.splice(0)[0] ?? new Blob());
      }),
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
