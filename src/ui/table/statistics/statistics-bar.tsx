// The thin bar below a column's header: a histogram of its numbers or times, or the shares of its most frequent values. A drag keeps a
// range, a press opens the popover.

import { useState, useSyncExternalStore } from 'react';
import type { ColumnFigures } from '../../../shared/protocol/figures.ts';
import { FIGURES } from '../../strings/editors/figures.ts';
import { columnTitle, type Column } from '../model/column-layout.ts';
import type { TableCommands } from '../commands/table-commands.ts';
import { inSlot } from '../model/column-filters.ts';
import { distinctText, presentIn } from './statistics-text.ts';
import type { BarRange } from '../commands/brush.ts';
import { Histogram, rangeOf } from './histogram.tsx';
import styles from './statistics-bar.module.css';

const BAR_PX = 11;
/** Values that get a part of the bar of their own. */
const SHARES = 5;

export interface StatisticsBarProps {
  readonly commands: TableCommands;
  readonly column: Column;
  readonly onOpen: () => void;
}

/** The bar of one column. For the mouse; the popover has all of it for the keyboard and for screen readers. */
export function StatisticsBar({ commands, column, onOpen }: StatisticsBarProps) {
  const { model } = commands;
  const { statistics: source } = model;
  const known = useSyncExternalStore(source.subscribe, () => source.at(column));
  const progress = useSyncExternalStore(source.subscribe, () => source.progressOf(column));
  const { arrangement } = useSyncExternalStore(model.subscribe, () => model.state);
  const [brushed, setBrushed] = useState<BarRange>(null);
  const figures = known?.figures;
  const histogram = figures?.histogram ?? null;
  const range =
    histogram === null ? null : (brushed ?? rangeOf(histogram, inSlot(arrangement.filters, column.path, 'range')));
  return (
    <div
      className={styles['bar']}
      aria-hidden
      data-figures={known === null ? 'none' : known.isOld ? 'old' : 'new'}
      data-hint={
        figures === undefined
          ? undefined
          : `${columnTitle(column.path)} · ${FIGURES.summary(presentIn(figures), figures.missing, distinctText(figures))}`
      }
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onClick={histogram === null ? onOpen : undefined}
    >
      {histogram !== null && figures !== undefined && (
        <>
          <Histogram
            data={histogram}
            heightPx={BAR_PX}
            range={range}
            isOld={known?.isOld === true}
            onBrush={(next, isDone) => {
              setBrushed(isDone ? null : next);
              commands.brush.to(column, histogram, next);
            }}
            onPress={onOpen}
          />
          <Absent figures={figures} />
        </>
      )}
      {histogram === null && figures !== undefined && <Shares figures={figures} isOld={known?.isOld === true} />}
      {progress !== null && <span className={styles['progress']} style={{ width: `${Math.round(progress * 100)}%` }} />}
    </div>
  );
}

/** A part for what is missing or null, beside a histogram. */
function Absent({ figures }: { readonly figures: ColumnFigures }) {
  const absent = figures.missing + figures.kinds.null;
  if (absent === 0) return null;
  return <span className={styles['absent']} style={{ width: `${Math.max(4, (absent / figures.rows) * 40)}%` }} />;
}

/** The shares of the most frequent values, of the others, and of missing ones. */
function Shares({ figures, isOld }: { readonly figures: ColumnFigures; readonly isOld: boolean }) {
  const { rows, missing, frequent } = figures;
  if (rows === 0) return null;
  const shown = frequent.filter(({ count }) => count > 1 || frequent.length <= SHARES).slice(0, SHARES);
  const others = rows - missing - shown.reduce((sum, { count }) => sum + count, 0);
  return (
    <span className={styles['shares']} data-old={isOld || undefined}>
      {shown.map(({ json, count }, at) => (
        <span key={json} className={styles['share']} style={{ flexGrow: count, opacity: 1 - at * 0.16 }} />
      ))}
      {others > 0 && <span className={styles['others']} style={{ flexGrow: others }} />}
      {missing > 0 && <span className={styles['missing']} style={{ flexGrow: missing }} />}
    </span>
  );
}
