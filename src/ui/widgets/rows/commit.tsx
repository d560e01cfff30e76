// Tells a scroller how its list is rendered.

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

/** Inside the list, because a child's layout effects run before its own: it then measures what is right. */
export function Commit({ scroller, base, count, total, rowPx, heightPx }: CommitProps) {
  useLayoutEffect(() => {
    scroller.commit({ slice: { base, count }, total, rowPx, heightPx });
  });
  return null;
}
