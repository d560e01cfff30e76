// Find and replace in text mode, with real keys: the bar, the hits in the text and beside the scrollbar, and the bytes after
// replacing, in a document of one window and in one of 20 MB.

import { describe, expect, it } from 'vitest';
import { FROZEN_MS, panel, setMode, setStage } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { dockIn, rowsIn } from '../support/dock.ts';
import { makeFolder, records } from '../support/files.ts';
import { openPane, type TextPane } from '../support/pane.ts';

const stage = setStage();
const files = makeFolder();
const SMALL = `${JSON.stringify(
  [
    { id: 1, name: 'Total', note: 'total of COUNT' },
    { id: 12, name: 'subtotal', note: 'Count' },
    { id: 3, name: 'TOTAL', note: 'count, total' },
  ],
  null,
  2,
)}\n`;

const open = (content: string, context = {}) => openPane(stage, files.write('find.json', content), { context });

/** The find bar of a pane. */
function barOf(pane: TextPane) {
  const bar = pane.root.getByRole('search');
  return {
    bar,
    find: bar.getByRole('textbox', { name: 'Find' }),
    replace: bar.getByRole('textbox', { name: 'Replace with' }),
    button: (name: string | RegExp) => bar.getByRole('button', { name }),
    counts: (text: string | RegExp) => expect.poll(() => bar.getByRole('status').innerText()).toMatch(text),
  };
}

/** The tops of the marks of a kind beside the scrollbar, in pixels from its top. */
async function marksOf(pane: TextPane, kind: string): Promise<number[]> {
  const path = pane.root.locator(`path[data-kind=${kind}]`);
  if ((await path.count()) === 0) return [];
  return [...((await path.getAttribute('d')) ?? '').matchAll(/M\d+ (\d+)/g)].map(([, top]) => Number(top));
}

describe('the find bar', () => {
  it('[TXT-1] finds as it is typed, counts, steps around the ends, and gives the focus back', async () => {
    const pane = await open(SMALL);
    const { find, counts, bar } = barOf(pane);
    await pane.press('Control+F');
    await pane.type('total');
    await counts(/^1 of 5$/);
    await pane.press('Enter');
    await counts(/^2 of 5$/);
    await pane.press('F3', 'F3', 'F3', 'F3');
    await counts(/^1 of 5$/);
    await pane.press('Shift+Enter');
    await counts(/^5 of 5$/);
    await expect.poll(() => find.inputValue()).toBe('total');
    await pane.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await pane.type('X');
    await expect.poll(() => pane.text()).toBe(SMALL.replace('count, total', 'count, X'));
  });

  it('[TXT-1] [BIG-1] lists the hits with their lines, of text that is not valid too, and goes to each', async () => {
    const pane = await open(`${SMALL}}`);
    const { find, counts } = barOf(pane);
    await pane.press('Control+F');
    await pane.type('total');
    await counts(/^1 of 5$/);
    await pane.press('Alt+A');
    // The bar keeps the focus.
    await pane.type('x');
    await counts(/^No results$/);
    await pane.press('Backspace');
    await counts(/of 5$/);
    const dock = dockIn(pane.root);
    const shown = async (): Promise<string[]> =>
      (await rowsIn(dock).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
    await expect
      .poll(shown)
      .toEqual([
        'Ln 4 "name": "Total",',
        'Ln 5 "note": "total of COUNT"',
        'Ln 9 "name": "subtotal",',
        'Ln 14 "name": "TOTAL",',
        'Ln 15 "note": "count, total"',
      ]);
    await rowsIn(dock).nth(3).click();
    await counts(/^4 of 5$/);
    await pane.press('ArrowDown', 'Enter');
    await counts(/^5 of 5$/);
    await expect.poll(() => dock.locator('mark[data-current=true]').count()).toBe(1);
    await pane.press('F3');
    await counts(/^1 of 5$/);
    expect(await findingsInBoth(pane.page, '#LEFT_PANEL')).toEqual([]);
    await find.focus();
    await pane.press('Escape');
    await dock.waitFor({ state: 'detached' });
  });

  it('[TXT-1] [PAN-11] goes by Tab from the pattern to the replacement, then to every button, and back', async () => {
    const pane = await open(SMALL);
    const { find, replace, bar, counts } = barOf(pane);
    await pane.press('Control+H');
    await pane.type('total');
    await counts(/^1 of 5$/);
    await pane.press('Tab');
    await expect.poll(() => replace.evaluate((field) => field === document.activeElement)).toBe(true);
    await pane.type('sum');
    await expect.poll(() => replace.inputValue()).toBe('sum');
    const buttons = bar.locator('[data-searches] button:enabled');
    const count = await buttons.count();
    expect(count).toBeGreaterThan(8);
    for (let index = 0; index < count; index += 1) {
      await pane.press('Tab');
      await expect.poll(() => buttons.nth(index).evaluate((button) => button === document.activeElement)).toBe(true);
    }
    for (let index = 0; index < count; index += 1) await pane.press('Shift+Tab');
    await expect.poll(() => replace.evaluate((field) => field === document.activeElement)).toBe(true);
    await pane.press('Shift+Tab');
    await expect.poll(() => find.evaluate((field) => field === document.activeElement)).toBe(true);
    await pane.press('Shift+Tab');
    await expect.poll(() => find.evaluate((field) => field === document.activeElement)).toBe(false);
  });

  it('[TXT-1] shows that an expression runs, stops it by a word, and ends one without an end', async () => {
    const page = await stage.prepare();
    await page.clock.install();
    await page.clock.resume();
    // Catastrophic backtracking: each letter doubles the number of paths.
    const hopeless = JSON.stringify(`${'a'.repeat(60)}!`);
    await page.goto(`${stage.address()}#left=json.[${hopeless}]`);
    const root = panel(page, 'Left');
    await root.locator('.view-line').first().click();
    await page.keyboard.press('Control+F');
    const bar = root.getByRole('search');
    const says = (text: string | RegExp): Promise<void> =>
      expect.poll(() => bar.getByRole('status').innerText()).toMatch(text);
    await bar.getByRole('button', { name: 'Regular expression' }).click();
    await bar.getByRole('textbox', { name: 'Find' }).fill('(a+)+$');
    await says(/^Searching…$/);
    await bar.getByRole('button', { name: 'Stop' }).click();
    await says(/^Stopped$/);
    await bar.getByText('The search was stopped before its end: there may be more results.').waitFor();
    // The stopped search does not restart, and the next search gets a new worker.
    await bar.getByRole('textbox', { name: 'Find' }).fill('a!');
    await says(/^1 of 1$/);
    await bar.getByRole('textbox', { name: 'Find' }).fill('(a+)+$');
    await says(/^Searching…$/);
    await page.clock.fastForward(21_000);
    await bar.getByText(/^The expression was not done after 20 seconds/).waitFor();
    await says(/^$/);
    await expect.poll(() => bar.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    await bar.getByRole('textbox', { name: 'Find' }).fill('a+!');
    await says(/^1 of 1$/);
  });

  it('[TXT-1] is opened by its button, takes a short selection, and closes by Escape in the text', async () => {
    const pane = await open(SMALL);
    const { find, counts, bar } = barOf(pane);
    await pane.go(4, 14);
    await pane.press('Shift+End', 'Shift+ArrowLeft', 'Shift+ArrowLeft');
    await pane.root.getByRole('toolbar').getByRole('button', { name: 'Find' }).click();
    await expect.poll(() => find.inputValue()).toBe('Total');
    await counts(/^1 of 5$/);
    // Typing replaces the prefilled search term.
    await pane.type('count');
    await counts(/of 3$/);
    await pane.root.locator('.view-line').nth(1).click();
    await counts(/^3 results$/);
    await pane.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await pane.press('F3');
    await counts(/^1 of 3$/);
    await expect
      .poll(() => bar.getByRole('button', { name: 'Replace', exact: true }).getAttribute('aria-expanded'))
      .toBe('false');
    await pane.press('Control+H');
    const replace = bar.getByRole('button', { name: 'Replace', exact: true }).first();
    await expect.poll(() => replace.getAttribute('aria-expanded')).toBe('true');
  });

  it('[TXT-1] [TRE-5] minds case, whole words and expressions, by Alt and a letter', async () => {
    const pane = await open(SMALL);
    const { find, counts, button } = barOf(pane);
    await pane.press('Control+F');
    await pane.type('total');
    await counts(/of 5$/);
    await pane.press('Alt+C');
    await counts(/of 3$/);
    await expect.poll(() => button('Match case').getAttribute('aria-pressed')).toBe('true');
    await pane.press('Alt+W');
    await counts(/of 2$/);
    await pane.press('Alt+C', 'Alt+W', 'Alt+R');
    await find.fill('"id": (\\d)\\d');
    await counts(/^1 of 1$/);
    await find.fill('"id": (');
    await pane.root.getByText('The regular expression is not valid: Unterminated group.').waitFor();
    await expect.poll(() => find.getAttribute('aria-invalid')).toBe('true');
    await find.fill('nothing like it');
    await counts(/^No results$/);
    await expect.poll(() => find.getAttribute('aria-invalid')).toBe('false');
  });

  it('[TXT-1] searches what is selected, which follows what is typed', async () => {
    const pane = await open(SMALL);
    const { counts, button } = barOf(pane);
    await pane.go(7, 1);
    await pane.repeat('Shift+ArrowDown', 4);
    await pane.press('Control+F');
    await pane.type('total');
    await counts(/of 5$/);
    await pane.press('Escape');
    await pane.go(7, 1);
    await pane.repeat('Shift+ArrowDown', 4);
    await pane.press('Control+F', 'Alt+L');
    await counts(/^1 of 1$/);
    await expect.poll(() => button('In selection').getAttribute('aria-pressed')).toBe('true');
    await pane.root.locator('.view-line').first().click();
    await pane.press('Control+Home');
    await pane.type('"total total", ');
    await counts(/^1 result$/);
    await pane.go(9, 13);
    await pane.type('Total ');
    await counts(/^2 results$/);
    await pane.press('Control+F', 'Alt+L');
    await counts(/^\d of 8$/);
  });

  it('[TXT-1] replaces one after the other, or all, each as one step', async () => {
    const pane = await open(SMALL);
    const { counts, replace, button } = barOf(pane);
    await pane.press('Control+H');
    await pane.type('total');
    await counts(/^1 of 5$/);
    await pane.press('Tab', 'Tab', 'Tab', 'Tab');
    await replace.fill('sum');
    await pane.press('Enter');
    await counts(/^1 of 4$/);
    await pane.press('Enter');
    await counts(/^1 of 3$/);
    const two = SMALL.replace('Total', 'sum').replace('total', 'sum');
    await expect.poll(() => pane.text()).toBe(two);
    await pane.press('Alt+P');
    await button('Replace all 3').click();
    await counts(/^Replaced 3\.$/);
    const all = two.replace('total', 'sum').replace('TOTAL', 'SUM').replace('total', 'sum');
    await expect.poll(() => pane.text()).toBe(all);
    await pane.clickUndo();
    await expect.poll(() => pane.text()).toBe(two);
    await counts(/3$|^3 results$/);
    await pane.clickUndo();
    await pane.clickUndo();
    await expect.poll(() => pane.text()).toBe(SMALL);
  });

  it('[TXT-1] colours the hits on the screen, before and behind an edit, and after a jump', async () => {
    const pane = await open(records(3000));
    const { counts } = barOf(pane);
    const coloured = () => pane.root.locator('.cdr[class*="_hit_"], .cdr[class*="_current_"]').count();
    await pane.press('Control+F');
    await pane.type('"id"');
    await counts(/^1 of 3,000$/);
    await expect.poll(coloured).toBeGreaterThan(2);
    await pane.press('Escape');
    await expect.poll(coloured).toBe(0);
    await pane.press('F3');
    await pane.scrollTo(0.5);
    await expect.poll(coloured).toBeGreaterThan(2);
    await pane.press('Control+Home');
    await pane.type('"id": "id", ');
    await counts(/^3,002 results$/);
    await expect.poll(coloured).toBeGreaterThan(2);
    // Each word between spaces is an undo step, and so is an opening quote.
    for (let step = 0; step < 8; step += 1) await pane.press('Control+Z');
    await counts(/^3,000 results$/);
    // The search continues when the text is shown again.
    await setMode(pane.page, 'Left', 'tree');
    await setMode(pane.page, 'Left', 'text');
    await counts(/3,000/);
    await expect.poll(coloured).toBeGreaterThan(0);
  });

  it('[TXT-1] opens the fold that the hit is in, and marks what stays folded at its fold', async () => {
    const pane = await open(records(300));
    const { counts } = barOf(pane);
    await pane.press('Control+K', 'Control+2');
    await expect.poll(() => pane.shown()).not.toContain('"name"');
    await pane.press('Control+F');
    await pane.type('"record 2');
    await counts(/^1 of 111$/);
    await expect.poll(() => pane.shown()).toContain('"record 2"');
    await expect.poll(() => pane.shown()).not.toContain('"record 3"');
    // The marks arrive after the count, and the bar's height changes with the elements around it.
    const astray = async (): Promise<number[]> => {
      const height = (await pane.root.getByRole('scrollbar').boundingBox())?.height ?? 0;
      const marked = (await marksOf(pane, 'hit')).map((top) => (top / height) * 300);
      if (marked.length <= 2) return [-1];
      return marked.filter((record) => !(record < 9 || (record > 18 && record < 38) || record > 195));
    };
    await expect.poll(astray).toEqual([]);
    await pane.press('Enter');
    await counts(/^2 of 111$/);
    await expect.poll(() => pane.shown()).toContain('"record 20"');
  });

  it('[TXT-1] leaves the caret at its text when all is replaced before it', async () => {
    const pane = await open(records(2000));
    const { counts, replace, find } = barOf(pane);
    await pane.press('Control+H');
    await find.fill('"id": (\\d+),');
    await pane.press('Alt+R');
    await counts(/of 2,000$/);
    const place = pane.root.getByText(/^Ln /);
    // The status line is updated once the caret has rested: first at the hit, which is selected, then at the click.
    await expect.poll(() => place.innerText()).toContain('selected');
    await pane.root.locator('.view-line', { hasText: '"tags"' }).first().click();
    await expect.poll(() => place.innerText()).not.toContain('selected');
    const before = await place.innerText();
    await replace.fill('"id": {\n "is": $1 },');
    await replace.press('Control+Enter');
    await counts(/^Replaced 2,000\.$/);
    await expect.poll(() => place.innerText()).toBe(before);
  });

  it('[TXT-1] replaces by an expression, in a selection and in text that is not valid', async () => {
    const pane = await open(`${SMALL}oops "id": 7`);
    const { counts, replace, button, find } = barOf(pane);
    await pane.press('Control+H', 'Alt+R');
    await find.fill('"(id)": (?<n>\\d+)');
    await counts(/of 4$/);
    await replace.fill('"$1$1": $<n>0');
    await replace.press('Control+Alt+Enter');
    await counts(/^Replaced 4\.$/);
    const replaced = `${SMALL}oops "id": 7`.replaceAll(/"(id)": (\d+)/g, '"$1$1": $20');
    await expect.poll(() => pane.text()).toBe(replaced);
    await pane.press('Escape');
    await pane.go(2, 1);
    await pane.repeat('Shift+ArrowDown', 5);
    await pane.press('Control+H', 'Alt+L');
    await find.fill('^ +"');
    await counts(/of 3$/);
    await replace.fill('"');
    await button(/Replace all 3/).click();
    await counts(/^Replaced 3\.$/);
    const lines = replaced.split('\n');
    await expect
      .poll(() => pane.text())
      .toBe(
        [...lines.slice(0, 1), ...lines.slice(1, 6).map((line) => line.replace(/^ +"/, '"')), ...lines.slice(6)].join(
          '\n',
        ),
      );
  });
});

describe('the looks of the bar', () => {
  it('[PAN-11] axe finds nothing, in the light and in the dark', async () => {
    const pane = await open(SMALL);
    const { find, counts, button } = barOf(pane);
    await pane.press('Control+H');
    await pane.type('total');
    await counts(/^1 of 5$/);
    expect(await findingsInBoth(pane.page, '[role=search]')).toEqual([]);
    await button('In selection').click();
    await button('Regular expression').click();
    await find.fill('(');
    await pane.root.getByText('Unterminated group').waitFor();
    expect(await findingsInBoth(pane.page, '[role=search]')).toEqual([]);
  });

  it('[PAN-9] has room on a narrow page, with targets of 40 px', async () => {
    const pane = await open(SMALL, { viewport: { width: 390, height: 800 } });
    const { bar, find, counts } = barOf(pane);
    await pane.root.getByRole('toolbar').getByRole('button', { name: 'Find' }).click();
    await find.fill('total');
    await counts(/^1 of 5$/);
    await bar.getByRole('button', { name: 'Replace', exact: true }).click();
    for (const button of await bar.getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(40);
      expect(box?.width).toBeGreaterThanOrEqual(40);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    await expect.poll(async () => (await find.boundingBox())?.width).toBeGreaterThan(120);
  });

  it('[PAN-9] holds all its buttons at every width, with thousands of hits too', async () => {
    const pane = await open(`[${'"total",'.repeat(123_456)}1]`);
    const { bar, find, counts } = barOf(pane);
    await pane.press('Control+F');
    await find.fill('total');
    await counts(/^1 of 123,456$/);
    for (const width of [1440, 1180, 1000, 800, 700]) {
      await pane.page.setViewportSize({ width, height: 800 });
      const outside = (): Promise<string[]> =>
        bar.evaluate((element) => {
          const { left, right } = element.getBoundingClientRect();
          return [...element.querySelectorAll('button, input')]
            .filter((one) => one.getBoundingClientRect().left < left || one.getBoundingClientRect().right > right)
            .map((one) => `${one.ariaLabel ?? ''} at ${innerWidth}`);
        });
      await expect.poll(outside).toEqual([]);
    }
  });

  it('[TXT-1] leaves the text where it is on the screen when it comes and goes', async () => {
    const pane = await open(records(500));
    const { bar } = barOf(pane);
    await pane.scrollTo(0.5);
    await expect.poll(async () => (await pane.rows())[0]?.number).not.toBe('1');
    /** Returns how far down the window each line number stands. */
    const readTops = (): Promise<Record<string, number>> =>
      pane.root
        .locator('.monaco-editor .line-numbers')
        .evaluateAll((numbers) =>
          Object.fromEntries(numbers.map((number) => [number.textContent, number.getBoundingClientRect().top])),
        );
    let tops: Record<string, number> = {};
    const isAtRest = async (): Promise<boolean> => {
      const last = JSON.stringify(tops);
      tops = await readTops();
      return last === JSON.stringify(tops);
    };
    await expect.poll(isAtRest).toBe(true);
    const [number = '', before = 0] = Object.entries(tops).toSorted((a, b) => a[1] - b[1])[12] ?? [];
    const yOf = async (): Promise<number> => (await readTops())[number] ?? 0;
    await pane.root.getByRole('toolbar').getByRole('button', { name: 'Find' }).click();
    await bar.waitFor();
    await expect.poll(async () => Math.abs((await yOf()) - before)).toBeLessThan(2);
    await pane.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await expect.poll(async () => Math.abs((await yOf()) - before)).toBeLessThan(2);
  });

  it('[PAR-4] marks the first error beside the scrollbar', async () => {
    const broken = records(500).replace('"name": "record 400"', '"name" "record 400"');
    const pane = await open(broken);
    await expect.poll(() => marksOf(pane, 'error')).toHaveLength(1);
    const [at = 0] = await marksOf(pane, 'error');
    const height = (await pane.root.getByRole('scrollbar').boundingBox())?.height ?? 0;
    expect(Math.abs(at / height - 0.8)).toBeLessThan(0.02);
  });
});

describe('several carets', () => {
  it('[TXT-1] Ctrl+D takes the word, then its next occurrences; what is typed goes to all', async () => {
    const pane = await open(SMALL);
    await pane.go(4, 14);
    // With this case and as a whole word, "Total" occurs once and "total" twice.
    await pane.press('Control+D', 'Control+D');
    await pane.type('A');
    await expect.poll(() => pane.text()).toBe(SMALL.replace('Total', 'A'));
    await pane.press('Control+Z');
    await pane.go(5, 14);
    await pane.press('Control+D', 'Control+D', 'Control+D');
    await pane.type('xy');
    await expect.poll(() => pane.text()).toBe(SMALL.replaceAll(/\btotal\b/g, 'xy'));
  });

  it('[TXT-1] Ctrl+Shift+L takes all at once, Alt+Enter all that the bar found', async () => {
    const pane = await open(SMALL);
    const { counts } = barOf(pane);
    await pane.go(4, 6);
    await pane.press('Control+Shift+L');
    await pane.type('n');
    const renamed = SMALL.replaceAll('"name"', '"n"');
    await expect.poll(() => pane.text()).toBe(renamed);
    await pane.press('Escape', 'Control+F');
    await pane.type('count');
    await counts(/of 3$/);
    await pane.press('Alt+Enter');
    await pane.type('#');
    await expect.poll(() => pane.text()).toBe(renamed.replaceAll(/count/gi, '#'));
  });
});

describe('a document of 6 MB', () => {
  const RECORDS = 40_000;
  const LARGE = records(RECORDS);
  const lineOf = (offset: number): number => LARGE.slice(0, offset).split('\n').length;

  it('[TXT-1] [BIG-1] is searched as a whole: the first hit is shown, all are counted and marked; replaced and taken back in one step, and the page goes on', async () => {
    const pane = await open(LARGE);
    const { counts, find, replace, button } = barOf(pane);
    await pane.press('Control+F');
    await pane.type('record 39999');
    await counts(/^1 of 1$/);
    await pane.at(lineOf(LARGE.indexOf('record 39999')), 26);
    const height = (await pane.root.getByRole('scrollbar').boundingBox())?.height ?? 0;
    const first = async (): Promise<number> => ((await marksOf(pane, 'hit'))[0] ?? 0) / height;
    await expect.poll(first).toBeGreaterThan(1 - 12 / height);
    await find.fill('"id"');
    await counts(/^1 of 40,000$/);
    await pane.press('Shift+Enter');
    await counts(/^40,000 of 40,000$/);
    await find.fill('record 1999\\d"');
    await pane.press('Alt+R');
    await counts(/^\d+ of 10$/);
    const at = lineOf(LARGE.indexOf('record 19990')) / LARGE.split('\n').length;
    await expect.poll(async () => Math.abs((await first()) - at)).toBeLessThan(0.01);

    await pane.press('Alt+R', 'Control+H');
    await find.fill('"name": "record');
    await counts(/of 40,000$/);
    await replace.fill('"title": "Entry');
    await pane.page.evaluate(() => {
      const tasks: number[] = [];
      Object.assign(globalThis, { tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
        type: 'longtask',
      });
    });
    await button('Replace all 40,000').click();
    await counts(/^Replaced 40,000\.$/);
    const tasks = await pane.page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks);
    expect(Math.max(0, ...tasks)).toBeLessThan(FROZEN_MS);
    await pane.press('Escape');
    const bytes = await pane.bytes();
    expect(bytes.equals(Buffer.from(LARGE.replaceAll('"name": "record', '"title": "Entry')))).toBe(true);
    await pane.clickUndo();
    await expect.poll(async () => (await pane.bytes()).equals(Buffer.from(LARGE))).toBe(true);
    await expect
      .poll(() => pane.root.getByRole('button', { name: /^Undo/ }).getAttribute('aria-disabled'))
      .toBe('true');
  });

  it('[TXT-1] [BIG-1] Ctrl+D reaches an occurrence outside of the window, and says where one is too far', async () => {
    const lines = LARGE.split('\n');
    for (const line of [3, 60_003, 360_003]) lines[line - 1] = (lines[line - 1] ?? '').replace('"id"', '"needle"');
    const source = lines.join('\n');
    const pane = await open(source);
    await pane.go(3, 8);
    await pane.press('Control+D', 'Control+D', 'Control+D');
    await pane.page.getByText(/^3 occurrences lie [\d.]+ MB apart, too far to select them at once/).waitFor();
    // The occurrences selected before remain selected.
    await pane.type('thread');
    const [first, second, third] = source.split('needle');
    const wanted = `${first}thread${second}thread${third}needle`;
    const bytes = await pane.bytes();
    expect(bytes.subarray(0, wanted.length).toString() === wanted).toBe(true);
    await pane.press('Escape', 'Escape');
    await pane.go(4, 6);
    await pane.press('Control+Shift+L');
    await pane.page.getByText(/^40,000 occurrences are too many to select at once; 10,000 are the most/).waitFor();
  });

  it('[TXT-1] [TXT-2] hits in a single line of 3 MB are shown, coloured and marked', async () => {
    const flat = `[${Array.from({ length: 50_000 }, (_, id) => `{"id": ${id}, "name": "name of the record ${id}"}`).join(', ')}]`;
    const pane = await open(flat);
    const { counts } = barOf(pane);
    await pane.press('Control+F');
    await pane.type('record 49999');
    await counts(/^1 of 1$/);
    await expect.poll(() => pane.shown()).toContain('49999');
    await expect.poll(() => pane.root.locator('[class*="_current_"]').count()).toBeGreaterThan(0);
    await expect.poll(() => marksOf(pane, 'hit')).toHaveLength(1);
    const height = (await pane.root.getByRole('scrollbar').boundingBox())?.height ?? Infinity;
    // The marks of the shorter words typed before go a moment later.
    await expect.poll(async () => (await marksOf(pane, 'hit'))[0] ?? 0).toBeGreaterThan(height - 12);
  });

  it('[TXT-1] a search that never ends is ended by the next', async () => {
    const pane = await open(`["${'a'.repeat(60)}b", 1, "needle"]`);
    const { counts, find } = barOf(pane);
    await pane.press('Control+F', 'Alt+R');
    await find.fill('(a+)+$');
    await pane.page.waitForTimeout(300);
    await find.fill('needle');
    await counts(/^1 of 1$/);
  });
});
