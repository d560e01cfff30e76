// What a page saves, without the browser's downloads: it drops some of them when there are many, and each takes its time.

import type { Page } from 'playwright';

declare global {
  /** What the page has saved since `catchSaves`. */
  var saves: Blob[];
}

/** Has what is saved end with the page. */
export async function catchSaves(page: Page): Promise<void> {
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

/** Saves the panel that was used last with Ctrl+Shift+S, which leaves the focus where it is; `saves` has one then. */
export async function save(page: Page): Promise<void> {
  await page.evaluate(() => saves.splice(0));
  await page.keyboard.press('Control+Shift+S');
  await page.waitForFunction(() => saves.length > 0);
}

/** Saves, and answers the bytes. */
export async function savedBytes(page: Page): Promise<Buffer> {
  await save(page);
  const url = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result as string);
        reader.readAsDataURL(saves[0]);
      }),
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
