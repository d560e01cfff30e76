// The two sides of the page, of a comparison and of a merge.

import type { Side } from './protocol/compare.ts';

/** The side that is not this one. */
export function otherSide(side: Side): Side {
  return side === 'left' ? 'right' : 'left';
}
