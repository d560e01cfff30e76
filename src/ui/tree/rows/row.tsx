// One row of the tree: guides, chevron, name, value. A row that is not read yet is shown as a grey bar.

import { useState, useSyncExternalStore, type CSSProperties, type MouseEvent, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import type { RowComponentProps } from 'react-window';
import { isContainer } from '../../../shared/protocol/rows.ts';
import { Difference } from '../diff/difference.tsx';
import { FieldEditor } from '../editing/field.tsx';
import { slotBelow } from '../model/insertion-point.ts';
import type { TreeModel } from '../model/model.ts';
import { Name } from './name.tsx';
import { FIELD, ROWS } from '../../strings/editors/tree.ts';
import { ProblemSign } from '../../problem-marks/problem-sign.tsx';
import { watchLongPress } from '../../widgets/menu/long-press.ts';
import styles from './row.module.css';
import { Value } from './value.tsx';

/** Deeper rows are not indented further; they show their level as a number instead. */
const MAX_INDENT = 30;
const INDENT_PX = 16;
/** Distance from a row's indent to the seam below it (the strip that sets the insertion point), in pixels. */
const SEAM_PX = 4;

/** Returns the indent of a row at a depth, in pixels. */
export function indentOf(depth: number): number {
  return Math.min(depth, MAX_INDENT) * INDENT_PX;
}

/** Props that all rows share; each row reads the rest from `RowViews`. */
export interface TreeRowProps {
  readonly model: TreeModel;
  /** The tree's row number of the list's row 0. */
  readonly base: number;
  /** Height of a row, in pixels. */
  readonly rowPx: number;
  /** Prefix of the row elements' ids. */
  readonly gridId: string;
  readonly readOnly: boolean;
  /** Opens the menu of the selection at a point in viewport coordinates. */
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => void;
}

/** Returns the id of a row's element. */
export function rowId(gridId: string, index: number): string {
  return `${gridId}-${index}`;
}

/**
 * A row as the list renders it. It is positioned by `top`: the list's own `transform` would give every row its own compositing
 * properties, which the browser walks through in every frame.
 */
export function TreeRow({
  index: inSlice,
  model,
  base,
  rowPx,
  gridId,
  readOnly,
  onMenu,
}: RowComponentProps<TreeRowProps>) {
  const index = base + inSlice;
  const { row, controls, selected, focused, field, blink, drop, caret, caretDepth, hits, diff, problem, note } =
    useSyncExternalStore(model.views.subscribe, () => model.views.at(index));
  const [isMet, setMet] = useState(false);
  const top = inSlice * rowPx;
  const shared = {
    id: rowId(gridId, index),
    'aria-rowindex': index + 1,
    'aria-selected': selected,
    'data-focused': focused || undefined,
  };
  if (row === undefined) {
    return (
      <div role="row" {...shared} className={`${styles.row} ${styles.placed}`} style={{ top }}>
        <span role="gridcell" className={styles.skeleton} aria-label={ROWS.loading} />
      </div>
    );
  }

  const container = isContainer(row.kind);
  const indent = indentOf(row.depth);
  const press = (event: PointerEvent): void => {
    if (event.button !== 0 || field !== null) return;
    const choice = event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : 'one';
    if (choice !== 'one') return model.select(index, choice);
    // A row of a larger selection may be dragged with it, and a touch may begin to scroll: these select only on release.
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
  const openPreview = (event: MouseEvent): void => {
    // The second click of a double-click would close it again, a drag moves it, and with Shift or Ctrl a click selects.
    const isPlain = event.detail <= 1 && !event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (isPlain && model.dragging.isTap) toggle(event);
  };
  const openMenu = (event: MouseEvent): void => {
    // In a field, the browser's own menu is used.
    if (field !== null) return;
    event.preventDefault();
    if (!selected) model.select(index);
    onMenu({ x: event.clientX, y: event.clientY });
  };
  const edit = (part: 'key' | 'value'): void => {
    if (!readOnly || container) model.run(model.editing.input.open(() => model.editing.edit(index, part)));
  };

  return (
    <div
      role="row"
      {...shared}
      aria-level={row.depth + 1}
      aria-posinset={row.position + 1}
      aria-setsize={row.setSize}
      aria-expanded={container ? row.expanded : undefined}
      className={`${styles.row} ${styles.placed}`}
      data-selected={selected || undefined}
      data-blink={blink}
      data-editing={field !== null || undefined}
      data-drop={drop}
      data-caret={caret}
      data-diff={diff?.mark}
      // `--indent` is set on drop targets only: the browser shares computed styles between rows without custom properties.
      style={drop === undefined ? { top } : ({ top, '--indent': `${indent}px` } as CSSProperties)}
      // Synchronously: a click right after the move has to reach the new elements. Not on pointerenter: the wheel scrolls rows
      // under a pointer that does not move.
      onPointerMove={isMet ? undefined : () => flushSync(() => setMet(true))}
      onPointerDown={press}
      onContextMenu={openMenu}
    >
      <span className={styles.guides} style={{ width: indent }} />
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
          <Name
            row={row}
            controls={controls}
            hits={hits?.key ?? null}
            note={note}
            onEdit={() => !readOnly && edit('key')}
          />
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
            onOpen={openPreview}
          />
        )}
        {diff !== null && <Difference diff={diff} />}
        {problem !== null && <ProblemSign {...problem} />}
      </span>
      {!readOnly && (isMet || caret !== undefined) && (
        // For the mouse only: the keyboard has keys for it. Rendered on first contact with the pointer, like the element below,
        // because scrolling creates dozens of rows.
        <span
          className={styles.seam}
          style={{ left: SEAM_PX + (caret === undefined ? indent : indentOf(caretDepth)) }}
          aria-hidden
          data-hint={ROWS.insert}
          onPointerDown={(event) => {
            event.stopPropagation();
            const slot = slotBelow(index, row);
            if (slot !== null) model.setInsertionPoint(slot);
          }}
        />
      )}
      {field === null && (isMet || focused) && (
        // For the mouse only: the keyboard has a key for it, and touch uses a long press.
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
