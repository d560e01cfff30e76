// The first rows of a text as the editor will draw them, before it is there to do so.

import { tokenizeLine, type LineStart } from './colours.ts';
import { stretchesOf, type Stretch } from './colour-runs.ts';

/** A row: a line, or a part of it. */
export interface FirstRow {
  /** Its line, and where in it the row begins. */
  readonly id: string;
  /** Of its line, from 1, where that begins. */
  readonly number: number | null;
  readonly stretches: readonly Stretch[];
}

/** How many rows and letters there is room for. */
export interface RowRoom {
  readonly rows: number;
  readonly columns: number;
}

/** No screen shows more of a line that is not wrapped. */
const LONGEST = 1000;
const MARK = '\u{feff}';
const LINE_END = /\r\n|\r|\n/;
const BREAK_BEFORE = new Set('([{');
const BREAK_AFTER = new Set(' \t})]?|/&,;');

/** The rows that there is room for. Cost: what is seen of their lines. */
export function firstRows(text: string, room: RowRoom, isWrapped: boolean): FirstRow[] {
  const rows: FirstRow[] = [];
  let start: LineStart = { inside: 'nothing', depth: 0 };
  const lines = text.replace(MARK, (mark, at) => (at === 0 ? '' : mark)).split(LINE_END, room.rows);
  for (const [index, whole] of lines.entries()) {
    const left = room.rows - rows.length;
    if (left <= 0) break;
    // A little more: a key is told by the colon behind it.
    const line = whole.slice(0, isWrapped ? (left + 1) * room.columns : LONGEST);
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
 * Where a long line is broken, as far as it goes for ASCII: behind a blank or a closing sign, before an opening one, and
 * else at the last column. At most `most` rows.
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

/** The last place to break at, behind `start` and up to `end`; `end` where there is none. */
function breakUpTo(line: string, start: number, end: number): number {
  for (let at = end; at > start; at -= 1) if (canBreak(line[at - 1] ?? '', line[at] ?? '')) return at;
  return end;
}

function canBreak(before: string, after: string): boolean {
  if (after === ' ') return false;
  if (BREAK_AFTER.has(before) && !BREAK_AFTER.has(after)) return true;
  return !BREAK_BEFORE.has(before) && BREAK_BEFORE.has(after);
}

/** The stretches of each row; one that a row's start is in goes on there. */
function cutAt(stretches: readonly Stretch[], starts: readonly number[]): Stretch[][] {
  const rows: Stretch[][] = starts.map(() => []);
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
