// What has to change in the editor to show another slice, so that the lines which both have keep their
// colours, their layout and the selection. Positions are in the old slice's text.

import type { TextChange } from './edit.ts';
import type { Slice } from './slice.ts';

/** Below this share of common bytes a fresh start is cheaper. */
const WORTH_KEEPING = 0.25;
const CR = 13;

/** The changes that make the text of `next` out of the text of `old`; `null` when it is better set anew. */
export function changesBetween(old: Slice, next: Slice): readonly TextChange[] | null {
  return old.revision === next.revision ? moveEnds(old, next) : replaceMiddle(old, next);
}

/** Both are slices of one text: only the ends differ. */
function moveEnds(old: Slice, next: Slice): readonly TextChange[] | null {
  // While a document is loaded its end moves on, and may have lain inside a character or a CRLF.
  if (old.size !== next.size) return null;
  const start = Math.max(old.base, next.base);
  const end = Math.min(old.end, next.end);
  if (end - start < WORTH_KEEPING * Math.min(old.bytes.length, next.bytes.length) || end <= start) return null;
  const changes = [];
  if (next.end !== old.end) changes.push(change(old, Math.min(end, old.end), old.end, next.text(end, next.end)));
  if (next.base !== old.base) changes.push(change(old, old.base, start, next.text(next.base, start)));
  return changes;
}

/** Two texts that begin at one place: what is between the common lines at both ends is replaced. */
function replaceMiddle(old: Slice, next: Slice): readonly TextChange[] | null {
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
  return [change(old, old.base + front, old.end - back, next.text(next.base + front, next.end - back))];
}

/** Whether neither a character nor a line end is cut between a byte and the one before it. */
function isSeam(bytes: Uint8Array, at: number): boolean {
  const before = bytes[at - 1] ?? 0;
  return before < 0x80 && before !== CR && ((bytes[at] ?? 0) & 0xc0) !== 0x80;
}

function change(old: Slice, start: number, end: number, text: string): TextChange {
  const from = old.positionAt(start);
  const to = old.positionAt(end);
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
