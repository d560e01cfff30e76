// Settings as the user changes them: the menu, the dialog, and their effect immediately and after a reload.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { panel, saveBytes, setStage, waitValid } from '../support/app.ts';
import { findings, findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';
import { caughtBytes } from '../support/saves.ts';
import { showHash } from '../support/shared-page.ts';

const stage = setStage();
const files = makeFolder();

const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);

async function openConfiguration(page: Page): Promise<Locator> {
  await page.locator('#settings').click();
  await page.getByRole('menuitem', { name: 'Configure editor…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editor configuration' });
  await dialog.waitFor();
  return dialog;
}

async function format(page: Page, name: string): Promise<void> {
  await panel(page, 'Left').getByRole('button', { name: 'Format' }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
}

describe('the theme color', () => {
  it('[SET-1] [SET-2] is Green, Blue or Red, kept, and there before the first paint', async () => {
    const page = await stage.open();
    const accent = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim());
    const green = await accent();
    const seen = [green];
    for (const [name, value] of [
      ['Blue', 'blue'],
      ['Red', 'red'],
    ] as const) {
      await page.locator('#settings').click();
      const colours = page.getByRole('group', { name: 'Theme color' }).getByRole('menuitemradio');
      await colours.first().waitFor();
      await expect.poll(() => colours.allInnerTexts()).toEqual(['Green', 'Blue', 'Red']);
      await colours.filter({ hasText: name }).click();
      await expect.poll(accent).not.toBe(seen.at(-1));
      seen.push(await accent());
      await expect.poll(() => stored(page, 'theme-color')).toBe(value);
    }
    expect(new Set(seen).size).toBe(3);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/index-.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(accent).toBe(seen[2]);
    release();
    await panel(page, 'Left').waitFor();
    await page.locator('#settings').click();
    await page.getByRole('menuitemradio', { name: 'Green' }).click();
    await expect.poll(accent).toBe(green);
    await expect.poll(() => stored(page, 'theme-color')).toBe('default');
  });
});

describe('the editor configuration', () => {
  it('[MOD-1] [FMT-1] [FMT-3] [RTE-5] [SET-1] counts at once, on what is saved and on whether the last documents come back; what can not be read stays in its field with a sentence', async () => {
    const page = await stage.open('#left=json.{"a":[1,{"b":"é"}]}');
    await waitValid(page, 'Left');
    const dialog = await openConfiguration(page);
    expect(await findings(page, '[data-modal]')).toEqual([]);
    const length = dialog.getByRole('textbox', { name: 'Line length' });
    await length.fill('8');
    await dialog.getByText('Write a whole number from 20 to 1000.').waitFor();
    await expect
      .poll(async () => [await length.inputValue(), await stored(page, 'maxLineLength')])
      .toEqual(['8', null]);
    await dialog.getByRole('textbox', { name: 'Font size' }).fill('big');
    await dialog.getByText('Write two digits and px or pt, such as 14px.').waitFor();
    await dialog.getByRole('textbox', { name: 'Font size' }).fill('18');
    await dialog.getByText('Write two digits and px or pt, such as 14px.').waitFor({ state: 'detached' });
    await length.fill('20');
    await dialog.getByRole('radio', { name: 'Tabs' }).click();
    await dialog.getByRole('checkbox', { name: 'Escape Unicode characters' }).click();
    await expect
      .poll(() => Promise.all(['maxLineLength', 'fontSize', 'indentation'].map((key) => stored(page, key))))
      .toEqual(['20', '18px', 'tab']);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await format(page, 'Format');
    await panel(page, 'Left').locator('.view-line', { hasText: '\\u00e9' }).waitFor();
    expect((await saveBytes(page, 'Left')).toString()).toBe(
      '{\n\t"a": [\n\t\t1,\n\t\t{\n\t\t\t"b": "\\u00e9"\n\t\t}\n\t]\n}',
    );
    // The width of a tab is four columns, then eight.
    const indentPx = (): Promise<number> =>
      page.locator('#LEFT_PANEL .view-line', { hasText: '"a"' }).evaluate((line) => {
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        while (walker.nextNode() !== null) {
          const at = walker.currentNode.nodeValue?.indexOf('"') ?? -1;
          if (at < 0) continue;
          const key = document.createRange();
          key.setStart(walker.currentNode, at);
          return key.getBoundingClientRect().left - line.getBoundingClientRect().left;
        }
        return 0;
      });
    await expect.poll(indentPx).toBeGreaterThan(10);
    const four = await indentPx();
    await openConfiguration(page);
    await dialog.getByRole('textbox', { name: 'Width of a tab' }).fill('8');
    await expect.poll(indentPx).toBeGreaterThan(1.8 * four);

    await dialog.getByRole('textbox', { name: 'Line length' }).fill('0');
    await dialog.getByRole('button', { name: 'Restore defaults' }).click();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Line length' }).inputValue()).toBe('80');
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Spaces for a level' }).inputValue()).toBe('2');
    await expect.poll(() => stored(page, 'tabSize')).toBe('4');
    await page.mouse.click(20, 400);
    await dialog.waitFor({ state: 'detached' });
    await format(page, 'Smart format');
    await panel(page, 'Left').locator('.view-line', { hasText: '{ "a": [1, {' }).waitFor();

    // The formatting of the saved text.
    await showHash(page, '#left=json.{"a": [1, 2]}');
    await panel(page, 'Left').locator('.view-line', { hasText: '{"a": [1, 2]}' }).waitFor();
    await waitValid(page, 'Left');
    await openConfiguration(page);
    const choice = dialog.getByRole('combobox', { name: 'Formatting on save' });
    await expect
      .poll(() => choice.locator('option').allInnerTexts())
      .toEqual(['keep as-is', 'format', 'smart format', 'compact']);
    await expect.poll(() => choice.inputValue()).toBe('keep');
    await choice.selectOption('compact');
    await dialog.getByRole('checkbox', { name: 'Save by itself' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await saveBytes(page, 'Left')).toString()).toBe('{"a":[1,2]}');
    await expect.poll(() => stored(page, 'autosave')).toBe('false');

    await page.goto(stage.address());
    await panel(page, 'Left').locator('.view-line', { hasText: '{"a": [1, 2]}' }).waitFor();
    await openConfiguration(page);
    await dialog.getByRole('checkbox', { name: 'Open the last documents again' }).click();
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      history.replaceState(null, '', '/');
      location.reload();
    });
    // The sample document, as on a first visit.
    await panel(page, 'Left').locator('.view-line', { hasText: 'Hello World' }).waitFor();
  });
});

describe('the search in the settings', () => {
  it('[SET-2] shows the settings that have all words, says how many, and goes by Escape, first its text', async () => {
    const page = await stage.blank();
    const dialog = await openConfiguration(page);
    const search = dialog.getByRole('searchbox', { name: 'Search settings' });
    const labels = (): Promise<string[]> => dialog.locator('fieldset > div > label').allInnerTexts();
    await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true);
    const before = (await labels()).length;
    const box = await dialog.boundingBox();
    await page.keyboard.type('escape unicode');
    await expect.poll(labels).toEqual(['Escape Unicode characters']);
    await expect.poll(() => dialog.getByRole('group').count()).toBe(1);
    await dialog.getByText('One setting', { exact: true }).waitFor();
    // Words of a hint, and of a choice.
    await search.fill('line break');
    await expect.poll(labels).toEqual(['Escape control characters']);
    await search.fill('jmespath');
    await expect.poll(labels).toEqual(['Query language']);
    await search.fill('save');
    await dialog.getByText('2 settings', { exact: true }).waitFor();
    await dialog.getByRole('checkbox', { name: 'Save by itself' }).click();
    await expect.poll(() => stored(page, 'autosave')).toBe('false');
    // The box stays where it was, and of its size.
    await expect.poll(() => dialog.boundingBox()).toEqual(box);
    await search.fill('no such setting');
    await dialog.getByText('No setting fits.', { exact: true }).waitFor();
    expect(await findingsInBoth(page, '[data-modal]')).toEqual([]);
    await search.focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => search.inputValue()).toBe('');
    await expect.poll(async () => (await labels()).length).toBe(before);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('settings as a file', () => {
  it('[SET-1] are exported whole, and imported as far as they can be read, with the names of the rest', async () => {
    const page = await stage.blank();
    const dialog = await openConfiguration(page);
    await page.evaluate(() => localStorage.setItem('token', 'secret'));
    await dialog.getByRole('textbox', { name: 'Line length' }).fill('100');
    await dialog.getByRole('button', { name: 'Export settings…' }).click();
    const exported = (await caughtBytes(page)).toString();
    const settings = JSON.parse(exported) as Record<string, unknown>;
    expect(settings).toMatchObject({ maxLineLength: 100, theme: 'auto', leftMode: 'text', indentation: 2 });
    expect(exported).not.toContain('secret');

    const choose = async (name: string, content: string): Promise<void> => {
      const choosing = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: 'Import settings…' }).click();
      await (await choosing).setFiles(files.write(name, content));
    };
    const said = dialog.getByRole('status').last();
    await choose(
      'other.json',
      JSON.stringify({ ...settings, theme: 'dark', tabSize: 8, indentation: 99, fontSize: 'big', colour: 'pink' }),
    );
    await expect
      .poll(() => said.innerText())
      .toMatch(
        /^Taken over: tabSize, theme\.\s+Unknown, left out: colour\.\s+Not a value of this setting, left out: indentation, fontSize\.$/,
      );
    await page.locator('html[data-theme=dark]').waitFor();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Width of a tab' }).inputValue()).toBe('8');
    await expect
      .poll(() =>
        Promise.all(
          ['theme', 'tabSize', 'maxLineLength', 'indentation', 'fontSize', 'colour'].map((key) => stored(page, key)),
        ),
      )
      .toEqual(['dark', '8', '100', null, null, null]);
    expect(await findings(page, '[data-modal]')).toEqual([]);
    await expect
      .poll(() =>
        dialog.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      )
      .toBe(true);

    await choose('list.json', '[1, 2]');
    await dialog.getByText('This file has no settings.').waitFor();
    await expect.poll(() => stored(page, 'theme')).toBe('dark');

    // The exported file brings back what it was made of.
    await choose('diptych-settings.json', exported);
    await dialog.getByText('Taken over: tabSize, theme.', { exact: true }).waitFor();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Width of a tab' }).inputValue()).toBe('4');
    await choose('diptych-settings.json', exported);
    await dialog.getByText('Nothing was changed.', { exact: true }).waitFor();
    await page.evaluate(() => localStorage.removeItem('token'));
  });
});
