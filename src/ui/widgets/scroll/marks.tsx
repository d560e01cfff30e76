// Marks beside a scrollbar that show positions in the whole content. There is one SVG path per kind, so the cost depends on the
// height of the bar and not on the number of marks, and the theme sets the colours.

import { memo } from 'react';
import styles from './marks.module.css';

/** The kinds of marks; each has its own colour and lane. */
export type MarkKind = 'hit' | 'error' | 'problem' | 'warning' | 'created' | 'updated' | 'deleted';

/** The marks of one kind. */
export interface MarkLane {
  readonly kind: MarkKind;
  /** Pairs of a first (inclusive) and a last (exclusive) position, in the scrollbar's units; sorted. */
  readonly spans: Float64Array;
}

/**
 * Left edge and width, in pixels: differences on the left, hits in the middle, problems on the right, the first error across
 * the full width.
 */
const LANES: Readonly<Record<MarkKind, readonly [left: number, width: number]>> = {
  created: [0, 4],
  updated: [0, 4],
  deleted: [0, 4],
  hit: [4, 4],
  warning: [8, 4],
  problem: [8, 4],
  error: [0, 12],
};
/** Minimum height of a mark. */
const MIN_PX = 2;

export interface MarksProps {
  readonly lanes: readonly MarkLane[];
  /** Total of the scrollbar's units, and its height. */
  readonly total: number;
  readonly heightPx: number;
}

/** The marks of one scrollbar, drawn over it. */
export const Marks = memo(function Marks({ lanes, total, heightPx }: MarksProps) {
  if (total <= 0 || heightPx <= 0 || lanes.length === 0) return null;
  return (
    <svg className={styles.marks} width={12} height={heightPx} aria-hidden>
      {lanes.map(({ kind, spans }) => (
        <path key={kind} data-kind={kind} className={styles[kind]} d={drawSpans(spans, total, heightPx, LANES[kind])} />
      ))}
    </svg>
  );
});

/** Returns the outline of marks on whole pixels; adjacent marks are merged. */
export function drawSpans(
  spans: Float64Array,
  total: number,
  heightPx: number,
  [left, width]: readonly [left: number, width: number],
): string {
  let path = '';
  let top = -1;
  let bottom = -1;
  const draw = (): void => {
    if (bottom > top) path += `M${left} ${top}h${width}V${bottom}h${-width}z`;
  };
  for (let at = 0; at + 1 < spans.length; at += 2) {
    const from = Math.min(Math.floor(((spans[at] ?? 0) / total) * heightPx), heightPx - MIN_PX);
    const to = Math.max(Math.ceil(((spans[at + 1] ?? 0) / total) * heightPx), from + MIN_PX);
    if (from > bottom) {
      draw();
      top = from;
    }
    bottom = Math.max(bottom, Math.min(to, heightPx));
  }
  draw();
  return path;
}
