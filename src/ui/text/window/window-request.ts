// Which slice of the document to ask for. Pure: sizes and places in, requests out.
//
//   first    the top of the document, small, so that something is on the screen soon
//   drag     little more than a screenful, while the scrollbar is held
//   full     the margins below; the whole document, when it is small
//
// A full window is asked for when less than `marginRows` are left on one side. What it gives before
// the top row is more than 1.5 times that, or each move up would call for the next one.

import type { DocumentState } from '../../../shared/protocol/protocol.ts';
import type { TextRequest } from '../../../shared/protocol/textview.ts';
import { asByte } from '../../../shared/units.ts';
import type { WrapSetting } from '../../../shared/settings/wrapping.ts';

const KB = 1024;

/** Sizes of windows, in rows and bytes. */
export interface Limits {
  readonly marginRows: number;
  readonly fullRows: number;
  readonly firstBytes: number;
  readonly drag: Around;
  readonly wrapped: Around;
  readonly plain: Around;
  /** A document up to these sizes is one window. */
  readonly whole: { readonly bytes: number; readonly lines: number; readonly wrappedBytes: number };
  /** A window that typing has made longer than this is cut again. */
  readonly longestBytes: number;
}

interface Around {
  readonly before: number;
  readonly after: number;
  /** It reaches over so many screens on either side, at least. */
  readonly screens?: number;
}

/** What was measured to be quick. Tests make the windows tiny, so that they move at every step. */
export const LIMITS: Limits = {
  marginRows: 400,
  fullRows: 800,
  firstBytes: 16 * KB,
  drag: { before: 4 * KB, after: 8 * KB, screens: 1.25 },
  // Monaco goes through all of a line at each key: no more than is needed to stay ahead of the wheel.
  wrapped: { before: 12 * KB, after: 12 * KB, screens: 2.5 },
  // Holds 800 rows of 650 bytes; of longer lines it still holds several screens.
  plain: { before: 512 * KB, after: 512 * KB },
  // Opening such a one stays below 50 ms.
  whole: { bytes: 1024 * KB, lines: 25_000, wrappedBytes: 256 * KB },
  longestBytes: 3 * 1024 * KB,
};
/** The worker cuts a line longer than this. */
const OVERLONG_BYTES = 20 * KB;
/**
 * A document with longer lines is shown wrapped. Monaco puts all of a line on the page: a screen of lines
 * of 900 numbers' bytes takes 150 ms, of 4 KB 470 ms; a screen of wrapped rows always takes the same.
 */
const WRAPPED_FROM = { longest: 600, average: 200 };
/** Lines up to here are not wrapped where somebody does not want it, however long the screen then takes. */
const UNWRAPPED_TO = 4096;
/** No limit: more lines than any document has. */
const ALL_LINES = Number.MAX_SAFE_INTEGER;

/** What a decision needs to know of the document. */
export type Shape = Pick<DocumentState, 'size' | 'lineCount' | 'longestLine' | 'phase'> & {
  readonly wrap?: WrapSetting;
  readonly limits: Limits;
  /** How much of a wrapped line a screen shows. */
  readonly screenBytes?: number;
};

/** What is left of the window around the screen. */
export interface Room {
  readonly rowsAbove: number;
  readonly rowsBelow: number;
  readonly bytesAbove: number;
  readonly bytesBelow: number;
  /** Whether the window reaches the document's start, and its end. */
  readonly toStart: boolean;
  readonly toEnd: boolean;
}

/** Whether lines are to be wrapped at the screen's width. */
export function isWrapped(shape: Shape): boolean {
  if (shape.wrap === 'on' || shape.longestLine > UNWRAPPED_TO) return true;
  if (shape.wrap === 'off') return false;
  return shape.longestLine > WRAPPED_FROM.longest || shape.size / shape.lineCount > WRAPPED_FROM.average;
}

/** Whether the window is to be the whole document. */
export function fitsWhole(shape: Shape): boolean {
  if (shape.phase !== 'ready' || shape.longestLine > OVERLONG_BYTES || shape.lineCount > shape.limits.whole.lines)
    return false;
  const { whole } = shape.limits;
  return shape.size <= (isWrapped(shape) ? whole.wrappedBytes : whole.bytes);
}

/** The document's top. */
export function firstRequest(limits: Limits): TextRequest {
  return {
    anchor: { byte: asByte(0) },
    linesBefore: 0,
    linesAfter: limits.fullRows,
    bytesBefore: 0,
    bytesAfter: limits.firstBytes,
  };
}

/** A few screens around a place; `rows` fit on one. */
export function dragRequest(anchor: TextRequest['anchor'], shape: Shape, rows: number): TextRequest {
  const bytes = isWrapped(shape) ? widen(shape.limits.drag, shape) : shape.limits.plain;
  return { anchor, linesBefore: rows, linesAfter: 2 * rows, bytesBefore: bytes.before, bytesAfter: bytes.after };
}

/** The window to stay in. */
export function fullRequest(anchor: TextRequest['anchor'], shape: Shape): TextRequest {
  const { fullRows, plain } = shape.limits;
  if (fitsWhole(shape))
    return { anchor, linesBefore: ALL_LINES, linesAfter: ALL_LINES, bytesBefore: shape.size, bytesAfter: shape.size };
  if (isWrapped(shape)) {
    const wrapped = widen(shape.limits.wrapped, shape);
    return {
      anchor,
      linesBefore: ALL_LINES,
      linesAfter: ALL_LINES,
      bytesBefore: wrapped.before,
      bytesAfter: wrapped.after,
    };
  }
  return {
    anchor,
    linesBefore: fullRows,
    linesAfter: fullRows,
    bytesBefore: plain.before,
    bytesAfter: plain.after,
  };
}

/** As much of a wrapped line as the screen there is needs. */
function widen({ before, after, screens = 0 }: Around, { screenBytes = 0 }: Shape): Around {
  const least = Math.ceil(screenBytes * screens);
  return { before: Math.max(before, least), after: Math.max(after, least) };
}

/**
 * A request whose window starts whole rows of `columns` away from `base`, where the last one started: in a
 * long run without a break, such as Base64, rows would otherwise be cut at other places and jump sideways.
 */
export function alignRequest(request: TextRequest, anchor: number, base: number, columns: number): TextRequest {
  const offset = (anchor - request.bytesBefore - base) % columns;
  return { ...request, bytesBefore: request.bytesBefore + (offset < 0 ? offset + columns : offset) };
}

/** A request that is answered by at least `range` too, as with several cursors nothing may leave the window. */
export function growRequest(
  request: TextRequest,
  anchor: number,
  range: { readonly start: number; readonly end: number },
): TextRequest {
  return {
    ...request,
    linesBefore: ALL_LINES,
    linesAfter: ALL_LINES,
    bytesBefore: Math.max(request.bytesBefore, anchor - range.start),
    bytesAfter: Math.max(request.bytesAfter, range.end - anchor),
  };
}

/** Whether the screen has come too near to an end of the window, or the window has become too long. */
export function wantsMove(room: Room, shape: Shape): boolean {
  const whole = room.toStart && room.toEnd;
  if (fitsWhole(shape)) return !whole;
  if (room.bytesAbove + room.bytesBelow > shape.limits.longestBytes) return true;
  const { marginRows, plain } = shape.limits;
  const bytes = isWrapped(shape) ? widen(shape.limits.wrapped, shape) : plain;
  const nearStart = !room.toStart && room.rowsAbove < marginRows && room.bytesAbove < bytes.before / 2;
  const nearEnd = !room.toEnd && room.rowsBelow < marginRows && room.bytesBelow < bytes.after / 2;
  return nearStart || nearEnd;
}
