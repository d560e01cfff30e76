// Reports the geometry of a rendered list to its scroller.

import { useLayoutEffect } from 'react';
import type { Scroller } from './scroll-position.ts';

export interface CommitProps {
  readonly scroller: Scroller;
  readonly base: number;
  readonly count: number;
  readonly total: number;
  readonly rowPx: number;
  readonly heightPx: number;
}

/**
 * Rendered inside the list, because layout effects of children run before those of the list, which then measures the corrected
 * position.
 */
export function ReportGeometry({ scroller, base, count, total, rowPx, heightPx }: CommitProps) {
  useLayoutEffect(() => {
    scroller.commit({ slice: { base, count }, total, rowPx, heightPx });
  });
  return null;
}
