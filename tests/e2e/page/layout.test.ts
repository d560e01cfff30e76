// The page around the panels: splitter, copy buttons, views that load or fail to, the phone, the theme.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import {
  dropOpen,
  holdScripts,
  panel,
  rowTexts,
  saveBytes,
  setMode,
  setStage,
  shownLines,
  waitValid,
  type Side,
  waitForMenuFocus,
} from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { showHash } from '../support/shared-page.ts';

const stage = setStage();
const files = makeFolder();

const splitter = (page: Page): Locator => page.getByRole('separator', { name: 'Width of the left panel' });
const themeOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['theme']);

/** The left panel's share of both panels' width, as measured on the screen. */
async function shownShare(page: Page): Promise<number> {
  const [left, right] = await Promise.all([panel(page, 'Left').boundingBox(), panel(page, 'Right').boundingBox()]);
  const [a, b] = [left?.width ?? 0, right?.width ?? 0];
  return Math.round((100 * a) / (a + b)) / 100;
}

/** Drags the splitter to a share of the page's width, with the mouse. */
async function dragTo(page: Page, share: number): Promise<void> {
  const box = await splitter(page).boundingBox();
  if (box === null) throw new Error('the splitter is not on the screen');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  await page.mouse.move((page.viewportSize()?.width ?? 0) * share, y, { steps: 4 });
  await page.mouse.up();
}

describe('the tools of a panel', () => {
  it('[PAN-9] are shown whole, or in the menu, at any width', async () => {
    const page = await stage.blank();
    for (const width of [1440, 1150, 1000, 860, 701, 390]) {
      await page.setViewportSize({ width, height: 800 });
      // The buttons that do not fit into their toolbar: cut off, or beyond its edge.
      const cut = (): Promise<string[]> =>
        page.getByRole('toolbar').evaluateAll((bars) =>
          bars.flatMap((bar) =>
            Array.from(bar.querySelectorAll('button'))
              .filter((tool) => tool.getBoundingClientRect().right > bar.getBoundingClientRect().right)
              .map((tool) => tool.textContent || (tool.getAttribute('aria-label') ?? '')),
          ),
        );
      await expect.poll(cut, { message: `${width} px` }).toEqual([]);
    }
  });
});

describe('the splitter', () => {
  it('[PAN-2] is dragged, and remembered after a reload; hides a panel at its edge, which a click brings back; moves by keys', async () => {
    const page = await stage.open();
    const now = () => expect.poll(() => splitter(page).getAttribute('aria-valuenow'));
    await expect.poll(() => shownShare(page)).toBe(0.5);
    await splitter(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await now().toBe('46');
    await page.keyboard.press('ArrowRight');
    await now().toBe('48');
    await page.keyboard.press('Home');
    await panel(page, 'Left').waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await panel(page, 'Left').waitFor({ state: 'visible' });
    await now().toBe('20');
    await page.keyboard.press('End');
    await panel(page, 'Right').waitFor({ state: 'hidden' });

    // With the mouse. A unit test checks the exact share at which a panel hides.
    for (const [edge, side, back] of [
      [0.1, 'Left', 0.2],
      [0.92, 'Right', 0.8],
    ] as const) {
      await splitter(page).click();
      await panel(page, side).waitFor({ state: 'visible' });
      await dragTo(page, edge);
      await panel(page, side).waitFor({ state: 'hidden' });
      await panel(page, side === 'Left' ? 'Right' : 'Left').waitFor({ state: 'visible' });
      await splitter(page).click();
      await panel(page, side).waitFor({ state: 'visible' });
      await expect.poll(() => shownShare(page)).toBe(back);
    }
    await dragTo(page, 0.3);
    await expect.poll(() => shownShare(page)).toBeCloseTo(0.29, 1);
    const share = await shownShare(page);
    expect(share).toBeLessThan(0.35);
    await expect
      .poll(async () => Number(await page.evaluate(() => localStorage.getItem('splitterValue'))))
      .toBeCloseTo(share, 1);
    await page.reload();
    await waitValid(page, 'Left');
    await expect.poll(() => shownShare(page)).toBe(share);
  });
});

describe('between the panels', () => {
  it('[PAN-3] copies either way, and not from an empty panel', async () => {
    const page = await stage.show('#left=json.["alpha"]&right=json.["beta"]');
    await panel(page, 'Right').getByRole('row').filter({ hasText: 'beta' }).waitFor();
    await page.getByRole('button', { name: 'Copy right to left' }).click();
    await panel(page, 'Left').locator('.view-line', { hasText: 'beta' }).waitFor();
    await panel(page, 'Left').getByRole('button', { name: /^Undo/ }).click();
    await panel(page, 'Left').locator('.view-line', { hasText: 'alpha' }).waitFor();
    await page.getByRole('button', { name: 'Copy left to right' }).click();
    await panel(page, 'Right').getByRole('row').filter({ hasText: 'alpha' }).waitFor();
    // The focus is on the button between the panels: undo acts on the panel that was changed.
    await page.keyboard.press('Control+z');
    await panel(page, 'Right').getByRole('row').filter({ hasText: 'beta' }).waitFor();
    await page.keyboard.press('Control+y');
    await panel(page, 'Right').getByRole('row').filter({ hasText: 'alpha' }).waitFor();

    await showHash(page, '#right=json.["only"]');
    await panel(page, 'Right').getByRole('row').filter({ hasText: 'only' }).waitFor();
    const disabled = (name: string): Promise<string | null> =>
      page.getByRole('button', { name }).getAttribute('aria-disabled');
    await expect
      .poll(async () => [await disabled('Copy left to right'), await disabled('Copy right to left')])
      .toEqual(['true', 'false']);
    await page.getByRole('button', { name: 'Copy right to left' }).click();
    await panel(page, 'Left').locator('.view-line', { hasText: 'only' }).waitFor();
  });

  it('[PAN-3] [RTE-6] [DOC-15] swaps the panels with all that is theirs, and back', async () => {
    const { origin } = new URL(stage.address());
    const localStorage = [{ name: 'autosave', value: 'false' }];
    const numbers = Array.from({ length: 400 }, (_, at) => at).join(',');
    const page = await stage.open(`#left=json.["text"]&right=json.[${numbers}]`, {
      storageState: { cookies: [], origins: [{ origin, localStorage }] },
    });
    const text = (side: Side) => panel(page, side).locator('.view-line').first();
    const row = (side: Side, index: number) =>
      panel(page, side)
        .getByRole('row', { name: `${index}` })
        .first();
    const dot = (side: Side) => panel(page, side).getByRole('img', { name: 'Unsaved changes' });
    const tops = async (side: Side): Promise<number[]> =>
      panel(page, side)
        .locator('*')
        .evaluateAll((all) => all.map(({ scrollTop }) => scrollTop).filter((top) => top > 0));
    await row('Right', 0).hover();
    await page.mouse.wheel(0, 3000);
    await row('Right', 140).waitFor();
    const scrolled = await tops('Right');
    expect(scrolled).not.toEqual([]);
    await text('Left').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await dot('Left').waitFor();

    await page.getByRole('button', { name: 'Swap the panels' }).click();
    await dot('Right').waitFor();
    await row('Left', 140).waitFor();
    await expect.poll(() => tops('Left')).toEqual(scrolled);
    await expect.poll(() => dot('Left').count()).toBe(0);
    await expect.poll(() => panel(page, 'Left').getByRole('radio', { name: 'tree' }).isChecked()).toBe(true);
    const keys = await page.evaluate(() => decodeURIComponent(location.hash));
    expect(keys).toMatch(/^#left=json\.\[0,1,.*&right=json\.\["text"\]$/);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Swap the panels');
    // The undo history moved with the document, and the caret stayed where it was.
    await panel(page, 'Right').getByRole('button', { name: /^Undo/ }).click();
    await dot('Right').waitFor({ state: 'detached' });
    await text('Right').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('  ');
    await dot('Right').waitFor();

    // Swaps from the palette, twice. The unsaved work is recovered on the side where it was.
    for (const side of ['Left', 'Right'] as const) {
      await page.keyboard.press('F1');
      await page.getByRole('combobox', { name: 'Command' }).fill('swap');
      await page.keyboard.press('Enter');
      await dot(side).waitFor();
    }
    await page.waitForTimeout(300);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Recover Inline document' }).click();
    await expect.poll(() => shownLines(page, 'Right')).toEqual(['["text"]  ']);
    await row('Left', 0).waitFor();
  });

  it('[PAN-5] the header has the account menu and the settings menu', async () => {
    const page = await stage.blank();
    const header = page.getByRole('banner');
    await header.locator('#settings').click();
    await waitForMenuFocus(page);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await header.locator('#account').click();
    await page.getByRole('menuitem', { name: 'Sign in' }).waitFor();
  });
});

describe('a view on its way', () => {
  it('[PAN-7] is an error where it has not come after two minutes', async () => {
    const page = await stage.prepare({ allow: /has not come after 120000 ms|could not be loaded/ });
    await page.clock.install();
    const release = await holdScripts(page, /\/assets\/view-.*\.js/);
    await page.goto(stage.address());
    for (const side of ['Left', 'Right'] as const) await panel(page, side).getByText('loading...').waitFor();
    await page.clock.fastForward(121_000);
    for (const side of ['Left', 'Right'] as const)
      await panel(page, side).getByText('Something went wrong. Please reload the application.').waitFor();
    release();
  });

  it('[PAN-7] [PAN-8] that fails says so, leaves the document to be saved, and offers a reload, which says loading... until it is there', async () => {
    const page = await stage.prepare({
      allow: /Failed to fetch dynamically imported module|error loading|could not be loaded/i,
    });
    await page.route(/\/assets\/view-.*\.js/, (route) => route.abort());
    await page.goto(stage.address());
    const sentence = page.getByText('Something went wrong. Please reload the application.');
    for (const side of ['Left', 'Right'] as const) {
      await panel(page, side).getByText('Something went wrong. Please reload the application.').waitFor();
      expect((await saveBytes(page, side)).toString()).toContain('Hello World');
    }
    await page.unroute(/\/assets\/view-.*\.js/);
    const release = await holdScripts(page, /\/assets\/view-.*\.js/);
    await page.getByRole('button', { name: 'Reload' }).first().click();
    for (const side of ['Left', 'Right'] as const) await panel(page, side).getByText('loading...').waitFor();
    release();
    await panel(page, 'Right').getByRole('row').first().waitFor();
    await panel(page, 'Left').locator('.view-line').first().waitFor();
    await expect.poll(() => sentence.or(page.getByText('loading...')).count()).toBe(0);
  });
});

describe('a notice', () => {
  it('[ERR-2] of an error stays a minute, of a success a second', async () => {
    const page = await stage.prepare();
    await page.clock.install();
    await page.goto(`${stage.address()}#left=json.[1, 2`);
    const notices = page.locator('[data-notices]');
    // What the screen shows is only said to screen readers.
    await panel(page, 'Left').getByRole('button', { name: 'Auto repair' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Repair' }).click();
    await page.getByText('The document was repaired.').first().waitFor();
    await waitValid(page, 'Left');
    await expect.poll(() => notices.getByRole('dialog').count()).toBe(0);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await setMode(page, 'Left', 'tree');
    await panel(page, 'Left').getByRole('button', { name: 'Copy the path' }).click();
    await page.getByRole('menuitem', { name: 'Copy value' }).click();
    const copied = notices.getByText('Copied.').first();
    await copied.waitFor();
    await page.clock.fastForward(1100);
    await copied.waitFor({ state: 'detached' });

    await panel(page, 'Right').getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('menuitem', { name: /web address/ }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(`${stage.address()}none.json`);
    await page.keyboard.press('Enter');
    const failed = page.getByText('The server answered 404').first();
    await failed.waitFor();
    await page.clock.fastForward(55_000);
    // Lets the page react to the timers. The notice must still be there.
    await page.getByRole('button', { name: 'Close' }).waitFor();
    await expect.poll(() => failed.isVisible()).toBe(true);
    await page.clock.fastForward(5100);
    await failed.waitFor({ state: 'detached' });
  });
});

// The narrowest phone. The tests of each view check other widths.
describe('a phone of 360 px', () => {
  const width = 360;

  it('[PAN-3] [PAN-9] [CMP-4] shows one panel and a switch, 40 px to touch, the tools in a menu, where they work, swaps the panels, and has room for thousands of differences', async () => {
    const page = await stage.open('', { viewport: { width, height: 740 }, hasTouch: true, isMobile: true });
    const long = 'a-name-that-is-far-too-long-for-a-phone-and-is-cut-in-the-middle-so-that-nothing-else-moves.json';
    await dropOpen(page, 'Left', files.write(long, '{"a": [1, 2'));
    await expect.poll(() => panel(page, 'Right').isVisible()).toBe(false);
    await expect.poll(async () => [await cutOff(page), await smallTargets(page)]).toEqual([[], []]);
    await page.getByRole('radio', { name: 'Right' }).tap();
    await panel(page, 'Right').getByRole('row').nth(3).waitFor();
    await expect.poll(() => panel(page, 'Left').isVisible()).toBe(false);
    await expect.poll(async () => [await cutOff(page), await smallTargets(page)]).toEqual([[], []]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    await expect.poll(() => panel(page, 'Right').getByRole('button', { name: 'Format' }).count()).toBe(0);
    await panel(page, 'Right').getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menu').waitFor();
    await expect.poll(async () => [await cutOff(page), await smallTargets(page)]).toEqual([[], []]);
    await page.getByRole('menuitem', { name: 'Format and expand' }).tap();
    await page.getByRole('menuitem', { name: 'Expand all' }).waitFor();
    await expect.poll(async () => [await cutOff(page), await smallTargets(page)]).toEqual([[], []]);
    await page.getByRole('menuitem', { name: 'Expand all' }).tap();
    await expect.poll(() => rowTexts(page, 'Right')).toContain('a b');
    await panel(page, 'Right').getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Format and expand' }).tap();
    await page.getByRole('menuitem', { name: /^Compact/ }).tap();
    await setMode(page, 'Right', 'text');
    await panel(page, 'Right').locator('.view-line', { hasText: '{"array":[1,2,3],"boolean":true' }).waitFor();
    await setMode(page, 'Right', 'tree');

    // The menu swaps the panels: the same document shows on the other side.
    await page.getByRole('radio', { name: 'Left' }).tap();
    await page.evaluate(() => {
      location.hash = '#left=json.["one"]&right=json.["two"]';
    });
    await panel(page, 'Left').locator('.view-line', { hasText: 'one' }).waitFor();
    const swap = async (side: Side): Promise<void> => {
      await panel(page, side).getByRole('button', { name: 'More', exact: true }).tap();
      const entry = page.getByRole('menuitem', { name: 'Swap the panels' });
      await entry.scrollIntoViewIfNeeded();
      await expect.poll(async () => (await entry.boundingBox())?.height).toBeGreaterThanOrEqual(40);
      await entry.tap();
    };
    await swap('Left');
    await panel(page, 'Right').locator('.view-line', { hasText: 'one' }).waitFor();
    await expect.poll(() => page.getByRole('radio', { name: 'Right' }).isChecked()).toBe(true);
    await expect.poll(() => panel(page, 'Left').isVisible()).toBe(false);
    await expect
      .poll(() => page.evaluate(() => decodeURIComponent(location.hash)))
      .toBe('#left=json.["two"]&right=json.["one"]');
    await page.getByRole('radio', { name: 'Left' }).tap();
    await panel(page, 'Left').getByRole('row').filter({ hasText: 'two' }).waitFor();
    await swap('Left');
    await panel(page, 'Right').getByRole('row').filter({ hasText: 'two' }).waitFor();

    const items = (add: number): string => JSON.stringify(Array.from({ length: 12_345 }, (_, id) => id + add));
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      `#left=json.${items(0)}&right=json.${items(0.5)}`,
    );
    // The right panel is shown, with its first number visible below the notice about previous documents.
    await panel(page, 'Right').getByText('0.5', { exact: true }).waitFor();
    await page.getByRole('radio', { name: 'Left' }).tap();
    const compare = page.getByRole('group', { name: 'Compare' });
    await compare.getByRole('button', { name: 'Compare', exact: true }).tap();
    await compare.getByRole('button', { name: 'Previous difference' }).tap();
    await compare.getByText('12,345/12,345').waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expect.poll(async () => [await cutOff(page), await smallTargets(page)]).toEqual([[], []]);

    // Where both panels fit there is a button to swap them, and no menu entry.
    await page.setViewportSize({ width: 1200, height: 740 });
    await page.getByRole('button', { name: 'Swap the panels' }).waitFor();
    await panel(page, 'Right').getByRole('button', { name: 'More', exact: true }).tap();
    await page.getByRole('menu').waitFor();
    await expect.poll(() => page.getByRole('menuitem', { name: 'Swap the panels' }).count()).toBe(0);
  });
});

describe('the theme', () => {
  const choose = async (page: Page, name: string): Promise<void> => {
    await page.locator('#settings').click();
    await page.getByRole('menuitemradio', { name }).click();
  };

  it('[SET-2] [SET-3] follows the system live, until it is chosen in the settings, and is kept', async () => {
    const page = await stage.open();
    await expect.poll(() => themeOf(page)).toBe('light');
    const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => themeOf(page)).toBe('dark');
    await expect.poll(background).not.toBe(light);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(background).toBe(light);
    await page.locator('#settings').click();
    const themes = page.getByRole('group', { name: 'Theme', exact: true }).getByRole('menuitemradio');
    await expect.poll(() => themes.allInnerTexts()).toEqual(['Browser default', 'Light', 'Dark']);
    await expect
      .poll(() => page.getByRole('menuitemradio', { name: 'Browser default' }).getAttribute('aria-checked'))
      .toBe('true');
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(() => themeOf(page)).toBe('dark');
    await page.reload();
    await waitValid(page, 'Left');
    await expect.poll(() => themeOf(page)).toBe('dark');
    await choose(page, 'Light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => themeOf(page)).toBe('light');
  });

  it('[SET-3] is there before the first paint, as the system has it or as it was chosen', async () => {
    const page = await stage.prepare();
    // The page's script is held back: whatever is painted before it must have the right colours already.
    const release = await holdScripts(page, /\/assets\/index-.*\.js/);
    const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    for (const [colorScheme, setting, expected] of [
      ['dark', 'auto', 'dark'],
      ['dark', 'light', 'light'],
      ['light', 'dark', 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.addInitScript((stored) => localStorage.setItem('theme', stored), setting);
      await page.goto(stage.address(), { waitUntil: 'commit' });
      await page.waitForFunction(
        () => document.body !== null && getComputedStyle(document.body).backgroundColor !== 'rgba(0, 0, 0, 0)',
      );
      await expect.poll(() => themeOf(page), { message: `system ${colorScheme}, setting ${setting}` }).toBe(expected);
    }
    const early = await background();
    release();
    await panel(page, 'Left').waitFor();
    await expect.poll(async () => [await themeOf(page), await background()]).toEqual(['dark', early]);
  });
});

/** Lists the controls that are less than 40 px high or wide, with their sizes. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, [role=row], [role=menuitem], a[href], [role=separator]')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => element.checkVisibility() && box.width > 0 && (box.height < 40 || box.width < 40))
      .map(
        ({ element, box }) =>
          `${element.ariaLabel ?? element.textContent} ${Math.round(box.width)}×${Math.round(box.height)}`,
      ),
  );
}

/** Lists the controls that extend beyond the page's edge. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, h2, [role=menuitem]')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => element.checkVisibility() && (box.left < 0 || box.right > innerWidth))
      .map(({ element }) => element.ariaLabel ?? element.textContent),
  );
}
