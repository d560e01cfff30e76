// A table whose document worker dies, or replies late.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { CLIPBOARD, type PageOptions, setStage, type Stage } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { TablePane } from '../support/table-pane.ts';
import { holdAnswers, keepWorkers, killWorker, prepareToHold } from '../support/workers.ts';

const stage = setStage();
const files = makeFolder();

/** A stage that prepares its pages before they load. */
const preparedBy = (prepare: (page: Page) => Promise<void>): Stage => ({
  ...stage,
  async prepare(options?: PageOptions) {
    const page = await stage.prepare(options);
    await prepare(page);
    return page;
  },
});

describe('a table', () => {
  const many = files.write(
    'many.json',
    JSON.stringify(Array.from({ length: 2000 }, (_, id) => ({ id, name: `name ${id}`, even: id % 2 === 0 }))),
  );

  it('[TAB-2] [BIG-2] keeps its filter and its order when the document worker dies', async () => {
    const pane = await TablePane.open(preparedBy(keepWorkers), many, { context: CLIPBOARD });
    await pane.choose(await pane.cell(0, 'even'), 'Keep rows with this value');
    await pane.choose(pane.header('id'), 'Sort descending');
    await pane.shows(['id'], [['1998'], ['1996']]);
    await killWorker(pane.page);
    await pane.press('Control+End');
    await pane.grid.locator('[aria-rowindex="1001"] [data-focused][data-kind]').waitFor();
    await expect.poll(async () => (await pane.texts('id')).at(-1)).toEqual(['0']);
    await expect.poll(() => pane.grid.getAttribute('aria-rowcount')).toBe('1001');
    await pane.click(999, 'name');
    await pane.type('last');
    await pane.press('Enter');
    await expect.poll(() => pane.text()).toContain('{"id":0,"name":"last","even":true}');
  });

  it('[TAB-2] leaves selected what was selected while its rows were put in order', async () => {
    const places = files.write(
      'places.json',
      JSON.stringify(['Rotterdam', 'espoo 10', 'espoo 9'].map((name) => ({ name }))),
    );
    const pane = await TablePane.open(preparedBy(prepareToHold), places, { context: CLIPBOARD });
    await pane.click(0, 'name');
    const held = await holdAnswers(pane.page, 'arrangeRows');
    await pane.press('Alt+s');
    await held.come();
    await pane.press('Shift+ArrowDown');
    await pane.root.getByText('2 cells', { exact: true }).waitFor();
    await held.release();
    await pane.shows(['name'], [['espoo 9'], ['espoo 10'], ['Rotterdam']]);
    await pane.press('Shift+ArrowDown');
    await pane.root.getByText('3 cells', { exact: true }).waitFor();
  });
});
