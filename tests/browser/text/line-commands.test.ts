// Line commands on selections of any size, in tiny windows and in a Monaco that holds the whole text: both leave the same text
// and selection, and one undo reverts each command. The seed is printed on failure; VITE_SEED and VITE_ACTIONS as in the
// differential test.

import { afterEach, describe, expect, it } from 'vitest';
import type { Dialect } from '../../../src/shared/document/dialect.ts';
import { encodeUtf8 } from '../../../src/shared/bytes/utf8.ts';
import { Pair } from '../support/editor-pair.ts';
import { MAX_CHANGES } from '../support/plain-editor.ts';
import { keys } from '../support/text-view.tsx';
import { integersFrom } from '../../random.ts';

const ACTIONS = Number(import.meta.env['VITE_ACTIONS'] ?? 28);
const SEED = Number(import.meta.env['VITE_SEED'] ?? 4117);

/** A command by its key, or by name: Monaco's, and ours if it differs. */
type Command = readonly [name: string, key: string | null, ours?: string];
const COMMANDS: readonly Command[] = [
  ['tab', '{Tab}'],
  ['outdent', '{Shift>}{Tab}{/Shift}'],
  ['editor.action.indentLines', '{Control>}]{/Control}'],
  ['editor.action.outdentLines', '{Control>}[[{/Control}'],
  ['editor.action.moveLinesDownAction', '{Alt>}{ArrowDown}{/Alt}'],
  ['editor.action.moveLinesUpAction', '{Alt>}{ArrowUp}{/Alt}'],
  ['editor.action.copyLinesDownAction', '{Control>}{Shift>}{Alt>}{ArrowDown}{/Alt}{/Shift}{/Control}'],
  ['editor.action.copyLinesUpAction', '{Control>}{Shift>}{Alt>}{ArrowUp}{/Alt}{/Shift}{/Control}'],
  ['editor.action.deleteLines', '{Control>}{Shift>}k{/Shift}{/Control}'],
  ['editor.action.sortLinesAscending', null, 'diptych.sortLinesAscending'],
  ['editor.action.sortLinesDescending', null, 'diptych.sortLinesDescending'],
];
const COMMENT: readonly Command[] = [
  ['editor.action.commentLine', '{Control>}/{/Control}'],
  ['editor.action.commentLine', '{Control>}/{/Control}'],
  ['editor.action.addCommentLine', '{Control>}k{/Control}{Control>}c{/Control}'],
  ['editor.action.removeCommentLine', '{Control>}k{/Control}{Control>}u{/Control}'],
];

interface Kind {
  readonly name: string;
  readonly text: string;
  readonly dialect?: Dialect;
}

/** Irregular lines: indentation between levels, empty and blank lines, tabs, non-ASCII text, comments. */
function ragged(count: number, lineEnd: string): string {
  const random = integersFrom(count);
  const lines = Array.from({ length: count }, (_, index) => {
    const indent = ['', ' ', '  ', '   ', '    ', '\t', ' \t', '      '][random(8)] ?? '';
    const text = [
      '',
      '',
      `"é${random(50)}": ${index},`,
      `"日本 😀 ${random(20)}"`,
      '// note',
      '//x',
      '{',
      '],',
      'B',
      'a',
    ];
    return indent + (text[random(text.length)] ?? '') + (random(5) === 0 ? ' \t ' : '');
  });
  return lines.join(lineEnd);
}

const pretty = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, id) => ({ id, name: `récord ${(id * 7919) % count}`, tags: ['a', { b: null }] })),
    null,
    2,
  );

const KINDS: readonly Kind[] = [
  { name: 'pretty JSON', text: pretty(80) },
  { name: 'ragged lines', text: ragged(480, '\n'), dialect: 'jsonc' },
  { name: 'ragged lines that end with CRLF', text: ragged(400, '\r\n'), dialect: 'json5' },
  { name: 'a line that no window holds, between others', text: `[\n  1,\n  "${'x'.repeat(30_000)}",\n  2\n]` },
];

/** Selects from one position to another, given as lines and columns from 0. */
function select(pair: Pair, lineEnd: string, from: readonly [number, number], to: readonly [number, number]): void {
  const lines = pair.plain.text.split('\n');
  const offsetOf = ([line, column]: readonly [number, number]): number =>
    encodeUtf8(
      lines
        .slice(0, line)
        .map((one) => one + lineEnd)
        .join('') + (lines[line] ?? '').slice(0, column),
    ).length;
  pair.session.navigation.select([{ anchor: offsetOf(from), active: offsetOf(to) }]);
  pair.plain.select([{ anchor: from, active: to }]);
}

let opened: Pair | null = null;
afterEach(() => {
  opened?.close();
  opened = null;
});

/** Opens a text in both editors. */
async function open({ text, dialect = 'json' }: Kind) {
  const pair = new Pair(text, dialect);
  opened = pair;
  await pair.openText();
  return { pair, lineEnd: text.includes('\r\n') ? '\r\n' : '\n', random: integersFrom(SEED) };
}

describe('commands on lines that the window does not hold', () => {
  it.each(KINDS)(
    `[TXT-1] [TXT-2] are what a plain Monaco's are: $name, seed ${SEED}`,
    { timeout: 1_200_000 },
    async (kind) => {
      const { pair, lineEnd, random } = await open(kind);
      const { dialect = 'json' } = kind;
      const commands = dialect === 'json' ? COMMANDS : [...COMMANDS, ...COMMENT];
      const done: string[] = [];
      /** A random column of a line, often its start or its end, never inside a character. */
      const columnOf = (line: string): number => {
        if (random(3) === 0) return 0;
        const column = random(3) === 0 ? line.length : random(line.length + 1);
        return /[\ud800-\udbff]$/.test(line.slice(0, column)) ? column - 1 : column;
      };
      try {
        for (let step = 1; step <= ACTIONS; step += 1) {
          const { plain, session } = pair;
          if (random(4) > 0) {
            const lines = plain.text.split('\n');
            const [from, to] = [random(lines.length), random(lines.length)];
            const all = random(8) === 0;
            const place = (line: number): readonly [number, number] => [line, columnOf(lines[line] ?? '')];
            const [a, b] = all
              ? ([
                  [0, 0],
                  [lines.length - 1, (lines.at(-1) ?? '').length],
                ] as const)
              : ([place(from), place(to)] as const);
            select(pair, lineEnd, a, b);
            await pair.settled();
            done.push(`select ${a.join(':')} to ${b.join(':')}`);
          }
          const [name, key, ours] = commands[random(commands.length)] ?? COMMANDS[0] ?? ['', null];
          // Deleting everything would leave nothing for the next steps, so it is rare.
          if (name.endsWith('deleteLines') && random(3) > 0) continue;
          if (name.includes('copyLines') && plain.lineCount > MAX_CHANGES / 2) continue;
          const before = { text: plain.text, version: plain.stop(), selected: plain.selected };
          done.push(name);
          session.screen.keepIndent();
          plain.indentAs(session.screen.model);
          plain.run(name);
          if (key !== null) await keys(key);
          else session.editor.trigger('test', ours ?? name, null);
          await pair.compare(step % 5 === 0);
          if (plain.text !== before.text && random(4) === 0) {
            done.push('undo');
            expect(await pair.undo()).toBe(true);
            plain.undoTo(before.version);
            plain.select(before.selected);
            // If everything was selected, undo restores the text but not the selection.
            await pair.settled();
            select(pair, lineEnd, before.selected[0]?.anchor ?? [0, 0], before.selected[0]?.active ?? [0, 0]);
            await pair.compare(true);
          }
        }
        await pair.compare(true);
      } catch (error) {
        throw new Error(`seed ${SEED}, step ${done.length}, after: ${done.slice(-4).join(' | ')}`, { cause: error });
      }
    },
  );

  it.each(KINDS)(
    `[TXT-1] [TXT-2] join as a plain Monaco does: $name, seed ${SEED}`,
    { timeout: 1_200_000 },
    async (kind) => {
      const { pair, lineEnd, random } = await open(kind);
      const done: string[] = [];
      try {
        for (let step = 1; step <= ACTIONS / 4; step += 1) {
          const { plain, session } = pair;
          const lines = plain.text.split('\n');
          const from = random(lines.length);
          const to = Math.min(lines.length - 1, from + random(40));
          const [a, b] = [[from, random(2) * (lines[from] ?? '').length] as const, [to, 0] as const];
          const isForward = random(2) === 0;
          select(pair, lineEnd, isForward ? a : b, isForward ? b : a);
          await pair.settled();
          done.push(`${a.join(':')} to ${b.join(':')}`);
          plain.run('editor.action.joinLines');
          session.editor.trigger('test', 'diptych.joinLines', null);
          await pair.settled();
          // Monaco reverses the selection and is off by a column: only the text is compared.
          const [one] = plain.selected;
          await expect.poll(() => pair.client.state.lineCount).toBe(plain.lineCount);
          select(pair, lineEnd, one?.anchor ?? [0, 0], one?.active ?? [0, 0]);
          await pair.compare(true);
        }
      } catch (error) {
        throw new Error(`seed ${SEED}, step ${done.length}, after: ${done.slice(-2).join(' | ')}`, { cause: error });
      }
    },
  );
});
