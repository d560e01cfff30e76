// One row of the tree: guides, chevron, name, value. A row that is not read yet is a grey bar of its place.

import { useSyncExternalStore, type CSSProperties, type MouseEvent, type PointerEvent } from 'react';
import type { RowComponentProps } from 'react-window';
import { isContainer } from '../../shared/rows.ts';
import { Difference } from './diff/difference.tsx';
import { FieldEditor } from './field.tsx';
import { slotBelow } from './insertionpoint.ts';
import type { TreeModel } from './model.ts';
import { Name } from './name.tsx';
import { FIELD, ROWS } from '../texts/tree.ts';
import { watchLongPress } from '../widgets/longpress.ts';
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
  /** Opens the menu of what is selected, at a point of the page's window. */
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => void;
}

/** The id of a row's element. */
export function rowId(gridId: string, index: number): string {
  return `${gridId}-${index}`;
}

/** A row as the list renders it. */
export function TreeRow({ index: inSlice, style, model, base, gridId, readOnly, onMenu }: RowComponentProps<RowProps>) {
  const index = base + inSlice;
  const { row, controls, selected, focused, field, blink, drop, caret, caretDepth, hits, diff } = useSyncExternalStore(
    model.views.subscribe,
    () => model.views.at(index),
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
        <span role="gridcell" className={styles.skeleton} aria-label={ROWS.loading} />
      </div>
    );
  }

  const container = isContainer(row.kind);
  const indent = Math.min(row.depth, MAX_INDENT);
  const press = (event: PointerEvent): void => {
    if (event.button !== 0 || field !== null) return;
    const choice = event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : 'one';
    if (choice !== 'one') return model.select(index, choice);
    // What is pressed among several may be dragged with them, and a finger may be about to scroll.
    if (!selected && event.pointerType !== 'touch') model.select(index);
    model.dragging.begin(event.nativeEvent, index, () => model.select(index));
    const at = { x: event.clientX, y: event.clientY };
    watchLongPress(event.nativeEvent, () => {
      model.dragging.stop();
      if (!selected) model.select(index);
      onMenu(at);
    });
  };
  const toggle = (event: MouseEvent): void => {
    if (container) model.run(model.toggle(index, event.altKey));
  };
  const openMenu = (event: MouseEvent): void => {
    // In a field the browser's own menu has what is needed.
    if (field !== null) return;
    event.preventDefault();
    if (!selected) model.select(index);
    onMenu({ x: event.clientX, y: event.clientY });
  };
  const edit = (part: 'key' | 'value'): void => {
    if (!readOnly || container) model.run(model.editing.open(() => model.editing.edit(index, part)));
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
      data-drop={drop}
      data-caret={caret}
      data-diff={diff?.mark}
      style={{ ...style, '--depth': indent, '--caret': Math.min(caretDepth, MAX_INDENT) } as CSSProperties}
      onPointerDown={press}
      onContextMenu={openMenu}
    >
      <span className={styles.guides} />
      <span role="gridcell" className={styles.name}>
        <span
          className={styles.chevron}
          data-open={container ? row.expanded : undefined}
          onClick={toggle}
          aria-hidden
        />
        {row.depth > MAX_INDENT && <span className={styles.depth}>{ROWS.level(row.depth)}</span>}
        {field?.part === 'key' ? (
          <FieldEditor key="key" model={model} field={field} label={FIELD.key} />
        ) : (
          <Name row={row} controls={controls} hits={hits?.key ?? null} onEdit={() => !readOnly && edit('key')} />
        )}
      </span>
      <span role="gridcell" className={styles.value} data-kind={row.kind}>
        {field?.part === 'value' ? (
          <FieldEditor key="value" model={model} field={field} label={FIELD.value} />
        ) : (
          <Value
            model={model}
            index={index}
            row={row}
            readOnly={readOnly}
            controls={controls}
            hits={hits}
            diff={diff}
            onEdit={() => edit('value')}
          />
        )}
        <Difference diff={diff} />
      </span>
      {!readOnly && (
        // For the mouse: the keyboard has keys for it.
        <span
          className={styles.seam}
          aria-hidden
          data-hint={ROWS.insert}
          onPointerDown={(event) => {
            event.stopPropagation();
            const slot = slotBelow(index, row);
            if (slot !== null) model.point(slot);
          }}
        />
      )}
      {field === null && (
        // For the mouse: the keyboard has a key for it, and fingers press long.
        <span
          className={styles.more}
          aria-hidden
          data-hint={ROWS.menu}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={(event) => {
            if (!selected) model.select(index);
            const box = event.currentTarget.getBoundingClientRect();
            onMenu({ x: box.left, y: box.bottom });
          }}
        />
      )}
    </div>
  );
}
