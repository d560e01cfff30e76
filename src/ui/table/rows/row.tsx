// One row of the table: its position in the array, the pinned cells, which do not scroll sideways, and the other cells in view.

import { useSyncExternalStore } from 'react';
import type { RowComponentProps } from 'react-window';
import type { Controls } from '../../model/literal.ts';
import { TABLE_CELL } from '../../strings/editors/table.ts';
import { holds } from '../cell-selection.ts';
import type { TableCommands } from '../commands/table-commands.ts';
import type { TableFinding } from '../find/table-finding.ts';
import { severityOf } from '../../problems/severity.ts';
import type { TableProblems } from './table-problems.ts';
import { Cell } from './cell.tsx';
import styles from './row.module.css';

/** Props that all rows share; each row reads the rest from the model. */
export interface RowProps {
  readonly commands: TableCommands;
  readonly finding: TableFinding;
  readonly problems: TableProblems;
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
export function TableRow(props: RowComponentProps<RowProps>) {
  const {
    index: inSlice,
    commands,
    finding,
    problems,
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
  const { layout, selection, blink } = state;
  const row = model.cache.row(index);
  const { area } = model;
  const { pinnedCount, pinnedWidthPx } = layout;
  const isRowSelected = selection.span === 'rows' && area !== null && index >= area.firstRow && index <= area.lastRow;

  const cellAt = (column: number, leftPx: number) => {
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
        leftPx={leftPx}
        widthPx={shown.widthPx}
        controls={controls}
        isSelected={holds(area, at)}
        isFocused={isFocused}
        blink={blink !== null && holds(blink.area, at) ? blink.count : undefined}
        problem={problems.inColumn(wrong, shown.path)}
        found={cell === undefined || row === undefined ? undefined : finding.at(cell)}
        readOnly={readOnly}
      />
    );
  };

  const open = Array.from({ length: Math.max(0, sight.end - sight.first) }, (_, at) => sight.first + at);
  return (
    <div
      role="row"
      className={styles['row']}
      aria-rowindex={index + 2}
      data-row={index}
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
          data-hint={wrong[0]?.message}
        >
          {wrong[0] !== undefined && <span role="img" className={styles['wrong']} aria-label={wrong[0].message} />}
          {row === undefined ? '' : row.position.toLocaleString()}
        </div>
        {Array.from({ length: pinnedCount }, (_, column) => cellAt(column, positionPx + (layout.offsets[column] ?? 0)))}
      </div>
      {open.map((column) => cellAt(column, positionPx + (layout.offsets[column] ?? 0)))}
    </div>
  );
}
