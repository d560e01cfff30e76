// The scrollbar of a list of rows, in units of rows, synchronised with the list's scroller.

import { useSyncExternalStore } from 'react';
import type { MarkLane } from '../scroll/marks.tsx';
import { Scrollbar } from '../scroll/scrollbar.tsx';
import type { Scroller } from './scroll-position.ts';

export interface RowScrollbarProps {
  readonly scroller: Scroller;
  readonly total: number;
  readonly label: string;
  /** The id of the list. */
  readonly controls: string;
  readonly marks: readonly MarkLane[];
}

/** The scrollbar beside the rows. */
export function RowScrollbar({ scroller, ...props }: RowScrollbarProps) {
  const top = useSyncExternalStore(scroller.subscribe, () => scroller.top);
  const visible = useSyncExternalStore(scroller.subscribe, () => scroller.visible);
  return <Scrollbar {...props} viewport={visible} position={top} onScroll={scroller.dragTo} />;
}
