// One row of the tree: guides, chevron, name, value. A row that is not read yet is a grey bar of its place.

import { ChevronDown, ChevronRight } from 'lucide-react';
import { useSyncExternalStore, type CSSProperties, type MouseEvent } from 'react';
import type { RowComponentProps } from 'react-window';
import { isContainer } from '../../shared/rows.ts';
import { FieldEditor } from './field.tsx';
import type { TreeModel } from './model.ts';
import { Name } from './name.tsx';
import styles from './row.module.css';
import { Value } from './value.tsx';

/** Deeper rows are not indented further; they tell their depth instead. */
export const MAX_INDENT = 30;

/** The same for all rows; what differs, each row asks for itself. */
export interface RowProps {
  readonly model: TreeModel;
  /** The tree's index of the list's row 0. */
  readonly base: number;
  /** Ids of rows start with this. */
  readonly gridId: string;
  readonly readOnly: boolean;
}

/** The id of a row's element. */
export function rowId(gridId: string, index: number): string {
  return `${gridId}-${index}`;
}

/** A row as the list renders it. */
export function TreeRow({ index: inSlice, style, model, base, gridId, readOnly }: RowComponentProps<RowProps>) {
  const index = base + inSlice;
  const { row, selected, focused, field, blink } = useSyncExternalStore(model.views.subscribe, () =>
    model.views.at(index),
  );
  const shared = {
    id: rowId(gridId, index),
    'aria-rowindex': index + 1,
    'aria-selected': selected,
    'data-focused': focused,
  };
  if (row === undefined) {
    return (
      <div role="row" {...shared} className={styles.row} style={style}>
        <span role="gridcell" className={styles.skeleton} aria-label="loading" />
      </div>
    );
  }

  const container = isContainer(row.kind);
  const indent = Math.min(row.depth, MAX_INDENT);
  const press = (event: MouseEvent): void => {
    if (event.button !== 0 || field !== null) return;
    model.select(index, event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : 'one');
  };
  const toggle = (event: MouseEvent): void => {
    if (container) model.run(model.toggle(index, event.altKey));
  };
  const edit = (part: 'key' | 'value'): void => {
    if (!readOnly || container) model.run(model.editing.edit(index, part));
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
          <Value model={model} index={index} row={row} readOnly={readOnly} onEdit={() => edit('value')} />
        )}
      </span>
    </div>
  );
}
