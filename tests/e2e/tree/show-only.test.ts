// Showing only a part of a document: what find found, problems, differences, what has changed, or a path; as rows and as lines.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { dropOpen, panel, saveBytes, setMode, setStage, shownLines, type Side } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();

const DOCUMENT = {
  name: 'Ada',
  list: [
    { id: 1, name: 'first' },
    { id: 2, name: 'second', deep: { list: ['x', 'needle', 'y'] } },
    { id: 3, name: 'third' },
  ],
  big: 0,
  needle: { inside: true, beside: [1, 2] },
};
const TEXT = JSON.stringify(DOCUMENT, null, 2).replace('"big": 0', '"big": 9007199254740993');

class Pane {
  constructor(
    readonly page: Page,
    readonly side: Side,
  ) {}

  get root() {
    return panel(this.page, this.side);
  }

  get chip() {
    return this.root.getByRole('status', { name: 'Shown only' });
  }

  /** The keys or indexes of the rows. */
  async rows(): Promise<string[]> {
    return this.root
      .getByRole('treegrid')
      .getByRole('row')
      .evaluateAll((rows) =>
        rows
          .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
          .map((row) => row.querySelector('[role=gridcell]')?.textContent ?? ''),
      );
  }

  async selected(): Promise<string[]> {
    return this.root
      .locator('[aria-selected=true]')
      .evaluateAll((rows) => rows.map((row) => row.querySelector('[role=gridcell]')?.textContent ?? ''));
  }

  async find(text: string): Promise<void> {
    await this.page.keyboard.press('Control+F');
    await this.root.getByRole('textbox', { name: 'Find' }).fill(text);
  }

  /** Opens the dialog, and chooses there. */
  async choose(what: string | RegExp): Promise<void> {
    await this.ask();
    await this.dialog.getByRole('radio', { name: what }).check();
    await this.dialog.getByRole('button', { name: 'Show', exact: true }).click();
  }

  async ask(): Promise<void> {
    await this.page.keyboard.press('Control+Shift+P');
    await this.page.getByRole('combobox', { name: 'Command' }).fill('Show only…');
    await this.page.getByRole('option', { name: 'Show only…' }).click();
  }

  get dialog() {
    return this.page.getByRole('dialog', { name: 'Show only' });
  }
}

async function open(mode: 'tree' | 'text', text = TEXT, side: Side = 'Right'): Promise<Pane> {
  const page = await stage.blank();
  await setMode(page, side, mode);
  await dropOpen(page, side, files.write('only.json', text));
  const pane = new Pane(page, side);
  if (mode === 'tree') {
    await pane.root.getByRole('treegrid').getByRole('row').nth(1).waitFor();
    await pane.root.getByRole('treegrid').focus();
  } else {
    await expect.poll(() => shownLines(page, side)).toContain('  "name": "Ada",');
    await pane.root.locator('.view-lines').click();
  }
  return pane;
}

describe('showing only a part', () => {
  it('[NEW-11] [TRE-5] shows the matches in the tree, follows the search, survives edits, and ends by its chip or Escape', async () => {
    const pane = await open('tree');
    const { page } = pane;
    await pane.find('needle');
    await page.getByRole('button', { name: 'Show only matches' }).click();
    const around = ['root', 'list', '1', 'deep', 'list', '1', 'needle'];
    await expect.poll(() => pane.rows()).toEqual(around);
    await expect.poll(() => pane.chip.innerText()).toBe('2 of 23 · matches');
    expect(await findingsInBoth(page)).toEqual([]);
    // Another search.
    await pane.root.getByRole('textbox', { name: 'Find' }).fill('third');
    await expect.poll(() => pane.rows()).toEqual(['root', 'list', '2', 'name']);
    await pane.root.getByRole('textbox', { name: 'Find' }).fill('needle');
    await expect.poll(() => pane.rows()).toEqual(around);
    await page.keyboard.press('Escape');
    // An edit of what is shown: it stays, though it no longer matches.
    await pane.root.getByText('needle', { exact: true }).first().click();
    await page.keyboard.type('thread');
    await page.keyboard.press('Enter');
    await expect.poll(() => pane.root.getByText('thread', { exact: true }).count()).toBe(1);
    await expect.poll(() => pane.rows()).toEqual(around);
    await page.keyboard.press('Control+Z');
    await expect.poll(() => pane.root.getByText('thread', { exact: true }).count()).toBe(0);
    await expect.poll(() => pane.rows()).toEqual(around);
    // The focused value keeps the focus.
    await expect.poll(() => pane.selected()).toEqual(['1']);
    await page.keyboard.press('Escape');
    // What is around the focused value is open, everything else as it was before.
    const inside = ['0', '1', 'id', 'name', 'deep', 'list', '0', '1', '2', '2'];
    await expect.poll(() => pane.rows()).toEqual(['root', 'name', 'list', ...inside, 'big', 'needle']);
    await expect.poll(() => pane.selected()).toEqual(['1']);
    await expect.poll(() => pane.chip.count()).toBe(0);
    expect((await saveBytes(page, pane.side)).toString()).toBe(TEXT);
  });

  it('[NEW-11] leaves the lines of the matches and of the brackets around them, and brings the folds back', async () => {
    const pane = await open('text');
    const { page } = pane;
    await pane.find('needle');
    await page.getByRole('button', { name: 'Show only matches' }).click();
    const lines = [
      '{⋯ 1 line',
      '  "list": [⋯ 4 lines',
      '    {⋯ 2 lines',
      '      "deep": {',
      '        "list": [⋯ 1 line',
      '          "needle",⋯ 1 line',
      '        ]',
      '      }',
      '    },⋯ 4 lines',
      '  ],⋯ 1 line',
      '  "needle": {⋯ 5 lines',
      '  }',
      '}',
    ];
    await expect.poll(() => shownLines(page, pane.side)).toEqual(lines);
    await expect.poll(() => pane.chip.innerText()).toBe('2 of 23 · matches');
    // The same in the other mode.
    await setMode(page, pane.side, 'tree');
    await expect.poll(() => pane.rows()).toEqual(['root', 'list', '1', 'deep', 'list', '1', 'needle']);
    await setMode(page, pane.side, 'text');
    await expect.poll(() => shownLines(page, pane.side)).toEqual(lines);
    await pane.root.getByRole('button', { name: 'Show everything' }).click();
    await expect.poll(() => shownLines(page, pane.side)).toEqual(TEXT.split('\n'));
    // By keys: Alt+N in the bar; Escape closes the bar first.
    await pane.root.getByRole('textbox', { name: 'Find' }).press('Alt+N');
    await expect.poll(() => shownLines(page, pane.side)).toEqual(lines);
    await page.keyboard.press('Escape');
    await expect.poll(() => pane.root.getByRole('search').count()).toBe(0);
    await expect.poll(() => shownLines(page, pane.side)).toEqual(lines);
    await page.keyboard.press('Escape');
    await expect.poll(() => shownLines(page, pane.side)).toEqual(TEXT.split('\n'));
    await expect.poll(() => pane.chip.count()).toBe(0);
  });

  it('[NEW-11] shows problems, a path, and what has changed since opening', async () => {
    const pane = await open('tree');
    const { page } = pane;
    await expect.poll(() => pane.root.getByRole('button', { name: /1 (note|warning)/ }).count()).toBe(1);
    await pane.choose('Problems');
    await expect.poll(() => pane.rows()).toEqual(['root', 'big']);
    await expect.poll(() => pane.chip.innerText()).toBe('1 of 23 · problems');

    await pane.ask();
    await pane.dialog.getByRole('textbox', { name: 'A path' }).fill('$.list[*');
    await page.keyboard.press('Enter');
    await expect.poll(() => pane.dialog.getByRole('status').innerText()).not.toMatch(/^A JSONPath/);
    expect(await findingsInBoth(page, '[data-modal]')).toEqual([]);
    await pane.dialog.getByRole('textbox', { name: 'A path' }).fill('$.list[?@.id > 1].name');
    await page.keyboard.press('Enter');
    await expect.poll(() => pane.rows()).toEqual(['root', 'list', '1', 'name', '2', 'name']);
    await expect.poll(() => pane.chip.innerText()).toBe('2 of 23 · $.list[?@.id > 1].name');

    await pane.root.getByText('third', { exact: true }).click();
    await page.keyboard.type('changed');
    await page.keyboard.press('Enter');
    await pane.choose(/changed since/);
    await expect.poll(() => pane.rows()).toEqual(['root', 'list', '2', 'name']);
    await expect.poll(() => pane.chip.innerText()).toBe('1 of 23 · changes since opening');
  });

  it('[TRE-5] folds again what find has opened in the text when it moves on, and leaves where it ends', async () => {
    const pane = await open('text');
    const { page } = pane;
    const folded = ['{', '  "name": "Ada",', '  "list": [⋯ 3 items', '  ],'];
    const begin = async (): Promise<string[]> => (await shownLines(page, pane.side)).slice(0, 4);
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Control+0');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+Shift+]');
    await expect.poll(begin).toEqual(folded);
    await pane.find('third');
    await expect.poll(() => shownLines(page, pane.side)).toContain('      "name": "third"');
    await pane.root.getByRole('textbox', { name: 'Find' }).fill('Ada');
    await expect.poll(begin).toEqual(folded);
    await pane.root.getByRole('textbox', { name: 'Find' }).fill('third');
    await expect.poll(() => shownLines(page, pane.side)).toContain('      "name": "third"');
    await page.keyboard.press('Escape');
    await pane.find('Ada');
    await expect.poll(() => pane.root.getByRole('search').getByRole('status').innerText()).toBe('1 of 1');
    await expect.poll(() => shownLines(page, pane.side)).toContain('      "name": "third"');
  });

  it('[TRE-5] closes what find has opened when it moves on, and leaves what the user has opened', async () => {
    const pane = await open('tree');
    const { page } = pane;
    await pane.root.getByRole('row').filter({ hasText: 'needle' }).click();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => pane.rows()).toEqual(['root', 'name', 'list', 'big', 'needle', 'inside', 'beside']);
    await pane.find('name');
    await expect.poll(() => pane.selected()).toEqual(['name']);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => pane.rows())
      .toEqual(['root', 'name', 'list', '0', 'id', 'name', '1', '2', 'big', 'needle', 'inside', 'beside']);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => pane.rows())
      .toEqual(['root', 'name', 'list', '0', '1', 'id', 'name', 'deep', '2', 'big', 'needle', 'inside', 'beside']);
    await pane.root.getByRole('textbox', { name: 'Find' }).fill('inside');
    await expect.poll(() => pane.selected()).toEqual(['inside']);
    await expect.poll(() => pane.rows()).toEqual(['root', 'name', 'list', 'big', 'needle', 'inside', 'beside']);
  });
});
