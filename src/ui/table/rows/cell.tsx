// One cell: a scalar as it is spelt, a preview of a container, or a sign for a missing value.

import { memo, type MouseEvent } from 'react';
import { unquote } from '../../../shared/bytes/literals.ts';
import type { Cell as CellData } from '../../../shared/protocol/table.ts';
import type { CellDifference } from '../diff/cell-differences.ts';
import type { Problem } from '../../../shared/protocol/problems.ts';
import { severityOf } from '../../problem-marks/severity.ts';
import { onOneLine, readable, type Controls } from '../../model/literal.ts';
import { TABLE_CELL } from '../../strings/editors/table.ts';
import { VisibleText } from '../../widgets/visible-text.tsx';
import styles from './cell.module.css';

export interface CellProps {
  readonly id: string;
  readonly cell: CellData | undefined;
  readonly columnIndex: number;
  /** Width of the columns that are left out before it, in pixels. */
  readonly gapPx: number;
  readonly widthPx: number;
  readonly controls: Controls;
  readonly isSelected: boolean;
  readonly isFocused: boolean;
  readonly blink: number | undefined;
  /** The edges of the copied cells, or of those to be filled, that it lies at. */
  readonly edges: string | undefined;
  /** Whether the handle that fills other cells is in it. */
  readonly hasHandle: boolean;
  readonly found: 'hit' | 'current' | undefined;
  readonly problem: Problem | undefined;
  readonly difference: CellDifference | null;
  readonly readOnly: boolean;
}

/** A cell of a row, in which cells stand side by side. Rendered again only when one of its props changes. */
export const Cell = memo(function Cell(props: CellProps) {
  const { id, cell, columnIndex, gapPx, widthPx, isSelected, isFocused, blink, edges, found, problem, difference } =
    props;
  const isMissing = cell?.node === null;
  const kind = cell === undefined || isMissing ? undefined : cell.kind;
  return (
    <div
      role="gridcell"
      id={id}
      className={styles['cell']}
      style={{ marginLeft: gapPx, width: widthPx }}
      aria-colindex={columnIndex + 2}
      aria-selected={isSelected}
      data-column={columnIndex}
      data-kind={kind}
      data-missing={isMissing || undefined}
      data-focused={isFocused || undefined}
      data-blink={blink}
      data-edges={edges}
      data-handle={props.hasHandle || undefined}
      data-found={found}
      data-problem={problem && severityOf(problem.kind)}
      data-difference={difference?.mark}
      data-hint={[problem?.message, difference?.hint].filter(Boolean).join('\n') || undefined}
      aria-label={cell === undefined ? TABLE_CELL.loading : isMissing ? TABLE_CELL.missing : undefined}
    >
      <Content {...props} />
      {problem !== undefined && <span role="img" aria-label={problem.message} />}
      {difference !== null && <span role="img" aria-label={difference.hint} />}
      {props.hasHandle && <span className={styles['handle']} data-fill data-hint={TABLE_CELL.fill} />}
    </div>
  );
});

function Content({ cell, controls, readOnly }: CellProps) {
  if (cell === undefined) return <span className={styles['skeleton']} />;
  if (cell.node === null) return null;
  switch (cell.kind) {
    case 'null':
      return <span className={styles['null']}>{cell.text}</span>;
    case 'true':
    case 'false':
      return (
        <>
          <input
            type="checkbox"
            className={styles['switch']}
            tabIndex={-1}
            aria-label={cell.kind}
            checked={cell.kind === 'true'}
            disabled={readOnly}
            onMouseDown={keepFocus}
            onChange={answeredByTable}
          />
          {cell.kind}
        </>
      );
    case 'object':
    case 'array':
      return (
        <span className={styles['preview']}>
          {cell.childCount === 0 ? (
            <VisibleText text={cell.text} />
          ) : (
            <>
              <span className={styles['count']}>
                {cell.kind === 'array'
                  ? `[${cell.childCount.toLocaleString()}]`
                  : `{${cell.childCount.toLocaleString()}}`}
              </span>{' '}
              <VisibleText text={controls === 'signs' ? readable(cell.text.slice(1, -1)) : cell.text.slice(1, -1)} />
            </>
          )}
        </span>
      );
    case 'string': {
      const text = onOneLine(unquote(cell.text), controls);
      if (text === '') return <span className={styles['empty']}>""</span>;
      return <VisibleText text={cell.cut ? `${text}…` : text} />;
    }
    case 'number':
    case 'broken':
      return cell.cut ? `${cell.text}…` : cell.text;
  }
}

/** Keeps the focus in the table. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/** The click is handled in `commands/table-input.ts`, by one listener for all cells. */
function answeredByTable(): void {
  // The checkbox shows the value in the document.
}
