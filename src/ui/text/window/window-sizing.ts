// Which slice of the document to request. Pure: sizes and places in, requests out.
//
//   first    a small part at the top of the document, so that something is on the screen soon
//   drag     little more than a screenful, while the scrollbar is held
//   full     the margins below; the whole document, if it is small
//
// A full window is requested when fewer than `marginRows` rows remain on one side. It reaches more than 1.5 times as far above
// the top row; otherwise each move up would require the next one.

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
  /** A document up to these sizes is read as one window. */
  readonly whole: { readonly bytes: number; readonly lines: number; readonly wrappedBytes: number };
  /** A window that typing has made longer than this is read again. */
  readonly longestBytes: number;
}

interface Around {
  readonly before: number;
  readonly after: number;
  /** The least extent on either side, in screens. */
  readonly screens?: number;
}

/** Measured to be fast. Tests make the windows tiny, so that they move at every step. */
export const LIMITS: Limits = {
  marginRows: 400,
  fullRows: 800,
  firstBytes: 16 * KB,
  drag: { before: 4 * KB, after: 8 * KB, screens: 1.25 },
  // Monaco processes the whole line on each keystroke: no more than is needed to stay ahead of the mouse wheel.
  wrapped: { before: 12 * KB, after: 12 * KB, screens: 2.5 },
  // Holds 800 rows of 650 bytes, and still several screens of longer lines.
  plain: { before: 512 * KB, after: 512 * KB },
  // Opening such a document takes less than 50 ms.
  whole: { bytes: 1024 * KB, lines: 25_000, wrappedBytes: 256 * KB },
  longestBytes: 3 * 1024 * KB,
};
/** The worker cuts a line longer than this. */
const OVERLONG_BYTES = 20 * KB;
/**
 * A document with longer lines than this, in bytes, is shown wrapped. Monaco renders whole lines: a screen of lines with 900
 * bytes of numbers takes 150 ms, with 4 KB 470 ms. A screen of wrapped rows always takes the same time.
 */
const WRAPPED_FROM = { longest: 600, average: 200 };
/** Lines up to this length, in bytes, stay unwrapped if the user chose so, however long drawing a screen takes. */
const UNWRAPPED_TO = 4096;
/** No limit: more lines than any document has. */
const ALL_LINES = Number.MAX_SAFE_INTEGER;

/** The properties of the document and the screen that a request depends on. */
export type WindowShape = Pick<DocumentState, 'size' | 'lineCount' | 'longestLine' | 'phase'> & {
  readonly wrap?: WrapSetting;
  readonly limits: Limits;
  /** How many bytes of a wrapped line fit on a screen. */
  readonly screenBytes?: number;
};

/** How much of the window lies above and below the screen. */
export interface Room {
  readonly rowsAbove: number;
  readonly rowsBelow: number;
  readonly bytesAbove: number;
  readonly bytesBelow: number;
  /** Whether the window reaches the start and the end of the document. */
  readonly toStart: boolean;
  readonly toEnd: boolean;
}

/** Whether lines are wrapped at the width of the screen. */
export function isWrapped(shape: WindowShape): boolean {
  if (shape.wrap === 'on' || shape.longestLine > UNWRAPPED_TO) return true;
  if (shape.wrap === 'off') return false;
  // The end of the last line begins another one, which is empty.
  const average = shape.size / Math.max(1, shape.lineCount - 1);
  return shape.longestLine > WRAPPED_FROM.longest || average > WRAPPED_FROM.average;
}

/** Whether the window should be the whole document. */
export function fitsWhole(shape: WindowShape): boolean {
  if (shape.phase !== 'ready' || shape.longestLine > OVERLONG_BYTES || shape.lineCount > shape.limits.whole.lines)
    return false;
  const { whole } = shape.limits;
  return shape.size <= (isWrapped(shape) ? whole.wrappedBytes : whole.bytes);
}

/** Requests the top of the document. */
export function firstRequest(limits: Limits): TextRequest {
  return {
    anchor: { byte: asByte(0) },
    linesBefore: 0,
    linesAfter: limits.fullRows,
    bytesBefore: 0,
    bytesAfter: limits.firstBytes,
  };
}

/** Requests a few screens around a place; `rows` fit on one screen. */
export function dragRequest(anchor: TextRequest['anchor'], shape: WindowShape, rows: number): TextRequest {
  const bytes = isWrapped(shape) ? coverScreens(shape.limits.drag, shape) : shape.limits.plain;
  return { anchor, linesBefore: rows, linesAfter: 2 * rows, bytesBefore: bytes.before, bytesAfter: bytes.after };
}

/** Requests a full window. */
export function fullRequest(anchor: TextRequest['anchor'], shape: WindowShape): TextRequest {
  const { fullRows, plain } = shape.limits;
  if (fitsWhole(shape))
    return { anchor, linesBefore: ALL_LINES, linesAfter: ALL_LINES, bytesBefore: shape.size, bytesAfter: shape.size };
  if (isWrapped(shape)) {
    const wrapped = coverScreens(shape.limits.wrapped, shape);
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

/** Widens a window to the number of screens that it should cover. */
function coverScreens({ before, after, screens = 0 }: Around, { screenBytes = 0 }: WindowShape): Around {
  const least = Math.ceil(screenBytes * screens);
  return { before: Math.max(before, least), after: Math.max(after, least) };
}

/**
 * Aligns a request so that its window starts a multiple of `columns` away from `base`, the start of the last one. In a long run
 * without a break, such as Base64, rows would otherwise be cut at different places and jump sideways.
 */
export function alignRequest(request: TextRequest, anchor: number, base: number, columns: number): TextRequest {
  const offset = (anchor - request.bytesBefore - base) % columns;
  return { ...request, bytesBefore: request.bytesBefore + (offset < 0 ? offset + columns : offset) };
}

/** Extends a request to cover at least `range`: with several cursors nothing may leave the window. */
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

/** Whether the screen is too close to an end of the window, or the window has become too long. */
export function needsMove(room: Room, shape: WindowShape): boolean {
  const whole = room.toStart && room.toEnd;
  if (fitsWhole(shape)) return !whole;
  if (room.bytesAbove + room.bytesBelow > shape.limits.longestBytes) return true;
  const { marginRows, plain } = shape.limits;
  const bytes = isWrapped(shape) ? coverScreens(shape.limits.wrapped, shape) : plain;
  const nearStart = !room.toStart && room.rowsAbove < marginRows && room.bytesAbove < bytes.before / 2;
  const nearEnd = !room.toEnd && room.rowsBelow < marginRows && room.bytesBelow < bytes.after / 2;
  return nearStart || nearEnd;
}
