// Marks beside a scrollbar: where in the whole content something is. One path for each kind, so that what
// costs is the height of the bar and not how many marks there are, and colours are the theme's.

import { memo } from 'react';
import styles from './marks.module.css';

/** What marks stand for; each kind has a colour and a lane of its own. */
export type MarkKind = 'hit' | 'error' | 'problem' | 'warning' | 'created' | 'updated' | 'deleted';

/** The marks of one kind. */
export interface MarkLane {
  readonly kind: MarkKind;
  /** First and last positions in turn, in the scrollbar's units, the last exclusive; sorted. */
  readonly spans: Float64Array;
}

/** Left edge and width, in pixels: differences on the left, hits in the middle, problems on the right, the first error all across. */
const LANES: Readonly<Record<MarkKind, readonly [left: number, width: number]>> = {
  created: [0, 4],
  updated: [0, 4],
  deleted: [0, 4],
  hit: [4, 4],
  warning: [8, 4],
  problem: [8, 4],
  error: [0, 12],
};
/** No mark is lower. */
const LEAST_PX = 2;

export interface MarksProps {
  readonly lanes: readonly MarkLane[];
  /** The scrollbar's units, and how tall it is. */
  readonly total: number;
  readonly heightPx: number;
}

/** The marks of one scrollbar, to be laid over it. */
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

/** The outline of marks on whole pixels; those that touch are one. */
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
    const from = Math.min(Math.floor(((spans[at] ?? 0) / total) * heightPx), heightPx - LEAST_PX);
    const to = Math.max(Math.ceil(((spans[at + 1] ?? 0) / total) * heightPx), from + LEAST_PX);
    if (from > bottom) {
      draw();
      top = from;
    }
    bottom = Math.max(bottom, Math.min(to, heightPx));
  }
  draw();
  return path;
}
