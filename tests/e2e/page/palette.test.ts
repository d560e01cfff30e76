// The command palette and the list of shortcuts, by keyboard and for screen readers.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { holdScripts, panel, setMode, setStage, shownLines, waitValid } from '../support/app.ts';
import { SYNONYMS } from '../../../src/ui/strings/app/commands.ts';
import { dockIn } from '../support/dock.ts';
import { findings, findingsInBoth } from '../support/axe.ts';

const stage = setStage();

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });
const field = (page: Page): Locator => palette(page).getByRole('combobox', { name: 'Command' });
/** The option that `aria-activedescendant` refers to. */
const current = async (page: Page): Promise<string> => {
  const id = await field(page).getAttribute('aria-activedescendant');
  return page.locator(`[id="${id}"]`).innerText();
};

/** Whether a box is inside of the window, and nothing in it is wider than it is. */
const isInside = (floating: Locator): Promise<boolean> =>
  floating.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isWhole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return isWhole && element.scrollWidth <= element.clientWidth;
  });

async function run(page: Page, query: string, name: string): Promise<void> {
  await field(page).fill(query);
  await expect.poll(() => current(page)).toContain(name);
  await page.keyboard.press('Enter');
  await palette(page).waitFor({ state: 'detached' });
}

describe('the command palette', () => {
  it('[PAN-11] does to the panel that had the focus last what is typed, and gives the focus back', async () => {
    const page = await stage.show('#left=json.{"b":1,"a":[1,2]}&right=json.{"d":1,"c":[3,4]}');
    await waitValid(page, 'Left');
    await waitValid(page, 'Right');
    const text = panel(page, 'Left').locator('.view-line').first();
    await text.click();
    await page.keyboard.press('Control+Shift+P');
    await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await findings(page, '[data-modal]')).toEqual([]);
    await expect.poll(() => palette(page).getByRole('listbox').getAttribute('aria-label')).toContain('left panel');
    await run(page, 'smfo', 'Smart format');
    await panel(page, 'Left').locator('.view-line', { hasText: '{ "b": 1, "a": [1, 2] }' }).waitFor();
    await page.keyboard.type('x');
    await expect.poll(async () => (await shownLines(page, 'Left')).join('')).toContain('x');
    await page.keyboard.press('Control+Shift+P');
    await run(page, 'undo', 'Undo');
    await waitValid(page, 'Left');

    await panel(page, 'Right').getByRole('row').nth(1).click();
    await page.keyboard.press('F1');
    await field(page).fill('fold all');
    await expect.poll(() => palette(page).getByRole('option', { name: 'Unfold all' }).count()).toBe(0);
    await run(page, 'expand all', 'Expand all');
    await panel(page, 'Right')
      .getByRole('row')
      .filter({ hasText: /^0\s*3/ })
      .waitFor();
    await page.keyboard.press('F1');
    await run(page, 'go to…', 'Go to…');
    await panel(page, 'Right').getByRole('textbox').first().waitFor();
    await page.keyboard.press('Escape');
  });

  it('[PAN-11] has a command as soon as it is available', async () => {
    const page = await stage.show('#left=json.{"b":1}');
    await waitValid(page, 'Left');
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+Shift+P');
    await field(page).fill('list the json values');
    const listing = palette(page).getByRole('option', { name: /^List the JSON values/, selected: true });
    await expect.poll(() => listing.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    const log = 'done {"a":1}\nfailed {"b":2}\n';
    await page.evaluate((text) => void (location.hash = `#left=json.${encodeURIComponent(text)}`), log);
    await expect.poll(() => listing.getAttribute('aria-disabled')).toBe('false');
    await page.keyboard.press('Enter');
    await palette(page).waitFor({ state: 'detached' });
    await expect.poll(() => dockIn(panel(page, 'Left')).isVisible()).toBe(true);
  });

  it('[PAN-11] finds commands by other words for them, recent documents and settings, and an exact name first', async () => {
    const page = await stage.show('#left=json.{"b":1,"a":[1,2]}');
    await waitValid(page, 'Left');
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('F1');
    await field(page).fill('');
    // Each of these words is for a command that exists.
    const known = new Set(
      (await Promise.all((await palette(page).getByRole('option').all()).map((option) => option.innerText()))).map(
        (name) => name.split('\n')[0] ?? '',
      ),
    );
    const disabled = new Set([
      'Auto repair',
      'Show as text',
      'Show both panels',
      'Revert to what was opened',
      'Follow the file',
    ]);
    expect([...SYNONYMS.keys()].filter((name) => !known.has(name) && !disabled.has(name))).toEqual([]);
    for (const [query, name] of [
      ['beautify', 'Format'],
      ['minify', 'Format: Compact'],
      ['validate', 'Schema…'],
      ['lint', 'Show or hide the problems'],
      ['diff', 'Compare the documents'],
      ['statistics', 'Show as table'],
      ['history', 'Steps…'],
      ['encoding', 'Export as CSV…'],
      ['redact', 'Check for secrets…'],
      ['maximise', 'Show only the left panel'],
      ['ctrl+g', 'Go to…'],
      ['f8', 'Next problem'],
      // Nothing can be undone: it is first all the same.
      ['undo', 'Undo'],
      ['redo', 'Redo'],
      ['line length', 'Configure editor: Line length'],
    ] as const) {
      await field(page).fill(query);
      await expect.poll(async () => (await current(page)).split('\n')[0]).toBe(name);
    }
    await run(page, 'open inline', 'Open Inline document (Inline)');
    await waitValid(page, 'Left');
    await page.keyboard.press('F1');
    await run(page, 'line length', 'Line length');
    await page.getByRole('dialog', { name: 'Editor configuration' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('[PAN-11] lists what menus have, moves by arrows, says when nothing fits, and goes on Escape', async () => {
    const page = await stage.blank();
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.getByRole('banner').getByRole('button', { name: 'Command palette' }).click();
    const options = palette(page).getByRole('option');
    await field(page).waitFor();
    const names = await options.allInnerTexts();
    for (const name of [
      'Open file…',
      'From a web address…',
      'Sort keys',
      'Fold all',
      'Save',
      'Share…',
      'Copy left to right',
      'Theme: Dark',
    ])
      expect(
        names.some((one) => one.startsWith(name)),
        name,
      ).toBe(true);
    const first = await current(page);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => current(page)).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => current(page)).toBe(names.at(-1));
    await field(page).fill('no such thing');
    await palette(page).getByText('No command is called like that.').waitFor();
    await expect.poll(() => field(page).getAttribute('aria-activedescendant')).toBe(null);
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });

    await page.keyboard.press('Control+Shift+P');
    await run(page, 'dark', 'Theme: Dark');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await page.keyboard.press('Control+Shift+P');
    await field(page).fill('fmt');
    expect(await findings(page, '[data-modal]')).toEqual([]);
    await run(page, 'browser default', 'Theme: Browser default');
    await page.locator('html[data-theme=light]').waitFor();
    await page.keyboard.press('Control+Shift+P');
    await run(page, 'from url', 'From a web address…');
    await page.getByRole('dialog', { name: 'Open document' }).waitFor();
  });
});

describe('a path in the command palette', () => {
  const TEXT = JSON.stringify({
    shop: { items: [{ name: 'Tea' }, { name: 'Café' }] },
    'a/b': [10, 20],
    data: { json: 1 },
  });
  const HASH = `#left=json.${encodeURIComponent(TEXT)}&right=json.${encodeURIComponent('[{"id":1,"n":"x"},{"id":2,"n":"y"}]')}`;
  const first = (page: Page): Locator => palette(page).getByRole('option').first();
  const text = async (page: Page): Promise<string> => (await first(page).innerText()).replaceAll(/\s+/g, ' ');

  it('[PAN-11] is the first entry in any spelling, with the value, and leads there in the text', async () => {
    const page = await stage.show(HASH);
    await waitValid(page, 'Left');
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('F1');
    for (const spelling of [
      '$.shop.items[1].name',
      '/shop/items/1/name',
      'shop.items[1].name',
      '.shop.items[1].name',
    ]) {
      await field(page).fill(spelling);
      await expect.poll(() => text(page)).toBe('Go to $.shop.items[1].name "Café" Left panel');
      await expect.poll(() => first(page).getAttribute('aria-selected')).toBe('true');
    }
    await field(page).fill('/a~1b');
    await expect.poll(() => text(page)).toBe("Go to $['a/b'] [10,20] Left panel");
    await field(page).fill('$');
    await expect.poll(() => text(page)).toContain('Go to $ {"shop":{"items":[{"name":"Tea"}');
    await expect.poll(() => isInside(palette(page))).toBe(true);
    expect(await findingsInBoth(page, '[data-modal]')).toEqual([]);

    // A path that may be something else as well comes before it.
    await field(page).fill('data.json');
    await expect.poll(() => text(page)).toBe('Go to $.data.json 1 Left panel');
    await field(page).fill('other.json');
    await palette(page).getByText('No command is called like that.').waitFor();
    await field(page).fill('$.shop.cart[3]');
    await palette(page)
      .getByText('There is nothing at this path. It leads as far as $.shop, on line 1, column 9.')
      .waitFor();
    await expect.poll(() => palette(page).getByRole('option').count()).toBe(0);
    await field(page).fill('$.shop.items[');
    await palette(page)
      .getByText(/^The path is wrong|expected|must/)
      .waitFor();

    await field(page).fill('');
    await page.keyboard.type('$.shop.items[1]');
    // At once: the path is looked up before anything is done.
    await page.keyboard.press('Enter');
    await palette(page).waitFor({ state: 'detached' });
    await panel(page, 'Left').getByText('Ln 1, Col 34').waitFor();
    await page.keyboard.type('!');
    await expect.poll(async () => (await shownLines(page, 'Left')).join('')).toContain('},!{"name":"Café"}');
    await page.keyboard.press('Control+z');
  });

  it('[PAN-11] leads to the row in the tree and to the cell in the table', async () => {
    const page = await stage.show(HASH);
    await waitValid(page, 'Right');
    await panel(page, 'Right').getByRole('row').first().click();
    await page.keyboard.press('F1');
    await field(page).fill('/1/n');
    await expect.poll(() => text(page)).toBe('Go to $[1].n "y" Right panel');
    await page.keyboard.press('Enter');
    await palette(page).waitFor({ state: 'detached' });
    await panel(page, 'Right').getByRole('row', { selected: true }).getByText('y', { exact: true }).waitFor();

    await setMode(page, 'Right', 'table');
    await panel(page, 'Right').getByRole('gridcell').first().click();
    await page.keyboard.press('F1');
    await field(page).fill('[1].n');
    await first(page).getByText('"y"').click();
    await palette(page).waitFor({ state: 'detached' });
    await panel(page, 'Right').getByRole('gridcell', { selected: true }).getByText('y', { exact: true }).waitFor();
  });
});

describe('a command palette that is still on its way', () => {
  it('[PAN-11] has what is typed meanwhile, and the document has not', async () => {
    const page = await stage.prepare();
    const release = await holdScripts(page, /\/assets\/app-palette-[^/]*\.js/);
    await page.goto(`${stage.address()}#left=json.{"b":1,"a":[1,2]}&right=json.[1]`);
    await waitValid(page, 'Left');
    await panel(page, 'Left').locator('.view-line').first().click();
    // By id, not role: roles are hidden while a dialog is open.
    const lines = (): Promise<string[]> => page.locator('#LEFT_PANEL .view-line').allInnerTexts();
    const before = await lines();

    // Escape discards what was typed.
    await page.keyboard.press('F1');
    await page.keyboard.type('never');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F1');
    await page.keyboard.type('smfx');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('o');
    release();
    await field(page).waitFor();
    await expect.poll(() => field(page).inputValue()).toBe('smfo');
    await expect.poll(() => current(page)).toContain('Smart format');
    await expect.poll(() => lines()).toEqual(before);
    await page.keyboard.press('Enter');
    await panel(page, 'Left').locator('.view-line', { hasText: '{ "b": 1, "a": [1, 2] }' }).waitFor();

    // Typed and confirmed without a pause.
    await page.keyboard.press('Control+Shift+P');
    await page.keyboard.type('undo');
    await page.keyboard.press('Enter');
    await expect.poll(lines).toEqual(before);
    await palette(page).waitFor({ state: 'detached' });
  });
});

describe('the list of shortcuts', () => {
  it('[PAN-10] opens by ? and in the settings, and never while somebody types', async () => {
    const page = await stage.blank();
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.type('?');
    await expect.poll(async () => (await shownLines(page, 'Left')).join('')).toContain('?');
    await expect.poll(() => list.count()).toBe(0);
    await page.getByRole('button', { name: 'Copy left to right' }).focus();
    await page.keyboard.type('?');
    await list.waitFor();
    for (const group of ['Everywhere', 'Text', 'Find bar', 'Tree'])
      await list.getByRole('heading', { name: group, exact: true }).waitFor();
    await list.getByText('Ctrl+Shift+P').first().waitFor();
    expect(await findings(page, '[data-modal]')).toEqual([]);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.locator('#settings').click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await list.waitFor();
  });
});

describe('the search in the list of shortcuts', () => {
  const list = (page: Page): Locator => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const search = (page: Page): Locator => list(page).getByRole('searchbox', { name: 'Search shortcuts' });
  const shown = (page: Page): Promise<string[]> => list(page).locator('dt').allInnerTexts();

  it('[PAN-10] has the focus, finds keys and words in any order, and goes by Escape, first its text', async () => {
    const page = await stage.blank();
    await page.getByRole('button', { name: 'Copy left to right' }).focus();
    await page.keyboard.type('?');
    await expect.poll(() => search(page).evaluate((input) => input === document.activeElement)).toBe(true);
    const all = (await shown(page)).length;
    const top = (await search(page).boundingBox())?.y;
    await page.keyboard.type('F7');
    await expect.poll(() => shown(page)).toEqual(['Next difference, while Compare is on', 'Previous difference']);
    await list(page).getByText('2 shortcuts', { exact: true }).waitFor();
    await expect
      .poll(() => list(page).getByRole('heading').allInnerTexts())
      .toEqual(['Keyboard shortcuts', 'Everywhere']);
    await search(page).fill('ctrl+d');
    await expect
      .poll(() => shown(page))
      .toEqual([
        'Select the next occurrence too',
        'Duplicate',
        'Fill down: the first selected row, or the row above, into the others',
      ]);
    await search(page).fill('tree object wrap');
    await expect.poll(() => shown(page)).toEqual(['Wrap in an object']);
    await list(page).getByText('One shortcut', { exact: true }).waitFor();
    await expect.poll(() => isInside(list(page))).toBe(true);
    // The field has stayed where it was.
    await expect.poll(async () => (await search(page).boundingBox())?.y).toBe(top);
    expect(await findingsInBoth(page, '[data-modal]')).toEqual([]);
    await search(page).fill('no such key');
    await list(page).getByText('No shortcut fits.', { exact: true }).waitFor();
    await expect.poll(() => shown(page)).toEqual([]);
    expect(await findingsInBoth(page, '[data-modal]')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => search(page).inputValue()).toBe('');
    await expect.poll(async () => (await shown(page)).length).toBe(all);
    await page.keyboard.press('Escape');
    await list(page).waitFor({ state: 'detached' });
  });

  it('[PAN-9] [PAN-10] fits on a phone, and opens no keyboard there', async () => {
    const page = await stage.open('#left=json.[1]', {
      viewport: { width: 390, height: 760 },
      hasTouch: true,
      isMobile: true,
    });
    await page.locator('#settings').tap();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).tap();
    await list(page).waitFor();
    await expect.poll(() => list(page).evaluate((box) => box.contains(document.activeElement))).toBe(true);
    await expect.poll(() => search(page).evaluate((input) => input === document.activeElement)).toBe(false);
    await search(page).tap();
    await page.keyboard.type('fold');
    await list(page)
      .getByText(/^\d+ shortcuts$/)
      .waitFor();
    await expect.poll(() => isInside(list(page))).toBe(true);
    await expect.poll(async () => (await search(page).boundingBox())?.height).toBeGreaterThanOrEqual(40);
  });
});

describe('on a Mac', () => {
  it('[PAN-11] [TRE-3] keys are named and bound as there', async () => {
    const userAgent =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    const page = await stage.open('#left=json.{"a":1,"b":[1]}&right=json.{"a":1,"b":[1]}', { userAgent });
    await waitValid(page, 'Left');
    await page.getByRole('banner').getByText('⇧⌘P').waitFor();
    await expect.poll(() => page.getByText(/Ctrl/).count()).toBe(0);
    await page.keyboard.press('Meta+Shift+P');
    await palette(page).getByText('⌘I', { exact: true }).waitFor();
    await expect
      .poll(() =>
        palette(page)
          .getByText(/Ctrl|Alt\+/)
          .count(),
      )
      .toBe(0);
    await page.keyboard.press('Escape');
    // Keys sent earlier would go to the palette.
    await palette(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Settings' }).focus();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByText('⌥⌘F', { exact: true }).first().waitFor();
    await expect.poll(() => list.locator('kbd', { hasText: /Ctrl|Alt|Shift|Insert/ }).allInnerTexts()).toEqual([]);
    await page.keyboard.press('Escape');
    // The focus returns to the button, and the button's hint shows with it.
    await list.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('settings');
    await panel(page, 'Left').getByRole('button', { name: 'Save', exact: true }).hover();
    await page.locator('[role=tooltip]').getByText('Save in this browser (⌘S)').waitFor();

    const replacement = (side: 'Left' | 'Right') => panel(page, side).getByRole('textbox', { name: 'Replace' });
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Meta+Alt+f');
    await replacement('Left').waitFor();
    await page.keyboard.type('1');
    await panel(page, 'Left').getByText('1 of 2', { exact: true }).waitFor();
    await page.keyboard.press('Meta+g');
    await panel(page, 'Left').getByText('2 of 2', { exact: true }).waitFor();
    await page.keyboard.press('Meta+Shift+g');
    await panel(page, 'Left').getByText('1 of 2', { exact: true }).waitFor();
    await panel(page, 'Right')
      .getByRole('row')
      .nth(1)
      .click({ position: { x: 300, y: 8 } });
    await page.keyboard.press('Meta+Alt+f');
    await replacement('Right').waitFor();
    await page.keyboard.press('Escape');
    await panel(page, 'Right')
      .getByRole('row')
      .nth(1)
      .click({ button: 'right', position: { x: 300, y: 8 } });
    await page.getByRole('menuitem', { name: 'Change', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sort…' }).getByText('⌥S').waitFor();
  });
});
