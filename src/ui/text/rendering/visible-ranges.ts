// Converts between bytes of the document and ranges of the editor, for decorations on and near the screen.

import { monaco } from '../editor/editor.ts';
import type { TextSession } from '../session/session.ts';
import type { TextSlice } from '../window/slice.ts';

/** The most bytes on either side of the screen: a long line is only partly visible. */
const MARGIN_BYTES = 4 * 1024;

/** The bytes on the screen, and about as many on either side. */
export function nearbyBytes(
  { editor, screen }: TextSession,
  slice: TextSlice,
): { readonly start: number; readonly end: number } {
  const ranges = editor.getVisibleRanges();
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (first === undefined || last === undefined) return { start: slice.base, end: slice.base };
  const { rows } = screen;
  const top = { lineNumber: Math.max(1, first.startLineNumber - rows), column: 1 };
  const bottom = { lineNumber: last.endLineNumber + rows, column: Number.MAX_SAFE_INTEGER };
  const start = slice.offsetAt({ lineNumber: first.startLineNumber, column: first.startColumn });
  const end = slice.offsetAt({ lineNumber: last.endLineNumber, column: last.endColumn });
  return {
    start: Math.max(slice.offsetAt(top), start - MARGIN_BYTES),
    end: Math.min(slice.offsetAt(bottom), end + MARGIN_BYTES),
  };
}

/** The range of bytes in the editor, clipped to the window. */
export function rangeIn(
  slice: TextSlice,
  { start, end }: { readonly start: number; readonly end: number },
): monaco.Range {
  const [from, to] = [slice.positionAt(Math.max(start, slice.base)), slice.positionAt(Math.min(end, slice.end))];
  return new monaco.Range(from.lineNumber, from.column, to.lineNumber, to.column);
}
