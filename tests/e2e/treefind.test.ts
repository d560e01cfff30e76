// Find and replace in the tree, with real keys: what is found in keys and in values, the row that is gone to, the hits
// in rows and beside the scrollbar, the list of results, and the bytes that replacing leaves.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { dropOpen, panel, saveBytes, setStage, type PageOptions } from './app.ts';
import { makeFolder } from './files.ts';
import { PATIENT } from './pane.ts';

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

/** A tree on the right, and its find bar. */
class TreePane {
  constructor(readonly page: Page) {}

  get root() {
    return panel(this.page, 'Right');
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
    await expect.poll(() => this.bar.getByRole('status').innerText(), PATIENT).toMatch(words);
  }

  /** Waits until just this row is selected, and on the screen. */
  async isAt(words: string | RegExp): Promise<void> {
    const selected = async (): Promise<string> => {
      const texts = await this.grid.locator('[aria-selected=true]').allInnerTexts();
      return texts.map((text) => text.replace(/\s+/g, ' ').trim()).join(' | ');
    };
    await expect.poll(selected, PATIENT).toMatch(words);
  }

  async text(): Promise<string> {
    return (await saveBytes(this.page, 'Right')).toString();
  }
}

async function openTree(document: string | { readonly path: string }, options?: PageOptions): Promise<TreePane> {
  const page = await stage.prepare(options);
  await page.goto(`${stage.address()}#left=json.[]`);
  const path = typeof document === 'string' ? files.write('tree.json', document) : document.path;
  await dropOpen(page, 'Right', path);
  const pane = new TreePane(page);
  await pane.grid.getByRole('row').nth(1).waitFor();
  await pane.grid.focus();
  return pane;
}

describe('the find bar over the tree', () => {
  it('[TRE-5] finds as it is typed, opens what the hit is in, steps around the ends, gives the focus back', async () => {
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
    await pane.press('Escape');
    await pane.bar.waitFor({ state: 'detached' });
    await pane.press('ArrowDown');
    await pane.isAt(/^list/);
    await pane.press('F3');
    await pane.counts(/^3 of 9$/);
  });

  it('[TRE-5] searches keys, values or both, by a click or a key', async () => {
    const pane = await openTree(SMALL);
    await pane.root.getByRole('toolbar').getByRole('button', { name: 'Find' }).click();
    await pane.find.fill('name');
    await pane.counts(/of 9$/);
    await pane.button('Values').click();
    expect(await pane.button('Values').getAttribute('aria-pressed')).toBe('false');
    await pane.counts(/of 5$/);
    await pane.press('Alt+K');
    // One of the two stays on.
    expect(await pane.button('Values').getAttribute('aria-pressed')).toBe('true');
    expect(await pane.button('Keys').getAttribute('aria-pressed')).toBe('false');
    await pane.counts(/of 4$/);
    await pane.press('Alt+K');
    await pane.counts(/of 9$/);
  });

  it('[TRE-5] minds case, whole words and expressions', async () => {
    const pane = await openTree(SMALL);
    await pane.press('Control+F');
    await pane.find.fill('name');
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

  it('[TRE-5] goes on from the row that is selected', async () => {
    const pane = await openTree(SMALL);
    await pane.press('Control+F');
    await pane.find.fill('name');
    await pane.counts(/^1 of 9$/);
    await pane.press('Escape', 'End');
    await pane.isAt(/^NAME/);
    await pane.press('F3');
    await pane.counts(/^9 of 9$/);
    await pane.press('ArrowUp');
    await pane.counts(/^9 results$/);
    await pane.isAt(/^list/);
    await pane.press('F3');
    await pane.counts(/^3 of 9$/);
    await pane.press('Shift+F3');
    await pane.counts(/^2 of 9$/);
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
    await expect.poll(marked, PATIENT).toEqual(['name*', 'Name', 'NAME']);
    await pane.grid.getByRole('row', { name: /list/ }).getByText('6 found').waitFor();
    await pane.press('Enter');
    await expect.poll(marked, PATIENT).toEqual(['name', 'Name*', 'NAME']);
    await pane.press('Shift+Enter', 'Shift+Enter', 'Shift+Enter', 'Shift+Enter');
    await expect.poll(marked, PATIENT).toEqual(['name', 'Name', 'name', 'name', 'name*', 'name', 'NAME']);
    await pane.press('Escape');
    await expect.poll(marked, PATIENT).toEqual([]);
  });

  it('[TRE-5] finds what escapes stand for, in any key', async () => {
    const source = String.raw`{"__proto__": {"\u0041da": "\u0041 \ud83d\ude00 é A\nA"}, "": "A", "constructor": 1}`;
    const pane = await openTree(source);
    await pane.press('Control+F');
    await pane.find.fill('A');
    await pane.press('Alt+C');
    await pane.counts(/of 5$/);
    await pane.press('Enter', 'Enter', 'Enter', 'Enter');
    await pane.isAt(/^Ada A 😀 é A↵A$/);
    await expect.poll(() => pane.grid.locator('mark').allInnerTexts(), PATIENT).toEqual(['A', 'A', 'A', 'A', 'A']);
    await pane.find.fill('__proto__');
    await pane.counts(/^1 of 1$/);
    await pane.isAt(/^__proto__/);
    await pane.find.fill('😀 é');
    await pane.counts(/^1 of 1$/);
    await expect.poll(() => pane.grid.locator('mark').allInnerTexts(), PATIENT).toEqual(['😀 é']);
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
    expect(await pane.text()).toBe(two);
    await pane.button('Values').click();
    await pane.counts(/of 4$/);
    await pane.button('Replace all 4').click();
    await pane.counts(/^Replaced 4\.$/);
    expect(await pane.text()).toBe(two.replaceAll(/name(?=":)/gi, String.raw`n\"m`));
    await pane.root.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => pane.text(), PATIENT).toBe(two);
    await pane.counts(/4$|^4 results$/);
  });
});
