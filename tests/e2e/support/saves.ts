// What a page saves, without the browser's downloads: it drops some of them when there are many, and each takes its time.

import type { Page } from 'playwright';

declare global {
  /** What the page has saved since `catchSaves`. */
  var saves: Blob[];
}

/** Has what is saved end with the page. */
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

/** Whether what is saved ends with the page. */
export function isCatching(page: Page): Promise<boolean> {
  return page.evaluate(() => Array.isArray(globalThis.saves));
}

/** Saves the panel that was used last with Ctrl+Shift+S, which leaves the focus where it is; `saves` has one then. */
export async function save(page: Page): Promise<void> {
  await page.evaluate(() => saves.splice(0));
  await page.keyboard.press('Control+Shift+S');
  await page.waitForFunction(() => saves.length > 0);
}

/** Saves, and answers the bytes. */
export async function savedBytes(page: Page): Promise<Buffer> {
  await save(page);
  return caughtBytes(page);
}

/** The bytes of the next save, which `saves` no longer has afterwards. */
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
