// The scrollbar below a table that is wider than its panel: a native one, over an empty element as wide as all columns.

import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { HorizontalScroll } from '../model/column-layout.ts';
import styles from './horizontal-scrollbar.module.css';

export interface HorizontalScrollbarProps {
  readonly horizontal: HorizontalScroll;
  /** Width of all columns and the row header. */
  readonly widthPx: number;
  readonly gridId: string;
}

/** A horizontal scrollbar for the mouse; the keyboard scrolls the grid itself. */
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
