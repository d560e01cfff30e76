// What a screen reader hears of what was done, each time once: undo and redo, removals, differences, hits.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { dropOpen, panel, setMode, setStage } from '../support/app.ts';
import { findings } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';
import { listen } from '../support/heard.ts';
import { openPane } from '../support/pane.ts';
import { TreePane } from '../support/tree-pane.ts';

const stage = setStage();
const files = makeFolder();

/** Acts, and waits until these texts are heard. What was heard after those of the call before must be among them. */
async function hears(
  heard: () => Promise<string[]>,
  texts: readonly string[],
  act: () => Promise<void>,
): Promise<void> {
  await act();
  const all: string[] = [];
  await expect.poll(async () => (all.push(...(await heard())), all)).toEqual(texts);
}

describe('what was done to a document', () => {
  it('[PAN-11] [TRE-6] is heard once in the tree: what was removed and cut, undone and redone', async () => {
    const pane = await TreePane.open(stage, files.write('tree.json', '{"a": 1, "b": [1, 2, 3], "c": {"d": 4}}'));
    const heard = await listen(pane.page);
    await pane.click('a');
    await hears(heard, ['Removed "a".'], () => pane.press('Delete'));
    await hears(heard, ['Undone: the removal of a value.'], () => pane.press('Control+z'));
    await hears(heard, ['Redone: the removal of a value.'], () => pane.press('Control+y'));
    await pane.click('b');
    await pane.press('ArrowRight');
    await pane.row('0').waitFor();
    await pane.press('ArrowDown');
    // The same words again are another announcement.
    await hears(heard, ['Removed item 0.'], () => pane.press('Delete'));
    await hears(heard, ['Removed item 0.'], () => pane.press('Delete'));
    await hears(heard, ['Cut item 0.'], () => pane.press('Control+x'));
    await hears(heard, ['Undone: the removal of a value.'], () => pane.press('Control+z'));
    await hears(heard, ['Undone: the removal of a value.'], () => pane.press('Control+z'));
    await hears(heard, ['Redone: the removal of a value.'], () =>
      pane.root.getByRole('button', { name: /^Redo/ }).click(),
    );
    await pane.press('Escape');
    await pane.click('b');
    await pane.click('c', ['Shift']);
    await hears(heard, ['Removed 2 values.'], () => pane.press('Delete'));
    expect(await findings(pane.page)).toEqual([]);
  });

  it('[PAN-11] is heard once in the text and in the table', async () => {
    const pane = await openPane(stage, files.write('text.json', '[{"a": 1, "b": 2}, {"a": 3, "b": 4}]'));
    const { page } = pane;
    const heard = await listen(page);
    await pane.press('Control+End');
    await pane.type(' ');
    await hears(heard, ['Undone: typing.'], () => pane.press('Control+z'));
    await hears(heard, ['Redone: typing.'], () => pane.press('Control+y'));
    await setMode(page, 'Left', 'table');
    const cell = (text: string) => pane.root.getByRole('gridcell', { name: text, exact: true });
    await cell('4').click();
    await hears(heard, ['1 cell emptied'], () => pane.press('Delete'));
    await hears(heard, ['Undone: the removal of a cell.'], () => pane.press('Control+z'));
    await cell('3').click();
    await pane.press('Shift+Space');
    await hears(heard, ['1 row removed'], () => pane.press('Control+Shift+Delete'));
    await hears(heard, ['Undone: the removal of a row.'], () => pane.press('Control+z'));
  });
});

describe('hits', () => {
  it('[PAN-11] [TRE-5] are counted aloud, with the current one, in every mode', async () => {
    const content = JSON.stringify([{ name: 'ax' }, { name: 'bx' }, { name: 'cx' }]);
    const pane = await TreePane.open(stage, files.write('find.json', content));
    const { page, root } = pane;
    const heard = await listen(page);
    for (const mode of ['tree', 'text', 'table'] as const) {
      await setMode(page, 'Right', mode);
      await root.getByRole('button', { name: 'Find', exact: true }).click();
      await root
        .getByRole('searchbox')
        .or(root.getByRole('textbox', { name: 'Find' }))
        .first()
        .waitFor();
      await hears(heard, ['1 of 3'], async () => page.keyboard.type('x'));
      await hears(heard, ['2 of 3'], () => page.keyboard.press('Enter'));
      await hears(heard, ['1 of 3'], () => page.keyboard.press('Shift+Enter'));
      await hears(heard, ['No results'], () => page.keyboard.type('y'));
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.keyboard.press('Escape');
    }
  });
});

describe('Compare', () => {
  const LEFT = { a: { b: 1 }, gone: 2, same: 3, list: ['x', 'y'] };
  const RIGHT = { a: { b: 5 }, same: 3, list: ['y', 'x'], here: 4 };

  async function open(mode: 'text' | 'tree'): Promise<{ page: Page; heard: () => Promise<string[]> }> {
    const page = await stage.blank();
    for (const [side, value] of [['Left', LEFT] as const, ['Right', RIGHT] as const]) {
      await setMode(page, side, mode);
      await dropOpen(page, side, files.write(`${side}.json`, JSON.stringify(value, null, 2)));
    }
    // F7 goes on from here.
    await panel(page, 'Left')
      .locator(mode === 'text' ? '.view-line' : '[role=row]')
      .first()
      .click({ position: { x: 4, y: 8 } });
    return { page, heard: await listen(page) };
  }

  it.each(['text', 'tree'] as const)(
    '[CMP-3] [CMP-4] [PAN-11] says in the %s how many differences there are, where F7 went, and what was taken over',
    async (mode) => {
      const { page, heard } = await open(mode);
      const compare = page.getByRole('group', { name: 'Compare', exact: true });
      await hears(heard, ['4 differences'], () =>
        compare.getByRole('button', { name: 'Compare', exact: true }).click(),
      );
      const texts: string[] = [];
      for (let place = 1; place <= 4; place += 1) {
        await page.keyboard.press('F7');
        await expect.poll(async () => (texts.push(...(await heard())), texts.length)).toBe(place);
      }
      expect(texts).toEqual([
        'Difference 1 of 4: $.a.b changed',
        'Difference 2 of 4: $.gone deleted',
        'Difference 3 of 4: $.list[1] moved to $.list[0]',
        'Difference 4 of 4: $.here created',
      ]);
      await hears(heard, ['Difference 1 of 4: $.a.b changed'], () => page.keyboard.press('F7'));
      await hears(heard, ['Difference 4 of 4: $.here created'], () => page.keyboard.press('Shift+F7'));
      await hears(heard, ['$.here taken over to the left.', '3 differences'], () =>
        compare.getByRole('button', { name: 'Take this difference over to the left' }).click(),
      );
      await hears(heard, ['Undone: a difference taken over.', '4 differences'], () =>
        panel(page, 'Left').getByRole('button', { name: /^Undo/ }).click(),
      );
      await compare.getByRole('button', { name: 'More of Compare' }).click();
      await hears(heard, ['4 differences taken over to the right.', 'no differences'], () =>
        page.getByRole('menuitem', { name: 'Take all differences over to the right' }).click(),
      );
      expect(await findings(page)).toEqual([]);
    },
  );
});
