// A histogram whose bars can be brushed: a drag over them keeps the rows in that range, a click on one the rows in it. The range that
// is kept is drawn in the accent. The keyboard has fields for the range in the popover.

import { useRef, type PointerEvent } from 'react';
import type { Histogram as HistogramData } from '../../../shared/protocol/figures.ts';
import type { TableFilter } from '../../../shared/protocol/table.ts';
import type { BarRange } from '../commands/brush.ts';
import { edgeValue } from './statistics-text.ts';
import styles from './histogram.module.css';

export interface HistogramProps {
  readonly data: HistogramData;
  readonly heightPx: number;
  readonly range: BarRange;
  readonly isOld: boolean;
  readonly label?: string;
  /** Called with the range while it is brushed, and at the end. */
  readonly onBrush?: (range: BarRange, isDone: boolean) => void;
  /** Called for a press that brushes nothing. */
  readonly onPress?: () => void;
  readonly onBar?: (bar: number | null) => void;
}

/** Movement after which a press is a brush, in pixels. */
const DRAG_PX = 4;

export function Histogram({ data, heightPx, range, isOld, label, onBrush, onPress, onBar }: HistogramProps) {
  const box = useRef<SVGSVGElement>(null);
  const { counts } = data;
  const most = Math.max(1, ...counts);
  const barAt = (clientX: number): number => {
    const { left, width } = box.current?.getBoundingClientRect() ?? new DOMRect();
    return Math.max(
      0,
      Math.min(counts.length - 1, Math.floor(((clientX - left) / Math.max(1, width)) * counts.length)),
    );
  };
  const press = (event: PointerEvent<SVGSVGElement>): void => {
    event.stopPropagation();
    if (event.button !== 0 || onBrush === undefined) return;
    const startX = event.clientX;
    const anchor = barAt(startX);
    const target = event.currentTarget;
    let isDragged = false;
    target.setPointerCapture(event.pointerId);
    const rangeTo = (clientX: number): BarRange => {
      const bar = barAt(clientX);
      return { first: Math.min(anchor, bar), last: Math.max(anchor, bar) };
    };
    const move = ({ clientX }: globalThis.PointerEvent): void => {
      isDragged ||= Math.abs(clientX - startX) >= DRAG_PX;
      if (isDragged) onBrush(rangeTo(clientX), false);
    };
    const end = ({ type, clientX }: globalThis.PointerEvent): void => {
      target.removeEventListener('pointermove', move);
      target.removeEventListener('pointerup', end);
      target.removeEventListener('pointercancel', end);
      if (type === 'pointerup' && !isDragged) onPress?.();
      else if (isDragged) onBrush(rangeTo(clientX), true);
    };
    target.addEventListener('pointermove', move);
    target.addEventListener('pointerup', end);
    target.addEventListener('pointercancel', end);
  };
  return (
    <svg
      ref={box}
      className={styles['histogram']}
      data-old={isOld || undefined}
      data-brush={onBrush !== undefined || undefined}
      width="100%"
      height={heightPx}
      viewBox={`0 0 ${counts.length} 100`}
      preserveAspectRatio="none"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      onPointerDown={press}
      onPointerMove={(event) => onBar?.(barAt(event.clientX))}
      onPointerLeave={() => onBar?.(null)}
    >
      {counts.map((count, bar) => {
        // A bar of a few rows can still be seen.
        const height = count === 0 ? 0 : Math.max(6, (count / most) * 100);
        const isOn = range !== null && bar >= range.first && bar <= range.last;
        return (
          <rect
            key={data.edges[bar]}
            x={bar + 0.06}
            width={0.88}
            y={100 - height}
            height={height}
            data-on={isOn || undefined}
            data-off={(range !== null && !isOn) || undefined}
          />
        );
      })}
    </svg>
  );
}

/** The bars that a filter by a range keeps; `null` if it is not along their edges. */
export function rangeOf({ of, edges, counts }: HistogramData, filter: TableFilter | undefined): BarRange {
  if (filter?.type !== 'between') return null;
  const low = filter.from === null ? -Infinity : edgeValue(filter.from, of);
  const high = filter.to === null ? Infinity : edgeValue(filter.to, of);
  const values = edges.map((edge) => edgeValue(edge, of));
  const inside = counts.flatMap((_, bar) => ((values[bar + 1] ?? 0) > low && (values[bar] ?? 0) < high ? [bar] : []));
  const [first] = inside;
  const last = inside.at(-1);
  return first === undefined || last === undefined ? null : { first, last };
}
