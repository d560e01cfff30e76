// What a screen reader would read out: every text that a live region gets.

import type { Page } from 'playwright';

/** Records from now on what the live regions of a page say. Returns a function that returns it and forgets it. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver((changes) => {
      const nodes = changes.map(({ target }) => (target instanceof Element ? target : target.parentElement));
      for (const region of new Set(nodes.map((node) => node?.closest('[role=status], [aria-live]')))) {
        const isPolite = region != null && region.getAttribute('aria-live') !== 'off';
        const text = region?.textContent?.trim() ?? '';
        if (isPolite && text !== '') heard.push(text);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0));
}
