// Which rows the list is given. An element can't be tall enough for ten million rows, so the list gets a
// slice of them, and the slice moves when the screen comes near its edge:
//
//   rows    0 ............ base ......... top ......... base + count ............ total
//                          |— margin —|         |— margin —|
//
// The slice is a fifth of a million pixels at most: below that, positions in pixels are exact, and it is
// long enough that moving it (which ends a running smooth scroll) is rare.

/** The list never gets more rows than this. */
export const SLICE_ROWS = 8000;
/** The slice moves when fewer rows than this are left beyond the screen. */
const MARGIN_ROWS = 1500;

/** The rows `base` to `base + count`. */
export interface Slice {
  readonly base: number;
  readonly count: number;
}

/** The slice that starts at `base`, or as near as the tree allows. */
export function sliceAt(base: number, total: number): Slice {
  const count = Math.min(SLICE_ROWS, total);
  return { base: Math.max(0, Math.min(base, total - count)), count };
}

/**
 * Where the slice should start when the screen shows the rows from `top` on: where it is, unless the
 * screen is near an edge that there are rows behind.
 * @param top may be a fraction; `visible` rows fit the screen
 */
export function rebase({ base, count }: Slice, top: number, visible: number, total: number): number {
  const nearStart = base > 0 && top - base < MARGIN_ROWS;
  const nearEnd = base + count < total && base + count - (top + visible) < MARGIN_ROWS;
  if (!nearStart && !nearEnd) return base;
  return sliceAt(Math.round(top + visible / 2 - SLICE_ROWS / 2), total).base;
}
