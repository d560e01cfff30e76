// What axe finds on a page, without what is known not to be a fault of ours.

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

/** What a part of a page is excused from, and why. */
const EXCUSED: readonly { readonly rules: ReadonlySet<string>; readonly html: RegExp }[] = [
  {
    // Base UI's focus guards are hidden from screen readers and take the focus only to hand it on at once. Axe knows
    // that of guards beside modal popups and not of those beside a menu.
    rules: new Set(['aria-hidden-focus']),
    html: /^<span [^>]*data-base-ui-focus-guard=""/,
  },
  {
    // The rows of Monaco's context menu are list items that say they are none, and take the focus all the same. Its
    // colours are ours, and count.
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
 * What axe finds: the rules that are broken, with the elements that break them. In the dark only colours can differ
 * from what the light run finds. `within` is a selector, where the rest of the page is looked at elsewhere;
 * `frame` one of its frames, which are looked at by themselves.
 */
export async function findings(page: Page, within?: string, frame: Frame = page.mainFrame()): Promise<string[]> {
  // Animations change colours on their way: look when they are over, and let none begin meanwhile, as when what was
  // typed is saved.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await frame.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
  const dark = await frame.evaluate(() => document.documentElement.dataset['theme'] === 'dark');
  // The builder of axe's package would load axe anew, and a page of its own for the results of frames: ours shows nothing.
  if (!(await frame.evaluate(() => globalThis.axe !== undefined))) await frame.evaluate(AXE);
  const options: RunOptions = {
    // Lists of what is right take half of the time.
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

/** The same on a page that follows the system, in its light and in its dark colours; it stays in the others than before. */
export async function findingsInBoth(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  const isDark = await page.evaluate(() => document.documentElement.dataset['theme'] === 'dark');
  for (const colorScheme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await colourPage(page, colorScheme);
    found.push(...(await findings(page, within)).map((finding) => `${colorScheme}: ${finding}`));
  }
  return found;
}
