// Find and replace in the tree, with real keys: hits in keys and values, the selected row, the hits in rows and beside the
// scrollbar, the list of results, and the bytes after replacing.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { FROZEN_MS, dropOpen, panel, saveBytes, setMode, setStage, type Look, type Side } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { makeFolder, records } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();

const SMALL = `{
  "name": "Ada Name",
  "list": [
    { "name": "first name", "id": 12 },
    { "name": "second", "id": 3, "deep": { "rename": ["name, name"] } }
  ],
  "NAME": true
}
`;

/** A tree in the right panel, and its find bar. */
class TreePane {
  constructor(
    readonly page: Page,
    readonly side: Side,
  ) {}

  get root() {
    return panel(this.page, this.side);
  }

  get grid() {
    return this.root.getByRole('treegrid');
  }

  get bar() {
    return this.root.getByRole('search');
  }

  get find() {
    return this.bar.getByRole('textbox', { name: 'Find' });
  }

  get replacement() {
    return this.bar.getByRole('textbox', { name: 'Replace with' });
  }

  button(name: string | RegExp) {
    return this.bar.getByRole('button', { name });
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async counts(words: string | RegExp): Promise<void> {
    await expect.poll(() => this.bar.getByRole('status').innerText()).toMatch(words);
  }

  /** Waits until this row is the only selected one, and on the screen. */
  async isAt(words: string | RegExp): Promise<void> {
    const selected = async (): Promise<string> => {
      const texts = await this.grid.locator('[aria-selected=true]').allInnerTexts();
      return texts.map((text) => text.replace(/\s+/g, ' ').trim()).join(' | ');
    };
    await expect.poll(selected).toMatch(words);
  }

  /** The list of results. */
  get results() {
    return this.root.getByRole('tree', { name: 'Results' });
  }

  async lines(): Promise<string[]> {
    const texts = await this.results.locator('> *').allInnerTexts();
    return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
  }

  /** The tops of the marks beside the tree's scrollbar, as shares of its height. */
  async marks(): Promise<number[]> {
    const bar = this.root.getByRole('scrollbar', { name: 'Rows' });
    const height = (await bar.boundingBox())?.height ?? 1;
    const paths = this.root.locator('path[data-kind=hit]');
    const [drawn = ''] = await paths.evaluateAll((found) => found.map((path) => path.getAttribute('d') ?? ''));
    return [...drawn.matchAll(/M\d+ (\d+)/g)].map(([, top]) => Number(top) / height);
  }

  async text(): Promise<string> {
    return (await saveBytes(this.page, this.side)).toString();
  }
}

async function openTree(
  document: string | { readonly path: string },
  look: Look = {},
  side: Side = 'Right',
): Promise<TreePane> {
  const page = await stage.blank(look);
  const path = typeof document === 'string' ? files.write('tree.json', document) : document.path;
  await setMode(page, side, 'tree');
  await dropOpen(page, side, path);
  const pane = new TreePane(page, side);
  await pane.grid.getByRole('row').nth(1).waitFor();
  await pane.grid.focus();
  return pane;
}

describe('the find bar over the tree', () => {
  it('[TRE-5] finds as it is typed, opens what the hit is in, steps around the ends, gives the focus back, goes on from the row that is selected', async () => {
    const pane = await openTree(SMALL);
    await pane.press('Control+F');
    await pane.page.keyboard.type('name');
    await pane.counts(/^1 of 9$/);
    await pane.isAt(/^name Ada Name$/);
    await pane.press('Enter');
    await pane.counts(/^2 of 9$/);
    await pane.isAt(/^name Ada Name$/);
    await pane.press('Enter');
    await pane.counts(/^3 of 9$/);
    await pane.isAt(/^name first name$/);
    await pane.press('Shift+Enter', 'Shift+Enter', 'Shift+F3');
    await pane.counts(/^9 of 9$/);
    await pane.isAt(/^NAME true$/);
    await pane.press('F3');
    await pane.counts(/^1 of 9$/);
    await pane.isAt(/^name Ada Name$/);
    await pane.press('Escape');
    await pane.bar.waitFor({ state: 'detached' });
    await pane.press('ArrowDown');
    await pane.isAt(/^list/);
    await pane.press('F3');
    await pane.counts(/^3 of 9$/);
    await pane.isAt(/^name first name$/);
    await pane.press('Escape', 'End');
    await pane.isAt(/^NAME/);
    await pane.press('F3');
    await pane.counts(/^9 of 9$/);
    // The same while the bar is open.
    await pane.press('ArrowUp');
    await pane.counts(/^9 results$/);
    await pane.press('Shift+F3');
    await pane.counts(/^4 of 9$/);
  });

  it('[TRE-5] searches keys, values or both, by a click or a key, and minds case, whole words and expressions', async () => {
    const pane = await openTree(SMALL);
    await pane.root.getByRole('toolbar').getByRole('button', { name: 'Find' }).click();
    await pane.find.fill('name');
    await pane.counts(/of 9$/);
    await pane.button('Values').click();
    await expect.poll(() => pane.button('Values').getAttribute('aria-pressed')).toBe('false');
    await pane.counts(/of 5$/);
    await pane.press('Alt+K');
    // Keys or values: one of the two is always on.
    await expect.poll(() => pane.button('Values').getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => pane.button('Keys').getAttribute('aria-pressed')).toBe('false');
    await pane.counts(/of 4$/);
    await pane.press('Alt+K');
    await pane.counts(/of 9$/);
    await pane.press('Alt+C');
    await pane.counts(/of 7$/);
    await pane.press('Alt+W');
    await pane.counts(/of 6$/);
    await pane.press('Alt+R');
    await pane.find.fill('^(rename|1?\\d)$');
    await pane.counts(/^1 of 3$/);
    await pane.isAt(/^id 12$/);
    await pane.press('Enter', 'Enter');
    await pane.isAt(/^rename/);
    await pane.counts(/^3 of 3$/);
  });

  it('[TRE-5] marks hits in keys and values, the current one, and counts those that are collapsed', async () => {
    const pane = await openTree(SMALL);
    const marked = async (): Promise<string[]> =>
      pane.grid
        .locator('mark')
        .evaluateAll((marks) =>
          marks.map((mark) => `${mark.textContent}${(mark as HTMLElement).dataset['current'] === 'true' ? '*' : ''}`),
        );
    await pane.press('Control+F');
    await pane.find.fill('name');
    await pane.counts(/^1 of 9$/);
    await expect.poll(marked).toEqual(['name*', 'Name', 'NAME']);
    await pane.grid.getByRole('row', { name: /list/ }).getByText('6 found').waitFor();
    await pane.press('Enter');
    await expect.poll(marked).toEqual(['name', 'Name*', 'NAME']);
    await pane.press('Shift+Enter', 'Shift+Enter', 'Shift+Enter', 'Shift+Enter');
    await expect.poll(marked).toEqual(['name', 'Name', 'name', 'name', 'name*', 'name', 'NAME']);
    await pane.press('Escape');
    await expect.poll(marked).toEqual([]);
  });

  it('[TRE-5] finds what escapes stand for, in any key', async () => {
    const source = String.raw`{"__proto__": {"\u0041da": "\u0041 \ud83d\ude00 é A\nA"}, "": "A", "constructor": 1}`;
    const pane = await openTree(source);
    await pane.press('Control+F');
    await pane.find.fill('A');
    await pane.press('Alt+C');
    await pane.counts(/^1 of 5$/);
    await pane.press('Enter', 'Enter', 'Enter');
    await pane.counts(/^4 of 5$/);
    await pane.isAt(/^Ada A 😀 é A↵A$/);
    await expect.poll(() => pane.grid.locator('mark').allInnerTexts()).toEqual(['A', 'A', 'A', 'A', 'A']);
    await pane.find.fill('__proto__');
    await pane.counts(/^1 of 1$/);
    await pane.isAt(/^__proto__/);
    await pane.find.fill('😀 é');
    await pane.counts(/^1 of 1$/);
    await expect.poll(() => pane.grid.locator('mark').allInnerTexts()).toEqual(['😀 é']);
  });

  it('[TRE-5] replaces one after the other, or all as one step', async () => {
    const pane = await openTree(SMALL);
    await pane.press('Control+H');
    await pane.find.fill('name');
    await pane.counts(/^1 of 9$/);
    await pane.replacement.fill('n"m');
    await pane.press('Enter');
    await pane.counts(/^1 of 8$/);
    await pane.press('Enter');
    await pane.counts(/^1 of 7$/);
    await pane.isAt(/^name first name$/);
    const two = SMALL.replace('"name": "Ada Name"', String.raw`"n\"m": "Ada n\"m"`);
    await expect.poll(() => pane.text()).toBe(two);
    await pane.button('Values').click();
    await pane.counts(/of 4$/);
    await pane.button('Replace all 4').click();
    await pane.counts(/^Replaced 4\.$/);
    await expect.poll(() => pane.text()).toBe(two.replaceAll(/name(?=":)/gi, String.raw`n\"m`));
    await pane.root.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => pane.text()).toBe(two);
    await pane.counts(/4$|^4 results$/);
  });
});

describe('what a row shows', () => {
  it('[TRE-5] brings a hit far behind in a long value into sight', async () => {
    const pane = await openTree(JSON.stringify({ long: `${'start '.repeat(40)}needle${' end'.repeat(100)}`, b: 1 }));
    await pane.press('Control+F');
    await pane.find.fill('needle');
    await pane.counts(/^1 of 1$/);
    const mark = pane.grid.locator('mark');
    await mark.waitFor();
    const [box, frame] = [await mark.boundingBox(), await pane.grid.boundingBox()];
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0));
    await pane.press('Escape');
    await pane.grid.getByText(/^start start/).waitFor();
  });

  it('[TRE-5] a number that is replaced in part becomes a string, and the next hit is gone to', async () => {
    const pane = await openTree('{"n": 12, "1a": 31, "z": [1]}');
    await pane.press('Control+H');
    await pane.find.fill('1');
    await pane.counts(/^1 of 4$/);
    await pane.replacement.fill('2');
    await pane.press('Enter');
    await pane.isAt(/^1a 31$/);
    await pane.counts(/^1 of 3$/);
    await pane.replacement.fill('x');
    await pane.press('Enter');
    await pane.counts(/^1 of 2$/);
    await pane.isAt(/^xa 31$/);
    await pane.press('Enter');
    await pane.counts(/^1 of 1$/);
    await pane.isAt(/^0 1$/);
    await expect.poll(() => pane.text()).toBe('{"n": 22, "xa": "3x", "z": [1]}');
  });
});

describe('what is searched in', () => {
  it('[TRE-5] the selected rows, with their keys and all that is in them; goes with them, and is let go when they are gone', async () => {
    const pane = await openTree(SMALL);
    await pane.press('Control+F');
    await pane.find.fill('name');
    await pane.counts(/^1 of 9$/);
    // The count arrives before the row is selected: a key in between would move from the old selection.
    await pane.isAt(/^name Ada Name$/);
    await pane.press('Escape', 'ArrowDown');
    await pane.isAt(/^list/);
    await pane.press('Control+F', 'Alt+L');
    await pane.counts(/^1 of 6$/);
    await pane.isAt(/^name first name$/);
    const isWithin = () => pane.button('In selection').getAttribute('aria-pressed');
    await expect.poll(() => isWithin()).toBe('true');
    await pane.press('Alt+L');
    await pane.counts(/ of 9$/);
    await pane.press('Escape', 'Home', 'ArrowDown', 'ArrowDown');
    await pane.isAt(/^list/);
    await pane.press('Control+F', 'Alt+L');
    await pane.counts(/^1 of 6$/);
    await pane.isAt(/^name first name$/);
    // Deletes the first hit, within the searched rows, and undoes that.
    await pane.grid.focus();
    await pane.press('Delete');
    await pane.counts(/\b4\b/);
    await pane.press('Control+Z');
    await pane.counts(/\b6\b/);
    // Deletes a row before the searched ones, which moves them.
    await pane.press('Home', 'ArrowDown', 'Delete');
    await expect.poll(() => pane.text()).not.toContain('Ada');
    await pane.grid.focus();
    await pane.counts(/\b6\b/);
    await expect.poll(() => isWithin()).toBe('true');
    await pane.press('Home', 'ArrowDown', 'Delete');
    await pane.bar.getByText('The rows to search in have changed, so all are searched now.').waitFor();
    await expect.poll(() => isWithin()).toBe('false');
    await pane.press('F3');
    await pane.counts(/^1 of 1$/);
  });
});

describe('all hits', () => {
  it('[TRE-5] are selected as rows by Alt+Enter, opened where they are few, and removed at once', async () => {
    const pane = await openTree(SMALL);
    await pane.press('Control+F');
    await pane.page.keyboard.type('name');
    await pane.press('Alt+Enter');
    await pane.counts(/^Selected 6 rows\.$/);
    await expect.poll(() => pane.grid.locator('[aria-selected=true]').count()).toBe(6);
    await pane.press('Delete');
    await expect.poll(async () => JSON.parse(await pane.text())).toEqual({ list: [{ id: 12 }, { id: 3, deep: {} }] });
    await pane.grid.focus();
    await pane.press('Control+Z');
    await expect.poll(() => pane.text()).toBe(SMALL);
  });
});

describe('the list of results', () => {
  it('[TRE-5] groups by path, and goes to what is clicked or entered', async () => {
    const pane = await openTree(SMALL);
    await pane.press('Control+F');
    await pane.find.fill('name');
    await pane.counts(/^1 of 9$/);
    await pane.button('List results').click();
    const all =
      '$ 2|name "Ada Name"|name Ada Name|$.list[0] 2|name "first name"|name first name|$.list[1] 1|name "second"|$.list[1].deep 1|rename ["name, name"]|$.list[1].deep.rename 2|0 name, name|0 name, name|$ 1|NAME true'.split(
        '|',
      );
    const shown = async (): Promise<string[]> => (await pane.lines()).filter((line) => all.includes(line));
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(8);
    const first = await shown();
    expect(first).toEqual(all.slice(0, first.length));
    await pane.results.getByRole('treeitem').filter({ hasText: 'second' }).click();
    await pane.counts(/^5 of 9$/);
    await pane.isAt(/^name second$/);
    // The paths are rows, too.
    await pane.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    await pane.counts(/^7 of 9$/);
    await pane.isAt(/^0 name, name$/);
    await pane.press('End', 'Enter');
    await pane.counts(/^9 of 9$/);
    await pane.isAt(/^NAME true$/);
    await pane.press('Home', 'Enter', 'F3');
    await pane.counts(/^2 of 9$/);
    // A new search replaces the list.
    await pane.find.fill('second');
    await expect.poll(() => pane.lines()).toEqual(['$.list[1] 1', 'name second']);
    await pane.press('Alt+A');
    await pane.results.waitFor({ state: 'detached' });
  });

  it('[TRE-5] follows what is replaced and taken back', async () => {
    const pane = await openTree('{"a": ["x1", "x2"], "b": "x3"}');
    await pane.press('Control+H');
    await pane.find.fill('x');
    await pane.counts(/^1 of 3$/);
    await pane.press('Alt+A');
    const all = ['$.a 2', '0 x1', '1 x2', '$ 1', 'b x3'];
    await expect.poll(() => pane.lines()).toEqual(all);
    await pane.replacement.fill('y');
    await pane.press('Enter');
    await pane.isAt(/^1 x2$/);
    await expect.poll(() => pane.lines()).toEqual(['$.a 1', '1 x2', '$ 1', 'b x3']);
    await pane.root.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => pane.lines()).toEqual(all);
    await expect.poll(() => pane.text()).toBe('{"a": ["x1", "x2"], "b": "x3"}');
  });
});

describe('the marks beside the scrollbar', () => {
  it('[TRE-5] stand where the rows are, or what they are collapsed in', async () => {
    const pane = await openTree(records(1000));
    await pane.press('Control+F');
    await pane.find.fill('record 500');
    await pane.counts(/^1 of 1$/);
    // Going to the hit expanded 7 rows.
    await expect.poll(async () => (await pane.marks()).length).toBe(1);
    await expect.poll(async () => Math.abs(((await pane.marks())[0] ?? 0) - 0.5)).toBeLessThan(0.01);
    await pane.grid.focus();
    await pane.press('ArrowLeft');
    await pane.isAt(/^500 4 keys/);
    await pane.press('ArrowLeft');
    await pane.isAt(/^500 4 keys 1 found/);
    await expect.poll(async () => Math.abs(((await pane.marks())[0] ?? 0) - 0.5)).toBeLessThan(0.002);
    await pane.press('ArrowLeft');
    await pane.isAt(/^root/);
    await pane.find.fill('no such thing');
    await pane.counts(/^No results$/);
    await expect.poll(() => pane.marks()).toEqual([]);
  });
});

describe('a document of 6 MB', () => {
  it('[TRE-5] [BIG-1] is searched as a whole: exact counts, far hits, a list of all; replaced in one step, and taken back', async () => {
    const source = records(40_000);
    const pane = await openTree(source);
    await pane.page.evaluate(() => {
      const tasks: number[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
        type: 'longtask',
      });
    });
    await pane.press('Control+F');
    await pane.find.fill('name');
    await pane.counts(/^1 of 40,000$/);
    await pane.isAt(/^name record 0$/);
    await pane.press('Shift+Enter');
    await pane.counts(/^40,000 of 40,000$/);
    await pane.isAt(/^name record 39999$/);
    await pane.find.fill('[ab]');
    await pane.press('Alt+R', 'Alt+K', 'Alt+C');
    await pane.counts(/^[\d,]+ of 80,000$/);
    await pane.press('Alt+A');
    await pane.results.focus();
    // The list still grows while its hits are being grouped.
    const goToLast = async (): Promise<string> => {
      await pane.press('End', 'Enter');
      return pane.bar.getByRole('status').innerText();
    };
    await expect.poll(goToLast).toBe('80,000 of 80,000');
    await expect.poll(async () => (await pane.lines()).at(-1)).toBe('1 b');
    await pane.isAt(/^1 b$/);
    await pane.press('PageUp', 'PageUp', 'Enter');
    await pane.counts(/^79,9\d\d of 80,000$/);

    await pane.find.focus();
    await pane.press('Alt+A', 'Control+H', 'Alt+R', 'Alt+K', 'Alt+C');
    await pane.find.fill('record');
    await pane.counts(/of 40,000$/);
    await pane.replacement.fill('é"');
    await pane.press('Control+Alt+Enter');
    await pane.counts(/^Replaced 40,000\.$/);
    await expect.poll(async () => (await pane.text()) === source.replaceAll('"record ', String.raw`"é\" `)).toBe(true);
    await pane.root.getByRole('button', { name: /^Undo/ }).click();
    await pane.counts(/40,000/);
    await expect.poll(async () => (await pane.text()) === source).toBe(true);
    const tasks = await pane.page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks);
    expect(Math.max(0, ...tasks)).toBeLessThan(FROZEN_MS);
  });
});

describe('the looks', () => {
  it('[PAN-11] axe finds nothing, in the light and in the dark', async () => {
    const pane = await openTree(SMALL);
    await pane.press('Control+H');
    await pane.find.fill('name');
    await pane.press('Alt+A');
    await pane.counts(/^1 of 9$/);
    await pane.results.getByRole('treeitem').first().waitFor();
    expect(await findingsInBoth(pane.page, '#RIGHT_PANEL')).toEqual([]);
    await pane.results.focus();
    await pane.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    await pane.counts(/^3 of 9$/);
    expect(await findingsInBoth(pane.page, '#RIGHT_PANEL')).toEqual([]);
  });

  it('[PAN-9] has room on a narrow page, with targets of 40 px', async () => {
    const pane = await openTree(SMALL, { viewport: { width: 390, height: 800 } }, 'Left');
    await pane.press('Control+H');
    await pane.find.fill('name');
    await pane.counts(/^1 of 9$/);
    for (const button of await pane.bar.getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(40);
      expect(box?.width).toBeGreaterThanOrEqual(40);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
  });

  it('[TRE-5] leaves the rows where they are on the screen when the bar comes and goes', async () => {
    const pane = await openTree(records(500));
    await pane.press('End', 'PageUp', 'PageUp', 'PageUp', 'PageUp');
    await pane.isAt(/./);
    const row = pane.grid.locator('[aria-selected=true]');
    const before = (await row.boundingBox())?.y ?? 0;
    await pane.root.getByRole('toolbar').getByRole('button', { name: 'Find' }).click();
    await pane.bar.waitFor();
    await expect.poll(async () => Math.abs(((await row.boundingBox())?.y ?? 0) - before)).toBeLessThan(2);
    await pane.press('Escape');
    await pane.bar.waitFor({ state: 'detached' });
    await expect.poll(async () => Math.abs(((await row.boundingBox())?.y ?? 0) - before)).toBeLessThan(2);
  });
});
