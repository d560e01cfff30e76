// The scrollbar below a table that is wider than its panel: the browser's own, over as much as the columns are wide.

import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { HorizontalScroll } from './horizontal-scroll.ts';
import styles from './horizontal-scrollbar.module.css';

export interface HorizontalScrollbarProps {
  readonly horizontal: HorizontalScroll;
  /** Of all columns with the row header. */
  readonly widthPx: number;
  readonly gridId: string;
}

/** A horizontal scrollbar. The grid itself has the keys: this is for the mouse. */
export function HorizontalScrollbar({ horizontal, widthPx, gridId }: HorizontalScrollbarProps) {
  const track = useRef<HTMLDivElement>(null);
  const left = useSyncExternalStore(horizontal.subscribe, () => horizontal.leftPx);
  useLayoutEffect(() => {
    const { current } = track;
    if (current !== null && Math.abs(current.scrollLeft - left) > 1) current.scrollLeft = left;
  }, [left]);
  return (
    <div
      ref={track}
      className={styles['track']}
      aria-hidden
      data-controls={gridId}
      onScroll={(event) => {
        const { scrollLeft } = event.currentTarget;
        horizontal.scrollTo(scrollLeft);
      }}
    >
      <div style={{ width: widthPx, height: 1 }} />
    </div>
  );
}
