// One row of the tree: guides, chevron, key, value. A row that is not read yet is a grey bar of its place.

import { ChevronDown, ChevronRight } from 'lucide-react';
import type { CSSProperties, MouseEvent } from 'react';
import type { RowComponentProps } from 'react-window';
import { unquote } from '../../shared/literals.ts';
import type { Row } from '../../shared/rows.ts';
import { FieldEditor } from './field.tsx';
import { onOneLine } from './literal.ts';
import { isContainer, type TreeModel, type TreeState } from './model.ts';
import styles from './row.module.css';

/** Deeper rows are not indented further; they tell their depth instead. */
const MAX_INDENT = 30;

export interface RowProps {
  readonly model: TreeModel;
  readonly state: TreeState;
  /** The tree's index of the list's row 0. */
  readonly base: number;
  /** Changes when rows have arrived. */
  readonly arrivals: number;
  /** Ids of rows start with this. */
  readonly gridId: string;
  readonly readOnly: boolean;
}

/** The id of a row's element. */
export function rowId(gridId: string, index: number): string {
  return `${gridId}-${index}`;
}

/** A row as the list renders it. */
export function TreeRow({ index: inSlice, style, model, state, base, gridId, readOnly }: RowComponentProps<RowProps>) {
  const index = base + inSlice;
  const cached = model.cache.get(index);
  const selected = state.selected === index;
  const shared = {
    id: rowId(gridId, index),
    'aria-rowindex': index + 1,
    'aria-selected': selected,
  };
  if (cached === undefined) {
    return (
      <div role="row" {...shared} className={styles.row} style={style}>
        <span role="gridcell" className={styles.skeleton} aria-label="loading" />
      </div>
    );
  }

  const { row } = cached;
  const field = state.field?.row === index ? state.field : null;
  const container = isContainer(row.kind);
  const indent = Math.min(row.depth, MAX_INDENT);
  const blink = state.blink?.row === index ? (state.blink.count % 2 === 0 ? 'even' : 'odd') : undefined;

  const press = (event: MouseEvent): void => {
    if (event.button === 0 && field === null) model.select(index);
  };
  const toggle = (event: MouseEvent): void => {
    if (container) model.run(model.toggle(index, event.altKey));
  };
  const edit = (part: 'key' | 'value'): void => {
    if (!readOnly || container) model.run(model.edit(index, part));
  };

  return (
    <div
      role="row"
      {...shared}
      aria-level={row.depth + 1}
      aria-posinset={row.position + 1}
      aria-setsize={row.setSize}
      aria-expanded={container ? row.expanded : undefined}
      className={styles.row}
      data-selected={selected}
      data-blink={blink}
      data-editing={field !== null}
      style={{ ...style, '--depth': indent } as CSSProperties}
      onMouseDown={press}
    >
      <span className={styles.guides} />
      <span role="gridcell" className={styles.name}>
        <span className={styles.chevron} onClick={toggle} aria-hidden>
          {container && (row.expanded ? <ChevronDown size={14} /> : <ChevronRight size={14} />)}
        </span>
        {row.depth > MAX_INDENT && <span className={styles.depth}>level {row.depth.toLocaleString()}</span>}
        {field?.part === 'key' ? (
          <FieldEditor key="key" model={model} field={field} label="Key" />
        ) : (
          <Name row={row} onEdit={() => !readOnly && edit('key')} />
        )}
      </span>
      <span role="gridcell" className={styles.value} data-kind={row.kind}>
        {field?.part === 'value' ? (
          <FieldEditor key="value" model={model} field={field} label="Value" />
        ) : (
          <Value row={row} onEdit={() => edit('value')} />
        )}
      </span>
    </div>
  );
}

function Name({ row, onEdit }: { readonly row: Row; readonly onEdit: () => void }) {
  if (row.depth === 0) return <span className={styles.root}>root</span>;
  if (row.key === null) return <span className={styles.index}>{row.position}</span>;
  const text = row.key === '' ? '""' : onOneLine(row.key);
  return (
    <span className={styles.key} onDoubleClick={onEdit}>
      {text}
      {row.keyCut && '…'}
    </span>
  );
}

function Value({ row, onEdit }: { readonly row: Row; readonly onEdit: () => void }) {
  if (isContainer(row.kind)) {
    return (
      <>
        <span className={styles.count}>{countOf(row)}</span>
        {!row.expanded && row.childCount > 0 && (
          <span className={styles.preview} onDoubleClick={onEdit}>
            {row.text}
          </span>
        )}
      </>
    );
  }
  const text = row.kind === 'string' ? onOneLine(unquote(row.text)) : row.text;
  return (
    <span className={styles.scalar} onDoubleClick={onEdit}>
      {text === '' ? <span className={styles.nothing}>""</span> : text}
      {row.textCut && '…'}
    </span>
  );
}

function countOf({ kind, childCount }: Row): string {
  const noun = kind === 'object' ? 'key' : 'item';
  return `${childCount.toLocaleString()} ${noun}${childCount === 1 ? '' : 's'}`;
}
