// The tree: expansion, editing in place, keys, highlighted changes, the stale state, and hostile documents.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { FROZEN_MS, dropOpen, panel, rowTexts, saveBytes, setMode, setStage, waitValid } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();

const tree = (page: Page): Locator => panel(page, 'Right').getByRole('treegrid');
/** Finds a row by its key or position, whatever its value. */
const row = (page: Page, key: string, nth = 0): Locator =>
  tree(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell').first().getByText(key, { exact: true }) })
    .nth(nth);
const field = (page: Page, part: 'Key' | 'Value'): Locator => tree(page).getByRole('textbox', { name: part });
const text = async (page: Page): Promise<string> => (await saveBytes(page, 'Right')).toString();

/** Opens a page with this document on the right, as a tree. */
async function openTree(document: string): Promise<Page> {
  const page = await stage.blank();
  await dropOpen(page, 'Right', files.write('tree.json', document));
  if (document.length < 10_000) await tree(page).getByRole('row').nth(1).waitFor();
  return page;
}

/** Selects a row by clicking to the right of its text. */
async function select(page: Page, key: string, nth = 0): Promise<void> {
  const box = await row(page, key, nth).boundingBox();
  await row(page, key, nth).click({ position: { x: (box?.width ?? 0) - 60, y: 8 } });
  await expect.poll(() => row(page, key, nth).getAttribute('aria-selected')).toBe('true');
}

/** Replaces the content of the open field. */
async function type(page: Page, value: string, end = 'Enter'): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.type(value);
  await page.keyboard.press(end);
}

describe('expansion', () => {
  const NESTED = '{"a":{"b":{"c":[1]},"d":[2]},"e":[3]}';

  it('[TRE-1] opens one, a subtree, everything, to a level, and closes', async () => {
    const page = await openTree(NESTED);
    const right = panel(page, 'Right');
    const expand = async (entry: string): Promise<void> => {
      await right.getByRole('button', { name: 'Expand' }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    const keys = async (): Promise<string[]> => (await rowTexts(page, 'Right')).map((line) => line.split(' ')[0] ?? '');
    await expect.poll(() => keys()).toEqual(['root', 'a', 'e']);
    await row(page, 'a').locator('[data-open]').click();
    await expect.poll(keys).toEqual(['root', 'a', 'b', 'd', 'e']);
    await expect.poll(() => row(page, 'a').getAttribute('aria-expanded')).toBe('true');
    await row(page, 'a').locator('[data-open]').click();
    await expect.poll(keys).toEqual(['root', 'a', 'e']);
    await row(page, 'a')
      .locator('[data-open]')
      .click({ modifiers: ['Alt'] });
    await expect.poll(keys).toEqual(['root', 'a', 'b', 'c', '0', 'd', '0', 'e']);
    await row(page, 'a')
      .locator('[data-open]')
      .click({ modifiers: ['Alt'] });
    await expect.poll(keys).toEqual(['root', 'a', 'e']);
    await expand('Expand all');
    await expect.poll(keys).toEqual(['root', 'a', 'b', 'c', '0', 'd', '0', 'e', '0']);
    await expand('Expand to level 2');
    await expect.poll(keys).toEqual(['root', 'a', 'b', 'd', 'e', '0']);
    await expand('Collapse all');
    await expect.poll(keys).toEqual(['root']);
  });

  it('[TRE-3] opens, closes and walks by arrows', async () => {
    const page = await openTree(NESTED);
    const selected = (): Promise<string> => tree(page).locator('[aria-selected=true]').innerText();
    await select(page, 'a');
    await page.keyboard.press('ArrowRight');
    await row(page, 'b').waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(selected).toMatch(/^b/);
    await page.keyboard.press('ArrowDown');
    await expect.poll(selected).toMatch(/^d/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(selected).toMatch(/^a/);
    await page.keyboard.press('ArrowLeft');
    await row(page, 'b').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowLeft');
    await expect.poll(selected).toMatch(/^root/);
    // For screen readers the active row has a name, a level and a position among its siblings.
    const active = await tree(page).getAttribute('aria-activedescendant');
    await expect.poll(() => tree(page).locator('[aria-selected=true]').getAttribute('id')).toBe(active);
    await expect.poll(() => row(page, 'e').getAttribute('aria-level')).toBe('2');
    await expect.poll(() => row(page, 'e').getAttribute('aria-posinset')).toBe('2');
    await expect.poll(() => row(page, 'e').getAttribute('aria-setsize')).toBe('2');
  });
});

describe('editing in place', () => {
  it('[TRE-2] [TRE-3] a value by Enter, F2 or a double click, as it is typed', async () => {
    const page = await openTree('{"n": 1.0, "s": "x"}');
    for (const [way, value] of [
      ['Enter', '12345678901234567890.10'],
      ['F2', '-0.0'],
      ['double click', '1E+02'],
    ] as const) {
      await select(page, 'n');
      if (way === 'double click') await row(page, 'n').getByText('-0.0').dblclick();
      else await page.keyboard.press(way);
      await field(page, 'Value').waitFor();
      await type(page, value);
      await row(page, 'n').getByText(value, { exact: true }).waitFor();
      expect(await text(page)).toBe(`{"n": ${value}, "s": "x"}`);
    }
  });

  it('[TRE-2] [TRE-3] strings stay strings, and other literals are what they look like', async () => {
    const page = await openTree('{"s": "x", "n": 1}');
    for (const [key, typed, shown] of [
      ['s', 'true', '"true"'],
      ['s', '12', '"12"'],
      ['n', 'null', 'null'],
      ['n', 'plain', 'plain'],
    ] as const) {
      await select(page, key);
      await page.keyboard.press('Enter');
      await field(page, 'Value').waitFor();
      await type(page, typed);
      await row(page, key).getByText(shown, { exact: true }).waitFor();
    }
    expect(await text(page)).toBe('{"s": "12", "n": "plain"}');
  });

  it('[TRE-2] [TRE-3] Escape takes back, Tab writes and goes on to the value, leaving writes', async () => {
    const page = await openTree('{"old": "x", "other": 2}');
    await select(page, 'old');
    await page.keyboard.press('Enter');
    await field(page, 'Value').waitFor();
    await page.keyboard.type('never');
    await page.keyboard.press('Escape');
    await field(page, 'Value').waitFor({ state: 'detached' });
    expect(await text(page)).toBe('{"old": "x", "other": 2}');
    // The tree has the focus again.
    await row(page, 'old').getByText('old').dblclick();
    await field(page, 'Key').waitFor();
    await type(page, 'new', 'Tab');
    await field(page, 'Value').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('y');
    await row(page, 'other').click();
    await row(page, 'new').getByText('y').waitFor();
    expect(await text(page)).toBe('{"new": "y", "other": 2}');
  });

  it('[TRE-2] [TRE-3] Insert, Delete, undo and redo by keys', async () => {
    const page = await openTree('{"a": 1, "c": 3}');
    await select(page, 'a');
    await page.keyboard.press('Insert');
    await field(page, 'Key').waitFor();
    await type(page, 'b', 'Tab');
    await field(page, 'Value').waitFor();
    await type(page, 'two');
    await expect.poll(() => rowTexts(page, 'Right')).toEqual(['root 3 keys', 'a 1', 'b two', 'c 3']);
    await select(page, 'c');
    await page.keyboard.press('Delete');
    await row(page, 'c').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await row(page, 'c').waitFor();
    // Undoing the insertion also removes what was typed into the new value.
    await page.keyboard.press('Control+z');
    await expect.poll(() => rowTexts(page, 'Right')).toEqual(['root 2 keys', 'a 1', 'c 3']);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => rowTexts(page, 'Right')).toEqual(['root 3 keys', 'a 1', 'b two', 'c 3']);
    expect(JSON.parse(await text(page))).toEqual({ a: 1, b: 'two', c: 3 });
  });

  it('[TRE-2] a line break is typed with Shift+Enter', async () => {
    const page = await openTree('{"s": "one"}');
    await select(page, 's');
    await page.keyboard.press('Enter');
    await field(page, 'Value').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await row(page, 's').getByText('one↵two').waitFor();
    expect(await text(page)).toBe('{"s": "one\\ntwo"}');
  });

  it('[TRE-7] a changed row blinks, and stops after 1200 ms', async () => {
    const page = await openTree('{"a": 1}');
    // The shared page has reduced motion.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.clock.install();
    await select(page, 'a');
    await page.keyboard.press('Enter');
    await field(page, 'Value').waitFor();
    await type(page, '2');
    await page.locator('[data-blink]').waitFor();
    await expect.poll(() => row(page, 'a').getAttribute('data-blink')).toMatch(/odd|even/);
    const animation = await row(page, 'a').evaluate((element) => getComputedStyle(element).animationDuration);
    expect(animation).toBe('1.2s');
    await page.clock.runFor(1300);
    await page.locator('[data-blink]').waitFor({ state: 'detached' });
  });
});

describe('an invalid text', () => {
  it('[PAR-4] leaves the last valid tree, dimmed and read-only, and says so', async () => {
    const page = await openTree('{"a": 1, "b": [2]}');
    await setMode(page, 'Right', 'text');
    await panel(page, 'Right').locator('.view-line').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('{{');
    await panel(page, 'Right')
      .getByRole('button', { name: /^Invalid/ })
      .waitFor();
    await setMode(page, 'Right', 'tree');
    await row(page, 'a').waitFor();
    await panel(page, 'Right').getByText('The text is invalid: this is the last valid state, read-only.').waitFor();
    await expect.poll(() => tree(page).getAttribute('aria-readonly')).toBe('true');
    await expect.poll(() => row(page, 'a').evaluate((element) => getComputedStyle(element).filter)).not.toBe('none');
    await row(page, 'b').locator('[data-open]').click();
    await row(page, '0').waitFor();
    const before = await text(page);
    await select(page, 'a');
    for (const key of ['Enter', 'F2', 'Insert', 'Delete']) await page.keyboard.press(key);
    await row(page, 'a').getByText('1').dblclick();
    await row(page, 'a').getByText('a', { exact: true }).dblclick();
    await expect.poll(() => tree(page).getByRole('textbox').count()).toBe(0);
    expect(await text(page)).toBe(before);
    await panel(page, 'Right').getByRole('button', { name: 'Show as text' }).click();
    await panel(page, 'Right').locator('.view-line', { hasText: '{{' }).waitFor();
    await panel(page, 'Right').getByRole('button', { name: /^Undo/ }).click();
    await waitValid(page, 'Right');
    await setMode(page, 'Right', 'tree');
    await row(page, 'a').waitFor();
    await expect.poll(() => tree(page).getAttribute('aria-readonly')).toBe('false');
  });
});

describe('a hostile document', () => {
  it('[TRE-2] any key is shown, edited and kept', async () => {
    const keys = [
      '__proto__',
      'constructor',
      '',
      'a.b',
      'c/d~e',
      'line\nbreak',
      '😀',
      'עברית',
      'hasOwnProperty',
      '‮rtl',
    ];
    const source = `{\n${keys.map((key, index) => `  ${JSON.stringify(key)}: ${index}`).join(',\n')}\n}`;
    const page = await openTree(source);
    await tree(page).getByRole('row').nth(keys.length).waitFor();
    const shown = (await rowTexts(page, 'Right')).slice(1);
    expect(shown).toEqual(
      keys.map((key, index) => `${key === '' ? '""' : key.replace('\n', '↵').replace('\u202e', 'U+202E')} ${index}`),
    );
    // Edits each value by its row, so that a wrong path would change another one.
    for (const index of keys.keys()) {
      await tree(page)
        .getByRole('row')
        .nth(index + 1)
        .getByText(String(index), { exact: true })
        .dblclick();
      await field(page, 'Value').waitFor();
      await type(page, `${index}.50`);
      await tree(page)
        .getByRole('row')
        .nth(index + 1)
        .getByText(`${index}.50`, { exact: true })
        .waitFor();
    }
    expect(await text(page)).toBe(source.replaceAll(/: (\d+)/g, ': $1.50'));
    await tree(page).getByRole('row').nth(1).getByText('__proto__').dblclick();
    await field(page, 'Key').waitFor();
    await type(page, 'prototype');
    await row(page, 'prototype').waitFor();
    expect(await text(page)).toBe(source.replaceAll(/: (\d+)/g, ': $1.50').replace('__proto__', 'prototype'));
  });

  it('[TRE-2] markup in keys and values stays text', async () => {
    const markup = '<img src=x onerror="window.hit = 1"><script>window.hit = 1</script>';
    const page = await openTree(JSON.stringify({ [markup]: markup, list: [markup, { [markup]: 1 }] }));
    await panel(page, 'Right').getByRole('button', { name: 'Expand' }).click();
    await page.getByRole('menuitem', { name: 'Expand all' }).click();
    await expect.poll(() => tree(page).getByRole('row').count()).toBe(6);
    await expect.poll(async () => (await rowTexts(page, 'Right'))[1]).toBe(`${markup} ${markup}`);
    await select(page, 'list');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await field(page, 'Value').waitFor();
    await expect.poll(() => field(page, 'Value').inputValue()).toBe(markup);
    await page.keyboard.press('Escape');
    await setMode(page, 'Right', 'text');
    await panel(page, 'Right').locator('.view-line').first().waitFor();
    const found = await page.evaluate(() => ({
      images: document.querySelectorAll('#root img').length,
      hit: 'hit' in window,
    }));
    expect(found).toEqual({ images: 0, hit: false });
  });

  it('[TRE-2] [BIG-1] a key of 1 MB and a string of 5 MB are shown cut, with no long task', async () => {
    const page = await openTree('{"small": 1}');
    await page.evaluate(() => {
      const tasks: number[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
        type: 'longtask',
      });
    });
    const path = files.write('huge.json', JSON.stringify({ ['k'.repeat(1_000_000)]: 's'.repeat(5_000_000), after: 1 }));
    await dropOpen(page, 'Right', path);
    await row(page, 'after').waitFor();
    const [, huge = ''] = await rowTexts(page, 'Right');
    expect(huge.length).toBeLessThan(10_000);
    expect(huge).toMatch(/^k+… s+… Show more 4\.8 MB$/);
    await select(page, 'after');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page
      .getByText(/too long to be edited here/)
      .first()
      .waitFor();
    await expect.poll(() => tree(page).getByRole('textbox').count()).toBe(0);
    // A frozen page would block for seconds. On a busy machine a task of 50 ms takes longer.
    const longest = await page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks));
    expect(longest).toBeLessThan(FROZEN_MS);
  });

  it('[PAR-2] [TRE-2] duplicate keys are all shown and each is edited by itself', async () => {
    const page = await openTree('{"k": 1, "k": 2, "k": 3}');
    await expect.poll(() => rowTexts(page, 'Right')).toEqual(['root 3 keys', 'k 1', 'k 2', 'k 3']);
    await row(page, 'k', 1).getByText('2').dblclick();
    await field(page, 'Value').waitFor();
    await type(page, '20');
    await row(page, 'k', 1).getByText('20').waitFor();
    await row(page, 'k', 2).getByText('k', { exact: true }).dblclick();
    await field(page, 'Key').waitFor();
    await type(page, 'z');
    await row(page, 'z').waitFor();
    await select(page, 'k', 0);
    await page.keyboard.press('Delete');
    await expect.poll(() => rowTexts(page, 'Right')).toEqual(['root 2 keys', 'k 20', 'z 3']);
    expect(JSON.parse(await text(page))).toEqual({ k: 20, z: 3 });
  });
});
