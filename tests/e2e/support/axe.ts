// Returns axe's findings on a page, except known false positives and faults of libraries.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright';
import { colourPage } from './app.ts';

const require = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  var axe: { run(within: string | Document, options: RunOptions): Promise<AxeResults> } | undefined;
}

/** Exempted rules and the elements that they are exempted for, with the reasons. */
const EXCUSED: readonly { readonly rules: ReadonlySet<string>; readonly html: RegExp }[] = [
  {
    // Base UI's focus guards are hidden from screen readers and pass the focus on immediately. Axe exempts the guards beside
    // modal popups, but not those beside a menu.
    rules: new Set(['aria-hidden-focus']),
    html: /^<span [^>]*data-base-ui-focus-guard=""/,
  },
  {
    // The rows of Monaco's context menu are list items with a presentation role that are focusable anyway. Its colours are
    // ours, so colour rules apply.
    rules: new Set([
      'aria-allowed-attr',
      'aria-required-children',
      'aria-required-parent',
      'presentation-role-conflict',
    ]),
    html: /class="action(s-container|-item|-menu-item)/,
  },
];

/**
 * Returns the violated rules with the elements that violate them. In the dark theme only contrast is checked, because nothing
 * else differs from the light one. `within` is a selector that restricts the check; `frame` is a frame of the page, which is
 * checked separately.
 */
export async function findings(page: Page, within?: string, frame: Frame = page.mainFrame()): Promise<string[]> {
  // Animations change colours temporarily: waits until they are over, and prevents new ones, such as that of a finished save.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await frame.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
  const dark = await frame.evaluate(() => document.documentElement.dataset['theme'] === 'dark');
  // The builder of axe's Playwright package would load axe each time, and open a blank page to merge the results of frames.
  if (!(await frame.evaluate(() => globalThis.axe !== undefined))) await frame.evaluate(AXE);
  const options: RunOptions = {
    // Collecting passed checks would take half of the time.
    resultTypes: ['violations'],
    preload: false,
    iframes: false,
    ...(dark && { runOnly: { type: 'rule', values: ['color-contrast'] } }),
  };
  const violations = await frame.evaluate(
    async (asked) => {
      if (globalThis.axe === undefined) throw new Error('axe is not loaded');
      return (await globalThis.axe.run(asked.within ?? document, asked.options)).violations;
    },
    { within, options },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !EXCUSED.some((one) => one.rules.has(id) && one.html.test(html)))
      .map((node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 160)}`),
  );
}

/**
 * Returns the findings in the light and in the dark theme of a page that follows the system. The page stays in the theme that
 * it did not have before.
 */
export async function findingsInBoth(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  const isDark = await page.evaluate(() => document.documentElement.dataset['theme'] === 'dark');
  for (const colorScheme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await colourPage(page, colorScheme);
    found.push(...(await findings(page, within)).map((finding) => `${colorScheme}: ${finding}`));
  }
  return found;
}
