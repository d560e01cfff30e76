// Find and replace in text mode, with real keys: the bar, the hits in the text and beside the scrollbar, and
// the bytes that replacing leaves, in a document of one window and in one of 20 MB.

import { describe, expect, it } from 'vitest';
import { setStage } from './app.ts';
import { makeFolder } from './files.ts';
import { openPane, PATIENT, type TextPane } from './pane.ts';

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
    counts: (text: string | RegExp) => expect.poll(() => bar.getByRole('status').innerText(), PATIENT).toMatch(text),
  };
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
    expect(await find.inputValue()).toBe('total');
    await pane.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await pane.type('X');
    expect(await pane.text()).toBe(SMALL.replace('count, total', 'count, X'));
  });
});
