// The rows that the list is given. An element can't be tall enough for ten million rows, so the list gets a slice of them,
// which moves when the screen comes near its edge:
//
//   rows    0 ............ base ......... top ......... base + count ............ total
//                          |— margin —|         |— margin —|
//
// The slice is at most 200,000 px tall: below that, positions in pixels are exact, and it is long enough that moving it (which
// interrupts smooth scrolling) is rare.

/** Maximum number of rows in the list. */
export const SLICE_ROWS = 8000;
/** The slice moves when fewer rows than this remain beyond the screen. */
const MARGIN_ROWS = 1500;

/** The rows from `base` (inclusive) to `base + count` (exclusive). */
export interface RowSlice {
  readonly base: number;
  readonly count: number;
}

/** Returns the slice that starts at `base`, or as close to it as the number of rows allows. */
export function sliceAt(base: number, total: number): RowSlice {
  const count = Math.min(SLICE_ROWS, total);
  return { base: Math.max(0, Math.min(base, total - count)), count };
}

/**
 * Returns the start of the slice when the screen shows the rows from `top` on: unchanged, unless the screen is near an edge
 * with more rows beyond.
 * @param top may be a fraction; `visible` is the number of rows that fit the screen
 */
export function rebase({ base, count }: RowSlice, top: number, visible: number, total: number): number {
  const nearStart = base > 0 && top - base < MARGIN_ROWS;
  const nearEnd = base + count < total && base + count - (top + visible) < MARGIN_ROWS;
  if (!nearStart && !nearEnd) return base;
  return sliceAt(Math.round(top + visible / 2 - SLICE_ROWS / 2), total).base;
}
