// One row of the table: its position in the array, the pinned cells, which do not scroll sideways, and the other cells in view.

import { useSyncExternalStore } from 'react';
import type { RowComponentProps } from 'react-window';
import type { Controls } from '../../model/literal.ts';
import { TABLE_CELL } from '../../strings/editors/table.ts';
import { edgesAt, holds } from '../../model/cell-selection.ts';
import type { TableCommands } from '../commands/table-commands.ts';
import type { TableFindTarget } from '../find/table-finding.ts';
import { severityOf } from '../../problem-marks/severity.ts';
import type { TableProblems } from './table-problems.ts';
import { neverChanges } from '../diff/no-comparison.ts';
import type { CellDifferences } from '../diff/cell-differences.ts';
import { Cell } from './cell.tsx';
import styles from './row.module.css';

/** Props that all rows share; each row reads the rest from the model. */
export interface TableRowProps {
  readonly commands: TableCommands;
  readonly finding: TableFindTarget;
  readonly problems: TableProblems;
  readonly differences: CellDifferences | null;
  /** The row of the view that is the list's row 0. */
  readonly base: number;
  readonly rowPx: number;
  /** Height of the header, below which the rows begin. */
  readonly headerPx: number;
  /** Width of the column of positions. */
  readonly positionPx: number;
  readonly gridId: string;
  readonly controls: Controls;
  readonly readOnly: boolean;
}

/** Returns the id of a cell's element. */
export function cellId(gridId: string, row: number, column: number): string {
  return `${gridId}-${row}-${column}`;
}

/** A row as the list renders it. */
export function TableRow(props: RowComponentProps<TableRowProps>) {
  const {
    index: inSlice,
    commands,
    finding,
    problems,
    differences,
    base,
    rowPx,
    headerPx,
    positionPx,
    gridId,
    controls,
    readOnly,
  } = props;
  const { model } = commands;
  const index = base + inSlice;
  const state = useSyncExternalStore(model.subscribe, () => model.state);
  useSyncExternalStore(model.cache.subscribe, () => model.cache.row(index)?.cells);
  const sight = useSyncExternalStore(model.horizontal.subscribe, () => model.horizontal.inSight(model.state.layout));
  useSyncExternalStore(finding.subscribe, () => finding.version);
  const wrong = useSyncExternalStore(problems.subscribe, () => problems.at(model.cache.row(index)?.position));
  useSyncExternalStore(differences?.subscribe ?? neverChanges, () => differences?.version);
  const isUnmatched = useSyncExternalStore(model.unmatched.subscribe, () =>
    model.unmatched.has(model.cache.row(index)?.position),
  );
  const { layout, selection, blink, ranges } = state;
  const marked = state.filling ?? state.copied;
  const row = model.cache.row(index);
  const { area } = model;
  const isCsv = model.host.isCsv?.() === true;
  const { pinnedCount, pinnedWidthPx } = layout;
  const isRowSelected = selection.span === 'rows' && area !== null && index >= area.firstRow && index <= area.lastRow;

  const cellAt = (column: number, gapPx: number) => {
    const shown = layout.columns[column];
    if (shown === undefined) return null;
    const at = { row: index, column };
    const isFocused = selection.focus.row === index && selection.focus.column === column;
    const cell = row?.cells.get(shown.id);
    return (
      <Cell
        key={shown.id}
        id={cellId(gridId, index, column)}
        cell={cell}
        columnIndex={column}
        gapPx={gapPx}
        widthPx={shown.widthPx}
        controls={controls}
        isSelected={holds(area, at) || ranges.some((range) => holds(range, at))}
        edges={edgesAt(marked, at)}
        hasHandle={
          !readOnly && area !== null && index === area.lastRow && column === area.lastColumn && state.field === null
        }
        isFocused={isFocused}
        blink={blink !== null && holds(blink.area, at) ? blink.count : undefined}
        problem={problems.inColumn(wrong, shown.path)}
        difference={
          cell === undefined || row === undefined
            ? null
            : (differences?.ofCell(row, shown, cell, state.path.length + 1) ?? null)
        }
        found={cell === undefined || row === undefined ? undefined : finding.at(cell)}
        readOnly={readOnly}
      />
    );
  };

  const difference = differences?.ofRow(row) ?? null;
  const open = Array.from({ length: Math.max(0, sight.end - sight.first) }, (_, at) => sight.first + at);
  return (
    <div
      role="row"
      className={styles['row']}
      aria-rowindex={index + 2}
      data-row={index}
      data-unmatched={isUnmatched || undefined}
      style={{ top: headerPx + inSlice * rowPx, height: rowPx, width: positionPx + layout.widthPx }}
    >
      <div
        className={styles['pinned']}
        style={{ width: positionPx + pinnedWidthPx }}
        data-any={pinnedCount > 0 || undefined}
      >
        <div
          role="rowheader"
          className={styles['position']}
          style={{ width: positionPx }}
          aria-colindex={1}
          aria-label={row === undefined ? TABLE_CELL.loading : undefined}
          data-selected={isRowSelected || undefined}
          data-position
          data-problem={wrong[0] && severityOf(wrong[0].kind)}
          data-difference={difference?.mark}
          data-hint={
            [wrong[0]?.message, difference?.hint, isUnmatched && TABLE_CELL.unmatched].filter(Boolean).join('\n') ||
            undefined
          }
        >
          {wrong[0] !== undefined && <span role="img" className={styles['wrong']} aria-label={wrong[0].message} />}
          {difference !== null && <span role="img" aria-label={difference.hint} />}
          {isUnmatched && <span role="img" className={styles['unmatched']} aria-label={TABLE_CELL.unmatched} />}
          {row === undefined ? '' : (row.position + (isCsv ? 1 : 0)).toLocaleString()}
        </div>
        {Array.from({ length: pinnedCount }, (_, column) => cellAt(column, 0))}
      </div>
      {open.map((column, at) => cellAt(column, at === 0 ? (layout.offsets[column] ?? 0) - pinnedWidthPx : 0))}
    </div>
  );
}
