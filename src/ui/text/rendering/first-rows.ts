// Computes the first rows of a text as the editor will draw them, before the editor is loaded.

import { tokenizeLine, type LineStart } from '../editor/colours.ts';
import { stretchesOf, type ColourStretch } from './colour-runs.ts';

/** A line, or one row of a wrapped line. */
export interface FirstRow {
  /** The index of its line, and its index in that line. */
  readonly id: string;
  /** The number of its line, from 1, in the line's first row; `null` in the others. */
  readonly number: number | null;
  readonly stretches: readonly ColourStretch[];
}

/** The number of rows, and of characters in a row, that fit on the screen. */
export interface RowRoom {
  readonly rows: number;
  readonly columns: number;
}

/** The most characters that a screen shows of an unwrapped line. */
const MAX_LENGTH = 1000;
const MARK = '\u{feff}';
const LINE_END = /\r\n|\r|\n/;
const BREAK_BEFORE = new Set('([{');
const BREAK_AFTER = new Set(' \t})]?|/&,;');

/** The rows that fit on the screen. Cost: the visible parts of their lines. */
export function firstRows(text: string, room: RowRoom, isWrapped: boolean): FirstRow[] {
  const rows: FirstRow[] = [];
  let start: LineStart = { inside: 'nothing', depth: 0 };
  const lines = text.replace(MARK, (mark, at) => (at === 0 ? '' : mark)).split(LINE_END, room.rows);
  for (const [index, whole] of lines.entries()) {
    const left = room.rows - rows.length;
    if (left <= 0) break;
    // Slightly more than is visible, because a key is recognised by the colon after it.
    const line = whole.slice(0, isWrapped ? (left + 1) * room.columns : MAX_LENGTH);
    const starts = isWrapped ? rowStarts(line, room.columns, left + 1) : [0];
    const { tokens, next } = tokenizeLine(line, start);
    const cut = cutAt(stretchesOf(line, tokens), starts).slice(0, left);
    for (const [row, stretches] of cut.entries())
      rows.push({ id: `${index}:${row}`, number: row === 0 ? index + 1 : null, stretches });
    start = next;
  }
  return rows;
}

/**
 * Where the rows of a wrapped line start, as Monaco breaks ASCII text: after a blank or a closing character, before an opening
 * one, or otherwise at the last column. At most `most` rows.
 */
export function rowStarts(line: string, columns: number, most: number): number[] {
  const starts = [0];
  let start = 0;
  while (line.length - start > columns && starts.length < most) {
    start = breakUpTo(line, start, start + columns);
    starts.push(start);
  }
  return starts;
}

/** The last place to break at, after `start` and up to `end`; `end` if there is none. */
function breakUpTo(line: string, start: number, end: number): number {
  for (let at = end; at > start; at -= 1) if (canBreak(line[at - 1] ?? '', line[at] ?? '')) return at;
  return end;
}

function canBreak(before: string, after: string): boolean {
  if (after === ' ') return false;
  if (BREAK_AFTER.has(before) && !BREAK_AFTER.has(after)) return true;
  return !BREAK_BEFORE.has(before) && BREAK_BEFORE.has(after);
}

/** Divides stretches among rows. A stretch that contains the start of a row is split there. */
function cutAt(stretches: readonly ColourStretch[], starts: readonly number[]): ColourStretch[][] {
  const rows: ColourStretch[][] = starts.map(() => []);
  let row = 0;
  for (const { at, text, scope } of stretches) {
    for (let from = 0; from < text.length;) {
      while (at + from >= (starts[row + 1] ?? Infinity)) row += 1;
      const to = Math.min(text.length, (starts[row + 1] ?? Infinity) - at);
      rows[row]?.push({ at: at + from, text: text.slice(from, to), scope });
      from = to;
    }
  }
  return rows;
}
