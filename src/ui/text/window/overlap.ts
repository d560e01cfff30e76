// The changes that make the editor show another slice and preserve the colours, the layout and the selection of the lines that
// both contain. Positions are in the old slice's text.

import { CR } from '../../../shared/bytes/ascii.ts';
import type { EditorChange } from './text-change.ts';
import type { TextSlice } from './slice.ts';

/** Below this share of common bytes, setting the whole text is cheaper. */
const WORTH_KEEPING = 0.25;

/** The changes that turn the text of `old` into the text of `next`; `null` if it is better to set the whole text. */
export function changesBetween(old: TextSlice, next: TextSlice): readonly EditorChange[] | null {
  const isSame = old.revision === next.revision && old.folds.version === next.folds.version;
  return isSame ? moveEnds(old, next) : replaceMiddle(old, next);
}

/** Both are slices of the same text, and differ only at their ends. */
function moveEnds(old: TextSlice, next: TextSlice): readonly EditorChange[] | null {
  // While a document is loading its end moves, and may have been inside a character or a CRLF.
  if (old.size !== next.size) return null;
  const start = Math.max(old.base, next.base);
  const end = Math.min(old.end, next.end);
  const [oldStart, oldEnd] = [old.indexOf(start), old.indexOf(end)];
  const [nextStart, nextEnd] = [next.indexOf(start), next.indexOf(end)];
  const common = oldEnd - oldStart;
  if (end <= start || common !== nextEnd - nextStart) return null;
  if (common < WORTH_KEEPING * Math.min(old.bytes.length, next.bytes.length)) return null;
  const changes = [];
  if (next.end !== old.end) changes.push(change(old, oldEnd, old.bytes.length, next.text(nextEnd)));
  if (next.base !== old.base) changes.push(change(old, 0, oldStart, next.text(0, nextStart)));
  return changes;
}

/** The texts differ, but begin at the same offset: replaces what lies between the common lines at both ends. */
function replaceMiddle(old: TextSlice, next: TextSlice): readonly EditorChange[] | null {
  if (old.base !== next.base) return null;
  const a = old.bytes;
  const b = next.bytes;
  const shorter = Math.min(a.length, b.length);
  let front = 0;
  while (front < shorter && a[front] === b[front]) front += 1;
  if (front === a.length && front === b.length) return [];
  while (front > 0 && !(isSeam(a, front) && isSeam(b, front))) front -= 1;
  let back = 0;
  while (back < shorter - front && a[a.length - 1 - back] === b[b.length - 1 - back]) back += 1;
  while (back > 0 && !(isSeam(a, a.length - back) && isSeam(b, b.length - back))) back -= 1;
  if (front + back < WORTH_KEEPING * shorter) return null;
  return [change(old, front, a.length - back, next.text(front, b.length - back))];
}

/** Whether the boundary before a byte splits neither a character nor a line end. */
function isSeam(bytes: Uint8Array, at: number): boolean {
  const before = bytes[at - 1] ?? 0;
  return before < 0x80 && before !== CR && ((bytes[at] ?? 0) & 0xc0) !== 0x80;
}

function change(old: TextSlice, start: number, end: number, text: string): EditorChange {
  const from = old.placeOf(start);
  const to = old.placeOf(end);
  return {
    range: {
      startLineNumber: from.lineNumber,
      startColumn: from.column,
      endLineNumber: to.lineNumber,
      endColumn: to.column,
    },
    text,
  };
}
