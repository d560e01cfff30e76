// Folding in text mode, by keyboard and by mouse, in a small file and in one of 130,000 records.

import { describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { makeFolder, records } from '../support/files.ts';
import { openPane, type TextPane } from '../support/pane.ts';

const stage = setStage();
const files = makeFolder();
const SMALL = '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {\n    "c": {\n      "d": 3\n    }\n  },\n  "e": "é"\n}\n';
const small = files.write('small.json', SMALL);
const FOLD = 'Control+Shift+BracketLeft';
const UNFOLD = 'Control+Shift+BracketRight';

/** The line numbers and texts on the screen. */
async function lines(pane: TextPane): Promise<string[]> {
  return (await pane.rows()).map(({ number, text }) => `${number} ${text}`);
}

const shows = (pane: TextPane, expected: readonly string[]): Promise<void> =>
  expect.poll(() => lines(pane)).toEqual(expected);

describe('folding a small document', () => {
  it('[TXT-1] hides the lines between two brackets, and shows how much is there', async () => {
    const pane = await openPane(stage, small);
    await pane.go(2, 3);
    await pane.press(FOLD);
    const folded = ['1 {', '2   "a": [⋯ 2 items', '5   ],', '6   "b": {', '7     "c": {', '8       "d": 3'];
    const rest = ['9     }', '10   },', '11   "e": "é"', '12 }', '13 '];
    await shows(pane, [...folded, ...rest]);
    await pane.press('ArrowDown', 'ArrowDown');
    await pane.at(6, 3);
    await pane.press('ArrowUp', 'ArrowUp', UNFOLD);
    await expect.poll(() => pane.shown()).toBe(SMALL);
    await pane.press('Control+K', 'Control+2');
    await shows(pane, ['1 {', '2   "a": [⋯ 2 items', '5   ],', '6   "b": {⋯ 1 key', '10   },', ...rest.slice(2)]);
    // Nothing opens on the line of "e", so its container is folded.
    await pane.press('Control+K', 'Control+J', 'Control+End', 'ArrowUp', 'ArrowUp', FOLD);
    await shows(pane, ['1 {⋯ 3 keys', '12 }', '13 ']);
    await pane.press(UNFOLD);
    await expect.poll(() => pane.shown()).toBe(SMALL);
    await expect.poll(() => pane.text()).toBe(SMALL);
  });

  it('[TXT-1] by the marks beside the lines, and with all inside', async () => {
    const pane = await openPane(stage, small);
    const mark = pane.root.locator('.fold-mark');
    await expect.poll(() => mark.count()).toBe(4);
    await mark.nth(2).click({ modifiers: ['Shift'], force: true });
    await expect.poll(() => pane.shown()).toContain('"b": {⋯ 1 key\n  },');
    await pane.root.locator('.fold-count').click();
    await expect.poll(() => pane.shown()).toContain('"c": {⋯ 1 key\n    }');
    await pane.press('Control+K', 'Control+J');
    await expect.poll(() => pane.shown()).toBe(SMALL);
  });

  it('[TXT-1] keeps what is folded through typing, copying and undo', async () => {
    const pane = await openPane(stage, small);
    await pane.go(2, 3);
    await pane.press(FOLD);
    await expect.poll(() => pane.shown()).toContain('⋯');
    // Typed before, in and after the line that shows the fold.
    await pane.press('Control+Home', 'End', 'Enter');
    await pane.type('"z": 0,');
    await pane.press('ArrowDown', 'End', 'ArrowLeft');
    await pane.type(' ');
    const edited = SMALL.replace('{\n  "a": [', '{\n  "z": 0,\n  "a":  [');
    await expect.poll(() => pane.text()).toBe(edited);
    await expect.poll(() => pane.shown()).toContain('"a":  [⋯ 2 items\n  ],');
    // A copy includes the folded lines.
    await pane.press('Home', 'Shift+ArrowDown', 'Control+C');
    await expect.poll(() => pane.clipboard()).toBe('"a":  [\n    1,\n    2\n  ');
    // Delete at the end of the line removes only the line break, none of the hidden text.
    await pane.press('ArrowLeft', 'End', 'Delete');
    await expect.poll(() => pane.text()).toBe(edited.replace('[\n    1', '[    1'));
    await expect.poll(() => pane.shown()).not.toContain('⋯');
    // Monaco closes a quote typed right after Enter, as a step of its own, only if it has coloured the line by then. So the
    // number of undo steps varies.
    const undone = async (): Promise<string> => {
      await pane.press('Control+Z');
      return pane.text();
    };
    await expect.poll(undone).toBe(SMALL);
  });

  it('[TXT-1] replaces what was selected, with what is folded in it', async () => {
    const pane = await openPane(stage, small);
    await pane.go(2, 3);
    await pane.press(FOLD);
    await expect.poll(() => pane.shown()).toContain('⋯');
    await pane.press('Shift+ArrowDown', 'Shift+End', 'x');
    await expect.poll(() => pane.text()).toBe(SMALL.replace(/"a"[^\]]*\],/, 'x'));
    await pane.press('Control+Z');
    await expect.poll(() => pane.text()).toBe(SMALL);
  });

  it('[TXT-1] says why an invalid text can not be folded', async () => {
    const pane = await openPane(stage, small);
    await pane.press('x', FOLD);
    await pane.page.getByText('The text is not valid JSON, so nothing can be folded.').waitFor();
  });
});

describe('folding a large document', () => {
  const text = records(130_000);
  const all = text.split('\n');
  const large = files.write('large.json', text);

  it('[TXT-1] [BIG-1] folds all, unfolds a part, and scrolls through the rest', async () => {
    const pane = await openPane(stage, large);
    await pane.press('Control+K', 'Control+0');
    await shows(pane, ['1 [⋯ 130,000 items', `${all.length} ]`]);
    await pane.press(UNFOLD);
    await expect.poll(() => lines(pane)).toContain('2   {⋯ 4 keys');
    for (const share of [1, 0.5]) {
      await pane.scrollTo(share);
      await expect
        .poll(async () => {
          const rows = await pane.rows();
          const wrong = rows.find(({ number, text: row }) => all[Number(number) - 1] !== row.replace(/⋯.*$/, ''));
          return wrong ?? (Number(rows[0]?.number) > all.length * (share - 0.1) && rows.length > 20);
        })
        .toBe(true);
    }
    await expect.poll(() => pane.shown()).toContain('⋯ 4 keys');
    // A caret that moves into a fold opens it.
    await pane.press('Control+Home');
    await pane.at(1, 1);
    await pane.press('ArrowDown', 'Control+K', 'Control+BracketRight');
    await expect.poll(() => pane.shown()).toContain('"name": "record 0"');
    await pane.press('Control+K', 'Control+J');
    await expect.poll(async () => (await pane.rows()).at(20)?.text).toBe(all[20]);
  });

  it('[TXT-3] keeps the lines on top that open what is around the first one', async () => {
    const pane = await openPane(stage, large);
    await pane.scrollTo(0.5);
    const sticky = pane.root.locator('[data-sticky] button');
    await expect.poll(() => sticky.first().innerText()).toMatch(/^1\s*\[$/);
    await sticky.first().click();
    await pane.at(1, 1);
    await expect.poll(() => sticky.count()).toBe(0);
  });
});
