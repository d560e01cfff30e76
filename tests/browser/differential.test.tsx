// Text mode with tiny windows beside a whole-model Monaco: the same script of random actions on both leaves the
// same text, the same carets and the same selections after every step. The seed is printed on failure.
// VITE_ACTIONS says how many actions each script has, VITE_SEED which ones.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { asByte } from '../../src/shared/units.ts';
import { encodeUtf8 } from '../../src/shared/utf8.ts';
import { leaseLanguage } from '../../src/ui/text/editor.ts';
import type { Limits } from '../../src/ui/text/window.ts';
import { colourTo, PlainEditor, type Selected } from './plain.ts';
import { keys, makeBox, mulberry, paste, spell, View } from './view.tsx';

const ACTIONS = Number(import.meta.env['VITE_ACTIONS'] ?? 150);
const SEED = Number(import.meta.env['VITE_SEED'] ?? 728_445);
/** Of a document of any size the window is about three screens. */
const TINY: Limits = {
  marginRows: 20,
  fullRows: 45,
  firstBytes: 2048,
  drag: { before: 512, after: 1024 },
  wrapped: { before: 4096, after: 4096 },
  plain: { before: 16_384, after: 16_384 },
  whole: { bytes: 256, lines: 10, wrappedBytes: 256 },
  longestBytes: 65_536,
};
const WORDS = ['alpha', 'été', '7', '日本', 'x y', '%', 'Ω.'];
/** No brackets: whether one is closed depends on what is coloured by then, and one that closes goes to the level of its other, wherever that is. */
const SIGNS = [',', ':'];

/** Both editors over one text. */
class Pair extends View {
  readonly plain: PlainEditor;

  constructor(private readonly text: string) {
    super('0', TINY);
    const language = leaseLanguage(() => ({ inside: 'nothing', depth: 0 }));
    this.plain = new PlainEditor(makeBox('620px'), text, language.id);
  }

  async openText(): Promise<void> {
    await this.open(new Blob([this.text]));
    this.plain.select([{ anchor: [0, 0], active: [0, 0] }]);
  }

  /** What is selected, by the document. */
  async selected(): Promise<Selected[]> {
    const place = async (offset: number): Promise<readonly [number, number]> => {
      const { line, column } = await this.client.placeAt(asByte(offset));
      return [line, column];
    };
    return Promise.all(
      this.session.caret.spans.map(async ({ anchor, active }) => ({
        anchor: await place(anchor),
        active: await place(active),
      })),
    );
  }

  /** Both texts are the same: the window's by every step, the whole now and then. */
  async compare(whole: boolean): Promise<void> {
    await this.settled();
    const { slice, model } = this.session.screen;
    expect(this.problems).toEqual([]);
    expect(await this.selected()).toEqual(this.plain.selected);
    expect(this.client.state.lineCount).toBe(this.plain.lineCount);
    if (slice === null) throw new Error('no window');
    const shown = model.getLinesContent();
    const wanted = this.plain.text.split('\n').slice(slice.firstLine, slice.firstLine + shown.length);
    if (slice.firstColumn > 0) wanted[0] = (wanted[0] ?? '').slice(slice.firstColumn);
    if (slice.end < slice.size) wanted[wanted.length - 1] = (wanted.at(-1) ?? '').slice(0, shown.at(-1)?.length);
    expect(shown).toEqual(wanted);
    if (!whole) return;
    expect((await (await this.client.read()).text()).replaceAll('\r\n', '\n') === this.plain.text).toBe(true);
  }

  override close(): void {
    super.close();
    this.plain.dispose();
    document.body.replaceChildren();
  }
}

/** A command as a key, and by its name. */
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
/** Not through wrapped rows. */
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
  ['{Control>}{Enter}{/Control}', 'editor.action.insertLineAfter'],
  ['{Control>}{Shift>}{Enter}{/Shift}{/Control}', 'editor.action.insertLineBefore'],
  ['{Shift>}{Alt>}{ArrowDown}{/Alt}{/Shift}', 'editor.action.insertCursorBelow'],
  ['{Escape}', 'removeSecondaryCursors'],
];

/** A document of rows, or of one line. */
interface Kind {
  readonly name: string;
  readonly text: string;
  readonly hasRows: boolean;
}

/** One random action on both, named for a failure's message. */
async function act(pair: Pair, kind: Kind, random: (limit: number) => number): Promise<string> {
  const { plain, session } = pair;
  const pick = <T,>(list: readonly T[]): T => {
    const picked = list[random(list.length)];
    if (picked === undefined) throw new RangeError('nothing to pick from');
    return picked;
  };
  const run = async ([key, command]: Command): Promise<string> => {
    await keys(key);
    // Escape does one of two things.
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
  // Longer lines would be wrapped.
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
      // Anywhere in the document, as by a jump, with a selection up to there or without.
      const select = random(3) === 0 && plain.selected.length === 1;
      const lines = plain.text.split('\n');
      const line = random(lines.length);
      const column = random((lines[line] ?? '').length + 1);
      const before = `${lines.slice(0, line).join('\n')}${line > 0 ? '\n' : ''}${(lines[line] ?? '').slice(0, column)}`;
      if (/[\ud800-\udbff]$/.test(before)) return 'no jump';
      session.travel.goTo(encodeUtf8(before).length, select);
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
      const command = hasRows ? pick(LINES) : pick(MOVES);
      colour();
      // Of more than the window only the adjacent line is moved: the rest is refused.
      const isWide = session.caret.beyond !== null && command[1].endsWith('dentLines');
      return isWide ? 'nothing' : run(command);
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
      const random = mulberry(SEED);
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
