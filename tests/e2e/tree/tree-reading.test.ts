// Reading in the tree: previews, long strings, sticky rows, the path; by mouse and by keyboard.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { FROZEN_MS, panel, rowTexts, setMode, setStage } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';
import { makeInvalid, openTree, popover, row, select, tree } from '../support/tree-values.ts';

const stage = setStage();
const files = makeFolder();
/** Folder for screenshots; without it none are taken. */
const shots = process.env['SHOTS'];

/** A document of several levels with `count` records. */
function nested(count: number): string {
  const users = Array.from({ length: count }, (_, id) => ({
    id,
    name: `User "${id}"`,
    active: id % 2 === 0,
    manager: null,
    tags: ['a', 'b', 'c'],
    address: { city: 'Paris', zip: '75001', geo: { lat: 48.85, lon: 2.35 }, lines: [] },
  }));
  return JSON.stringify({ meta: { version: 1 }, data: { users } }, null, 2);
}

const expandAll = async (page: Page): Promise<void> => {
  await panel(page, 'Right').getByRole('button', { name: 'Expand' }).click();
  await page.getByRole('menuitem', { name: 'Expand all' }).click();
};
const sticky = (page: Page): Promise<string[]> =>
  tree(page)
    .locator('[data-sticky] > * > *')
    .allInnerTexts()
    .then((texts) => texts.map((text) => text.replace(/\s+/g, ' ').trim()));

describe('a collapsed container', () => {
  it('[TRE-1] says what is inside, with counts, in the colours of the types', async () => {
    const page = await openTree(stage, files.write('nested.json', nested(3)));
    await select(page, 'data');
    await page.keyboard.press('ArrowRight');
    await row(page, 'users').waitFor();
    await expect
      .poll(() => rowTexts(page, 'Right'))
      .toEqual(['root 2 keys', 'meta 1 key {version: 1}', 'data 1 key', 'users 3 items [{…6}, {…6}, {…6}]']);
    await select(page, 'users');
    await page.keyboard.press('ArrowRight');
    await row(page, '0').getByText('active: true, manager: null, tags: […3], address: {…4}').waitFor();
    const colour = (text: string): Promise<string> =>
      row(page, '0')
        .getByText(text, { exact: true })
        .last()
        .evaluate((element) => getComputedStyle(element).color);
    const colours = await Promise.all(['0', '"User \\"0\\""', 'true', 'null'].map(colour));
    expect(new Set(colours).size).toBe(4);
  });
});

describe('a long string', () => {
  const HEAD = 'x'.repeat(2000);
  const long = `${HEAD}\n${'lorem ipsum <b>é</b> \\ "quoted"\n'.repeat(160_000)}the end`;

  it('[TRE-1] [BIG-1] is cut, and shown piece by piece, with no long task', async () => {
    const page = await openTree(stage, files.write('long.json', JSON.stringify({ long, cut: 'y'.repeat(3000) })));
    await page.evaluate(() => {
      const tasks: number[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
        type: 'longtask',
      });
    });
    await row(page, 'long')
      .getByRole('button', { name: /^Show more \d+\.\d MB$/ })
      .click();
    const box = popover(page, 'Value');
    // By role: to find a text, Playwright would read all the megabytes in one task of the page.
    const status = box.getByRole('status');
    const says = (text: RegExp): Promise<void> => expect.poll(() => status.textContent()).toMatch(text);
    await says(/^1\.0 MB of \d\.\d MB$/);
    const value = box.getByRole('group', { name: 'Value' });
    const shown = async (): Promise<string> =>
      value.evaluate((element) => Array.from(element.children, (child) => child.textContent).join(''));
    await expect.poll(async () => long.startsWith(await shown())).toBe(true);
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(900_000);
    await box.getByRole('button', { name: 'Show more' }).click();
    await says(/^2\.0 MB of \d\.\d MB$/);
    await expect.poll(async () => long.startsWith(await shown())).toBe(true);
    await box.getByRole('button', { name: 'Copy text' }).click();
    await says(/^Copied\.$/);
    const longest = await page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks));
    expect(longest).toBeLessThan(FROZEN_MS);
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return (await item?.getType('text/plain'))?.text();
    });
    expect(copied).toBe(long);
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await select(page, 'cut');
    await page.keyboard.press('Alt+Enter');
    await expect.poll(() => value.innerText()).toBe('y'.repeat(3000));
    await expect.poll(() => value.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('a long string of an invalid text', () => {
  it('[TRE-1] [PAR-4] is read from the last valid state', async () => {
    const long = `${'é'.repeat(3000)} the end`;
    const page = await openTree(stage, files.write('stale.json', JSON.stringify({ a: 1, long })));
    await makeInvalid(page);
    await row(page, 'long')
      .getByRole('button', { name: /^Show more/ })
      .click();
    const value = popover(page, 'Value').getByRole('group', { name: 'Value' });
    await expect.poll(() => value.innerText()).toBe(long);
  });
});

describe('the rows on top', () => {
  it('[TRE-1] are the containers around the first row, lead to them, and cover no row that keys go to', async () => {
    const page = await openTree(stage, files.write('deep.json', nested(200)));
    await expandAll(page);
    await expect.poll(() => sticky(page)).toEqual([]);
    await tree(page).hover();
    await page.mouse.wheel(0, 22 * 120);
    await expect
      .poll(() => sticky(page))
      .toEqual(expect.arrayContaining(['root 2 keys', 'data 1 key', 'users 200 items']));
    // The wheel also scrolls over the sticky rows.
    const before = await sticky(page);
    const box = await tree(page).locator('[data-sticky] > *').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 30);
    await page.mouse.wheel(0, 22 * 200);
    await expect.poll(() => sticky(page)).not.toEqual(before);
    // Moves up from the middle row by row: the focused row is always below the sticky rows.
    const middle = tree(page).locator('[aria-selected]').nth(20);
    // A row is empty until its content has been read.
    await expect.poll(() => middle.innerText()).not.toBe('');
    await middle.click();
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('ArrowUp');
      if (step % 8 !== 0) continue;
      await expect
        .poll(async () => {
          const [focused, top] = await Promise.all([
            tree(page).locator('[data-focused=true]').boundingBox(),
            tree(page).locator('[data-sticky] > *').boundingBox(),
          ]);
          return (focused?.y ?? 0) + 0.5 >= (top?.y ?? 0) + (top?.height ?? 0) - 1;
        })
        .toBe(true);
    }
    await tree(page).locator('[data-sticky]').getByText('users', { exact: true }).click();
    await expect.poll(() => row(page, 'users').getAttribute('aria-selected')).toBe('true');
  });

  it('[TRE-1] close what they stand for, and are hidden from a screen reader', async () => {
    const page = await openTree(stage, files.write('deep.json', nested(200)));
    await expandAll(page);
    await tree(page).hover();
    await page.mouse.wheel(0, 22 * 300);
    await expect.poll(() => sticky(page)).toEqual(expect.arrayContaining(['users 200 items']));
    await expect.poll(() => tree(page).locator('[data-sticky]').getAttribute('aria-hidden')).toBe('true');
    await tree(page).locator('[data-sticky] > * > *', { hasText: 'users' }).locator('[data-chevron]').click();
    await expect.poll(() => tree(page).getByRole('row').count()).toBe(5);
    await expect.poll(() => row(page, 'users').getAttribute('aria-selected')).toBe('true');
  });
});

describe('the path', () => {
  const path = (page: Page) => panel(page, 'Right').getByRole('navigation', { name: 'Path' });
  const field = (page: Page) => panel(page, 'Right').getByRole('textbox', { name: 'Line, byte or path' });
  const crumbs = (page: Page): Promise<string[]> => path(page).getByRole('button').allInnerTexts();
  const hasKeys = (page: Page) =>
    expect.poll(() => tree(page).evaluate((element) => element === document.activeElement)).toBe(true);

  it('[TRE-1] [TXT-3] is typed in any notation, and says what is wrong', async () => {
    const page = await openTree(stage, files.write('path.json', nested(50)));
    await select(page, 'data');
    await page.keyboard.press('Control+G');
    await expect.poll(() => field(page).inputValue()).toBe('');
    await page.keyboard.type('/data/users/49/address/zip');
    await panel(page, 'Right')
      .getByText(/^Goes to line [\d,]+, column \d+, in/)
      .waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => row(page, 'zip').getAttribute('aria-selected')).toBe('true');
    await hasKeys(page);
    await expect.poll(() => crumbs(page)).toEqual(['$', 'data', 'users', '49', 'address', 'zip']);
    for (const [wanted, last] of [
      ['$.data.users[7].tags', 'tags'],
      ['data["users"][8]', '8'],
    ] as const) {
      await page.keyboard.press('Control+g');
      await field(page).fill(wanted);
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await crumbs(page)).at(-1)).toBe(last);
      await hasKeys(page);
    }
    await panel(page, 'Right').getByRole('button', { name: 'Type a path' }).click();
    await expect.poll(() => field(page).inputValue()).toBe('$.data.users[8]');
    await field(page).fill('$.data.nobody');
    await panel(page, 'Right').getByText('There is nothing at this path. It leads as far as $.data').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => field(page).isVisible()).toBe(true);
    await field(page).fill('$.data[');
    await panel(page, 'Right')
      .getByText(/^The path is wrong at character 8/)
      .waitFor();
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    await hasKeys(page);
    await expect.poll(async () => (await crumbs(page)).at(-1)).toBe('8');
  });

  it('[TRE-1] [TXT-3] leads to what is around, and is copied in four notations', async () => {
    const document = { 'a b': { deep: [{ in: { here: { at: { last: 1 } } } }] }, __proto__: 1, '': { '<b>': 2 } };
    const page = await openTree(stage, files.write('around.json', JSON.stringify(document)));
    await select(page, 'a b');
    await page.keyboard.press('Control+G');
    await field(page).waitFor();
    await page.keyboard.type('/a b/deep/0/in/here/at/last');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await crumbs(page)).slice(-4)).toEqual(['in', 'here', 'at', 'last']);
    for (const [name, copied] of [
      ['Copy as JSONPath', "$['a b'].deep[0].in.here.at.last"],
      ['Copy as JSON Pointer', '/a b/deep/0/in/here/at/last'],
      ['Copy as JavaScript', '["a b"].deep[0].in.here.at.last'],
      ['Copy as jq', '.["a b"].deep[0].in.here.at.last'],
      ['Copy value', '1'],
    ] as const) {
      await panel(page, 'Right').getByRole('button', { name: 'Copy the path' }).click();
      await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
    }
    await path(page).getByRole('button', { name: 'in', exact: true }).click();
    await expect.poll(() => row(page, 'in').getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => crumbs(page)).toEqual(['$', 'a b', 'deep', '0', 'in']);
    await path(page).getByRole('button', { name: 'a b' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => row(page, 'a b').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Control+G');
    await field(page).waitFor();
    await page.keyboard.type('//<b>');
    await page.keyboard.press('Enter');
    await expect.poll(() => crumbs(page)).toEqual(['$', '""', '<b>']);
  });
});

describe('the look', () => {
  it('[TRE-1] [PAN-11] axe finds nothing, in the light and in the dark', async () => {
    const page = await openTree(stage, files.write('look.json', nested(40)));
    const look = async (name: string): Promise<void> => {
      if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
      expect(await findingsInBoth(page, '#RIGHT_PANEL')).toEqual([]);
    };
    await row(page, 'data').getByText('data').click();
    await page.keyboard.press('ArrowRight');
    await row(page, 'users').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await row(page, '3').waitFor();
    await look('previews');
    await select(page, '3');
    await page.keyboard.press('ArrowRight');
    await row(page, 'address').getByText('address').click();
    await page.keyboard.press('ArrowRight');
    await row(page, 'geo').waitFor();
    await tree(page).hover();
    await page.mouse.wheel(0, 300);
    await expect.poll(() => sticky(page)).toEqual(expect.arrayContaining(['users 40 items']));
    await look('sticky');
    await page.keyboard.press('Control+G');
    await panel(page, 'Right').getByRole('textbox', { name: 'Line, byte or path' }).waitFor();
    await page.keyboard.type('/data/nobody');
    await panel(page, 'Right').getByText('There is nothing at this path').waitFor();
    await look('path');
  });
});

describe('another mode', () => {
  it('[TRE-1] [TXT-1] begins at the same value', async () => {
    const text = nested(500);
    const page = await openTree(stage, files.write('nested.json', text));
    const right = panel(page, 'Right');
    await select(page, 'data');
    await page.keyboard.press('Control+G');
    await right.getByRole('textbox', { name: 'Line, byte or path' }).fill('$.data.users[300].address.city');
    await right.getByText(/^Goes to line/).waitFor();
    await page.keyboard.press('Enter');
    const selected = tree(page).locator('[aria-selected=true]');
    await expect.poll(() => selected.allInnerTexts()).toEqual([expect.stringContaining('Paris')]);
    await setMode(page, 'Right', 'text');
    const line = text.slice(0, text.indexOf('"city"', text.indexOf('"id": 300,'))).split('\n').length;
    await right.getByText(new RegExp(`^Ln ${line.toLocaleString('en')}, Col 19$`)).waitFor();
    await right.locator('.view-line').filter({ hasText: '"zip"' }).first().click();
    await page.keyboard.press('Home');
    await right.getByText(/, Col 11$/).waitFor();
    await setMode(page, 'Right', 'tree');
    await expect.poll(() => selected.allInnerTexts()).toEqual([expect.stringContaining('75001')]);
    // The selected row is on the screen.
    await selected.first().waitFor();
  });
});

describe('characters that nobody sees', () => {
  it('[TRE-1] [TAB-1] [TXT-1] are marked, and turn nothing round', async () => {
    const text = JSON.stringify([{ 'ac\u202ecess': 'us\u202eer', pay: 'pay\u200bpal', hebrew: 'שלום (a)!', n: 1 }]);
    const page = await stage.show(`#left=json.${encodeURIComponent(text)}&right=json.${encodeURIComponent(text)}`);
    const right = panel(page, 'Right');
    await right
      .getByRole('row')
      .nth(1)
      .click({ position: { x: 200, y: 8 } });
    await page.keyboard.press('Alt+ArrowRight');
    const marked = right.getByRole('row').filter({ hasText: 'cess' });
    await marked.last().getByText('U+202E').first().waitFor();
    await expect
      .poll(async () => (await marked.last().innerText()).replaceAll(/\s+/g, ' '))
      .toMatch(/^ ?acU\+202Ecess usU\+202Eer/);
    // The parts are on the screen in the order of the text, not reversed by U+202E.
    const places = await marked.last().evaluate((element) => {
      const range = document.createRange();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const lefts: number[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        range.selectNodeContents(node);
        lefts.push(range.getBoundingClientRect().left);
      }
      return lefts;
    });
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    await right.getByRole('row').filter({ hasText: 'pal' }).last().getByText('U+200B').waitFor();
    const left = panel(page, 'Left').locator('.view-lines');
    await left.getByText('U+200B').waitFor();
    await left.getByText('[U+202E]').first().waitFor();
    await setMode(page, 'Right', 'table');
    await right.getByRole('gridcell').getByText('U+202E').waitFor();
    await right.getByRole('columnheader').getByText('U+202E').waitFor();
    await right.getByRole('gridcell').getByText('U+200B').waitFor();
  });
});
