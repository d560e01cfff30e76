// Text mode with tiny windows, compared with a Monaco that holds the whole text: the same random actions leave the same text,
// carets and selections in both after every step. The seed is printed on failure. VITE_ACTIONS sets the number of actions per
// script, VITE_SEED their seed.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { encodeUtf8 } from '../../../src/shared/bytes/utf8.ts';
import { Pair } from '../support/editor-pair.ts';
import { colourTo, MAX_CHANGES } from '../support/plain-editor.ts';
import { keys, paste, spell } from '../support/text-view.tsx';
import { integersFrom } from '../../random.ts';

const ACTIONS = Number(import.meta.env['VITE_ACTIONS'] ?? 45);
const SEED = Number(import.meta.env['VITE_SEED'] ?? 728_445);
const WORDS = ['alpha', 'été', '7', '日本', 'x y', '%', 'Ω.'];
/**
 * No brackets: Monaco closes one only where the text is already tokenized, and indents a closing one like its opening one,
 * which may be outside the window.
 */
const SIGNS = [',', ':'];

/** A command, by its key and by its Monaco name. */
type Command = readonly [key: string, command: string];
const MOVES: readonly Command[] = [
  ['{ArrowLeft}', 'cursorLeft'],
  ['{ArrowRight}', 'cursorRight'],
  ['{Shift>}{ArrowLeft}{/Shift}', 'cursorLeftSelect'],
  ['{Shift>}{ArrowRight}{/Shift}', 'cursorRightSelect'],
  ['{Control>}{ArrowLeft}{/Control}', 'cursorWordLeft'],
  ['{Control>}{ArrowRight}{/Control}', 'cursorWordEndRight'],
  ['{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}', 'cursorWordEndRightSelect'],
  ['{Control>}{Home}{/Control}', 'cursorTop'],
  ['{Control>}{End}{/Control}', 'cursorBottom'],
  ['{Control>}{Shift>}{Home}{/Shift}{/Control}', 'cursorTopSelect'],
  ['{Control>}{Shift>}{End}{/Shift}{/Control}', 'cursorBottomSelect'],
];
/** Moves by rows, unusable where lines are wrapped. */
const ROWS: readonly Command[] = [
  ['{ArrowUp}', 'cursorUp'],
  ['{ArrowDown}', 'cursorDown'],
  ['{Shift>}{ArrowUp}{/Shift}', 'cursorUpSelect'],
  ['{Shift>}{ArrowDown}{/Shift}', 'cursorDownSelect'],
  ['{PageDown}', 'cursorPageDown'],
  ['{PageUp}', 'cursorPageUp'],
  ['{Shift>}{PageDown}{/Shift}', 'cursorPageDownSelect'],
  ['{Home}', 'cursorHome'],
  ['{End}', 'cursorEnd'],
  ['{Shift>}{End}{/Shift}', 'cursorEndSelect'],
];
const EDITS: readonly Command[] = [
  ['{Backspace}', 'deleteLeft'],
  ['{Delete}', 'deleteRight'],
  ['{Control>}{Backspace}{/Control}', 'deleteWordLeft'],
  ['{Control>}{Delete}{/Control}', 'deleteWordRight'],
];
const LINES: readonly Command[] = [
  ['{Alt>}{ArrowDown}{/Alt}', 'editor.action.moveLinesDownAction'],
  ['{Alt>}{ArrowUp}{/Alt}', 'editor.action.moveLinesUpAction'],
  ['{Control>}{Shift>}k{/Shift}{/Control}', 'editor.action.deleteLines'],
  ['{Control>}]{/Control}', 'editor.action.indentLines'],
  ['{Control>}[[{/Control}', 'editor.action.outdentLines'],
  ['{Control>}{Shift>}{Alt>}{ArrowDown}{/Alt}{/Shift}{/Control}', 'editor.action.copyLinesDownAction'],
  ['{Control>}{Shift>}{Alt>}{ArrowUp}{/Alt}{/Shift}{/Control}', 'editor.action.copyLinesUpAction'],
  ['{Control>}{Enter}{/Control}', 'editor.action.insertLineAfter'],
  ['{Control>}{Shift>}{Enter}{/Shift}{/Control}', 'editor.action.insertLineBefore'],
  ['{Shift>}{Alt>}{ArrowDown}{/Alt}{/Shift}', 'editor.action.insertCursorBelow'],
  ['{Escape}', 'removeSecondaryCursors'],
];

/** A kind of document: short lines, or one long line. */
interface Kind {
  readonly name: string;
  readonly text: string;
  readonly hasRows: boolean;
}

/** Performs one random action in both editors and returns its name for failure messages. */
async function act(pair: Pair, kind: Kind, random: (limit: number) => number): Promise<string> {
  const { plain, session } = pair;
  const pick = <T,>(list: readonly T[]): T => {
    const picked = list[random(list.length)];
    if (picked === undefined) throw new RangeError('nothing to pick from');
    return picked;
  };
  const run = async ([key, command]: Command): Promise<string> => {
    session.screen.keepIndent();
    plain.indentAs(session.screen.model);
    await keys(key);
    // Escape is bound to two commands: with a single caret it cancels the selection.
    const isAlone = command === 'removeSecondaryCursors' && plain.selected.length === 1;
    plain.run(isAlone ? 'cancelSelection' : command);
    return command;
  };
  const colour = (): void => {
    plain.colour();
    colourTo(session.screen.model, session.screen.model.getLineCount());
  };
  const type = async (text: string): Promise<string> => {
    colour();
    await keys(spell(text));
    for (const character of text) plain.run('type', { text: character });
    return `type ${text}`;
  };
  // Longer lines are wrapped.
  const hasRows = kind.hasRows && plain.text.split('\n').every((line) => line.length < 200);
  const isBare = plain.selected.every(({ anchor, active }) => anchor.join() === active.join());
  switch (random(15)) {
    case 0:
    case 1:
    case 2:
      return type(pick(WORDS));
    case 3:
      return isBare ? type(pick(SIGNS)) : run(pick(EDITS));
    case 4:
    case 5:
      return run(pick(EDITS));
    case 6:
      colour();
      await keys('{Enter}');
      plain.run('type', { text: '\n' });
      return 'Enter';
    case 7: {
      const text = `😀${pick(WORDS)}\n${'pasted '.repeat(random(kind.hasRows ? 12 : 60))}`;
      paste(text);
      plain.run('paste', { text, pasteOnNewLine: false, multicursorText: null });
      return `paste ${text.length}`;
    }
    case 8: {
      // Jumps anywhere in the document, sometimes extending the selection.
      const select = random(3) === 0 && plain.selected.length === 1;
      const lines = plain.text.split('\n');
      const line = random(lines.length);
      const column = random((lines[line] ?? '').length + 1);
      const before = `${lines.slice(0, line).join('\n')}${line > 0 ? '\n' : ''}${(lines[line] ?? '').slice(0, column)}`;
      if (/[\ud800-\udbff]$/.test(before)) return 'no jump';
      session.navigation.goTo(encodeUtf8(before).length, select);
      const anchor = select ? (plain.selected[0]?.anchor ?? [0, 0]) : ([line, column] as const);
      plain.select([{ anchor, active: [line, column] }]);
      return `jump to ${line}:${column}${select ? ', selecting' : ''}`;
    }
    case 9:
      if (random(6) > 0) return run(pick(MOVES));
      await keys('{Control>}a{/Control}');
      plain.select([
        { anchor: [0, 0], active: [plain.lineCount - 1, plain.text.length - plain.text.lastIndexOf('\n') - 1] },
      ]);
      return 'select all';
    case 10: {
      const isLong = plain.selected.some(({ anchor, active }) => Math.abs(anchor[0] - active[0]) > MAX_CHANGES);
      const command = hasRows && !isLong ? pick(LINES) : pick(MOVES);
      colour();
      return run(command);
    }
    case 11:
    case 12:
      return hasRows ? run(pick(ROWS)) : run(pick(MOVES));
    default:
      return run(pick(MOVES));
  }
}

const records = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, id) => ({ id, name: `récord ${id} 日本 😀`, tags: ['a', 'b'], x: [0.5, null] })),
    null,
    2,
  );
const KINDS: readonly Kind[] = [
  { name: '2 KB', text: records(12), hasRows: true },
  { name: '100 KB', text: records(600), hasRows: true },
  { name: '2 MB', text: records(12_000), hasRows: true },
  { name: '60 KB on one line', text: JSON.stringify(JSON.parse(records(600))), hasRows: false },
];

let pair: Pair | null = null;
afterEach(() => {
  pair?.close();
  pair = null;
});

describe('text mode with tiny windows', () => {
  it.each(KINDS)(
    `[TXT-1] [TXT-2] does what a plain Monaco does: $name, seed ${SEED}`,
    { timeout: 1_200_000 },
    async (kind) => {
      pair = new Pair(kind.text);
      await pair.openText();
      const random = integersFrom(SEED);
      const done: string[] = [];
      let stop = { version: pair.plain.stop(), text: pair.plain.text };
      try {
        for (let step = 1; step <= ACTIONS; step += 1) {
          done.push(await act(pair, kind, random));
          await pair.compare(step % 25 === 0);
          if (step % 40 === 0) {
            done.push('undo to the stop');
            for (let count = 0; ; count += 1) {
              await pair.settled();
              if ((await (await pair.client.read()).text()) === stop.text) break;
              expect(await pair.undo(), `undo ${count} steps`).toBe(true);
            }
            pair.plain.undoTo(stop.version);
            await keys('{Control>}{Home}{/Control}');
            pair.plain.run('cursorTop');
            await pair.compare(true);
          }
          if (step % 60 === 0) {
            done.push('replace all');
            pair.finder.open(true, 'a');
            pair.finder.setReplacement('é.');
            await vi.waitFor(() => expect(pair?.finder.getState()).toMatchObject({ running: false, pattern: 'a' }));
            await pair.finder.replaceAll();
            pair.finder.close();
            pair.plain.replaceAll('a', 'é.');
            pair.session.editor.focus();
            await pair.settled();
            await keys('{Control>}{Home}{/Control}');
            pair.plain.run('cursorTop');
            await pair.compare(true);
          }
          if (step % 40 === 0) stop = { version: pair.plain.stop(), text: pair.plain.text };
        }
      } catch (error) {
        throw new Error(`seed ${SEED}, step ${done.length}, after: ${done.slice(-12).join(' | ')}`, { cause: error });
      }
    },
  );
});
