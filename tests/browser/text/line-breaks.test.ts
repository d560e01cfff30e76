// Enter in a line whose start is outside the window, in tiny windows and in a Monaco that holds the whole text: the new line is
// indented like the document's line, and one undo reverts everything.

import { afterEach, describe, expect, it } from 'vitest';
import { Pair } from '../support/editor-pair.ts';
import { colourTo } from '../support/plain-editor.ts';
import { keys } from '../support/text-view.tsx';

/** A column far into the long line, which no window holds whole. */
const NEAR = 20_000;
const LONG = `    "a": "${'x'.repeat(2 * NEAR)}", "b": [{"c": []}, {}], "d": "${'y'.repeat(2 * NEAR)}"`;
const TEXT = ['{', '  "e": {', LONG, '  }', '}'].join('\n');
const LONG_LINE = 2;

let pair: Pair | null = null;
afterEach(() => {
  pair?.close();
  pair = null;
});

/** Opens both editors with carets at columns of the long line. The first caret is the primary one. */
const openAt = (text: string, ...columns: readonly number[]): Promise<Pair> => openIn(LONG_LINE, text, columns);

/** Does the same in any line that is shown together with part of the long line before it. */
async function openIn(line: number, text: string, columns: readonly number[]): Promise<Pair> {
  const both = new Pair(text);
  pair = both;
  await both.openText();
  const start = text.split('\n').slice(0, line).join('\n').length + 1;
  both.session.navigation.select(columns.map((column) => ({ anchor: start + column, active: start + column })));
  both.plain.select(columns.map((column) => ({ anchor: [line, column], active: [line, column] })));
  await both.settled();
  expect(both.session.screen.slice?.firstColumn).toBeGreaterThan(0);
  both.plain.colour();
  colourTo(both.session.screen.model, both.session.screen.model.getLineCount());
  both.plain.indentAs(both.session.screen.model);
  return both;
}

/** Presses a key in one editor and runs its command in the other: both texts must be equal after it, as one undo step. */
async function run(both: Pair, key: string, command: string, payload: unknown = null): Promise<string[]> {
  const before = both.plain.text;
  const { selected } = both.plain;
  await keys(key);
  both.plain.run(command, payload);
  await both.compare(true);
  const after = both.plain.text;
  expect(await both.undo()).toBe(true);
  await both.settled();
  expect((await (await both.client.read()).text()) === before).toBe(true);
  expect(await both.selected()).toEqual(selected);
  return after.split('\n');
}

const enter = (both: Pair): Promise<string[]> => run(both, '{Enter}', 'type', { text: '\n' });

describe('[TXT-2] in a line that no window holds Enter', () => {
  it('indents the next line as this one is', async () => {
    const lines = await enter(await openAt(TEXT, NEAR));
    expect(lines[LONG_LINE + 1]?.slice(0, 6)).toBe('    xx');
  });

  it('indents with what the line is indented with', async () => {
    const lines = await enter(await openAt(TEXT.replaceAll('  ', '\t'), NEAR));
    expect(lines[LONG_LINE + 1]?.slice(0, 4)).toBe('\t\txx');
  });

  it('goes a level deeper behind an opening bracket', async () => {
    const lines = await enter(await openAt(TEXT, LONG.indexOf('[{') + 1));
    expect(lines[LONG_LINE + 1]?.slice(0, 8)).toBe('      {"');
  });

  it('makes room between brackets', async () => {
    const lines = await enter(await openAt(TEXT, LONG.indexOf('[]') + 1));
    expect(lines.slice(LONG_LINE + 1, LONG_LINE + 3).map((line) => line.slice(0, 8))).toEqual(['      ', '    ]}, ']);
  });

  it('does so at each of several carets', async () => {
    // With several carets a window is larger.
    const text = TEXT.replace('"xx', `"${'x'.repeat(20 * NEAR)}`);
    const columns = [20 * NEAR, 20 * NEAR + 10, 20 * NEAR + 30];
    const lines = await enter(await openAt(text, ...columns));
    expect(lines).toHaveLength(text.split('\n').length + columns.length);
    expect(lines.slice(LONG_LINE + 1, LONG_LINE + 4).every((line) => line.startsWith('    x'))).toBe(true);
  });

  it('leaves a line that is not indented as it was', async () => {
    const lines = await enter(await openAt(TEXT.replaceAll('  ', ''), NEAR));
    expect(lines[LONG_LINE + 1]?.slice(0, 2)).toBe('xx');
  });

  it('leaves what is pasted as it is', async () => {
    const both = await openAt(TEXT, NEAR);
    both.session.editor.trigger('keyboard', 'paste', { text: '\n' });
    both.plain.run('paste', { text: '\n', pasteOnNewLine: false, multicursorText: null });
    await both.compare(true);
    expect(both.plain.text.split('\n')[LONG_LINE + 1]?.slice(0, 2)).toBe('xx');
  });

  it('is followed by what is typed', async () => {
    const both = await openAt(TEXT, NEAR);
    await keys('{Enter}{Enter}12');
    for (const text of '\n\n12') both.plain.run('type', { text });
    await both.compare(true);
    expect(both.plain.text.split('\n')[LONG_LINE + 2]?.slice(0, 8)).toBe('    12xx');
  });
});

describe('[TXT-1] around a line that no window holds', () => {
  it('a line is begun below it at its level', async () => {
    const both = await openAt(TEXT, NEAR);
    const lines = await run(both, '{Control>}{Enter}{/Control}', 'editor.action.insertLineAfter');
    expect(lines[LONG_LINE + 1]).toBe('    ');
  });

  it('a line is begun above it as the line before has it', async () => {
    const both = await openAt(TEXT, NEAR);
    const lines = await run(both, '{Control>}{Shift>}{Enter}{/Shift}{/Control}', 'editor.action.insertLineBefore');
    expect(lines[LONG_LINE]).toBe('    ');
  });

  it('a line is begun above the next one at its level', async () => {
    const both = await openIn(LONG_LINE + 1, TEXT, [2]);
    const lines = await run(both, '{Control>}{Shift>}{Enter}{/Shift}{/Control}', 'editor.action.insertLineBefore');
    expect(lines[LONG_LINE + 1]).toBe('    ');
  });
});
