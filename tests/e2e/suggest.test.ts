// Completion, hover and the fold menu in text mode, with real keys, in a small file and in one of 20 MB.

import { describe, expect, it } from 'vitest';
import { setStage } from './app.ts';
import { makeFolder, records } from './files.ts';
import { openPane, PATIENT, type TextPane } from './pane.ts';

const stage = setStage();
const files = makeFolder();
const SMALL = '[\n  {"id": 1, "name": "one", "on": true},\n  {"id": 2, "name": "two"},\n  {"id": 3}\n]\n';
const small = files.write('small.json', SMALL);

/** The suggestions on the screen, from the top. */
async function suggested(pane: TextPane): Promise<string[]> {
  return pane.root.page().locator('.suggest-widget.visible .monaco-list-row .label-name').allInnerTexts();
}

const offers = (pane: TextPane, expected: readonly string[]): Promise<void> =>
  expect.poll(() => suggested(pane), PATIENT).toEqual(expected);

describe('completion', () => {
  it('[TXT-1] offers the keys of the objects beside on Ctrl+Space, and Enter takes one', async () => {
    const pane = await openPane(stage, small);
    await pane.go(4, 11);
    await pane.type(', ');
    await pane.press('Control+Space');
    await offers(pane, ['name', 'on']);
    await pane.press('ArrowDown', 'Enter');
    await pane.type('false');
    expect(await pane.text()).toBe(SMALL.replace('{"id": 3}', '{"id": 3, "on": false}'));
    await pane.root.getByText('Valid', { exact: true }).waitFor();
  });

  it('[TXT-1] offers keys and values once a quote is typed, and takes the quotes along', async () => {
    const pane = await openPane(stage, small);
    await pane.go(4, 11);
    await pane.type(', "');
    await offers(pane, ['name', 'on']);
    await pane.type('na');
    await offers(pane, ['name']);
    await pane.press('Enter');
    await pane.type('"');
    await offers(pane, ['"one"', '"two"']);
    await pane.press('ArrowDown', 'Enter');
    expect(await pane.text()).toBe(SMALL.replace('{"id": 3}', '{"id": 3, "name": "two"}'));
  });

  it('[TXT-1] stays out of the way of words, numbers, closed strings, Enter and Tab', async () => {
    const pane = await openPane(stage, small);
    await pane.go(4, 11);
    await pane.type(', "o": 12, "name": "one",');
    await pane.press('Enter', 'Tab');
    await pane.type('"x": true');
    const text = await pane.text();
    expect(JSON.parse(text)).toEqual([
      ...(JSON.parse(SMALL) as object[]).slice(0, 2),
      { id: 3, o: 12, name: 'one', x: true },
    ]);
    expect(await suggested(pane)).toEqual([]);
  });
});

describe('completion in a large document', () => {
  const large = files.write('large.json', records(130_000));

  it('[TXT-1] [BIG-1] offers keys far into it while the text is invalid', async () => {
    const pane = await openPane(stage, large);
    await pane.scrollTo(0.5);
    await pane.root.locator('.view-line', { hasText: '"none": null' }).first().click();
    await pane.press('End');
    await pane.type(', "exact": 1},');
    await pane.press('Enter');
    await pane.type('"');
    await offers(pane, []);
  });
});
