// Lines that the window cuts or does not hold.

import type { TextSlice } from './slice.ts';
import type { Screen } from './screen.ts';
import type { Caret } from './caret.ts';

/** The selections, and the window on the screen. */
interface CutWindow {
  readonly caret: Pick<Caret, 'spans'>;
  readonly screen: Pick<Screen, 'slice'>;
}

/**
 * Whether the line of either end of a selection, or any line at most `around` lines away from it, is cut by the window or lies
 * outside it.
 */
export function isCut({ caret, screen: { slice } }: CutWindow, around = 0): boolean {
  return (
    slice !== null && caret.spans.some((span) => [span.anchor, span.active].some((at) => isCutAt(slice, at, around)))
  );
}

/** Like `isCut`, but only for the lines of the carets, regardless of what is selected. */
export function isCutAtCaret({ caret, screen: { slice } }: CutWindow, around = 0): boolean {
  return slice !== null && caret.spans.some(({ active }) => isCutAt(slice, active, around));
}

function isCutAt(slice: TextSlice, offset: number, around: number): boolean {
  if (!slice.holds(offset)) return true;
  const { lineNumber } = slice.positionAt(offset);
  const isCutBefore = lineNumber - around <= 1 && (slice.firstColumn > 0 || (lineNumber <= around && slice.base > 0));
  return isCutBefore || (lineNumber + around >= slice.lines && slice.end < slice.size);
}
