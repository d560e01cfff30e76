// Maps the browser's key, clipboard and pointer events of one table to commands.

import { useRef, type ClipboardEvent, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { pressOf } from '../../field/field-keys.ts';
import { isOfPage, typedBy } from '../../model/key-press.ts';
import { watchLongPress } from '../../widgets/menu/long-press.ts';
import { holds, selectCell } from '../../model/cell-selection.ts';
import type { TableFindTarget } from '../find/table-finding.ts';
import type { TableCommands } from './table-commands.ts';
import { cellUnder, rowUnder } from '../editing/cell-under.ts';
import { tableKeys } from './table-keys.ts';

/** The event handlers that the view binds. */
export interface TableInput {
  onKeyDown(event: KeyboardEvent): void;
  onClipboard(event: ClipboardEvent): void;
  onPointerDown(event: PointerEvent): void;
  onClick(event: MouseEvent): void;
  onDoubleClick(event: MouseEvent): void;
  onContextMenu(event: MouseEvent): void;
}

/** Binds a table's input to its commands. `onMenu` opens the menu of cells at a point in viewport coordinates. */
export function useTableInput(
  commands: TableCommands,
  finding: TableFindTarget,
  onMenu: (at: { readonly x: number; readonly y: number }) => void,
): TableInput {
  const { model } = commands;
  const dragging = useRef<AbortController | null>(null);

  /** Extends the selection to the cell under the pointer until it is released. */
  const follow = ({ pointerId }: globalThis.PointerEvent): void => {
    dragging.current?.abort();
    const ending = new AbortController();
    dragging.current = ending;
    const options = { signal: ending.signal };
    addEventListener(
      'pointermove',
      (event) => {
        if (event.pointerId !== pointerId) return;
        const at = cellUnder(document.elementFromPoint(event.clientX, event.clientY));
        if (at === null || at === 'position') return;
        const { selection } = model.state;
        if (selection.focus.row !== at.row || selection.focus.column !== at.column) model.selection.select(at, true);
      },
      options,
    );
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => ending.abort(), options);
  };

  return {
    onKeyDown(event) {
      if (isField(event.target)) return;
      const meaning = tableKeys.of(event);
      const typed = typedBy(event);
      // The browser turns these into clipboard events, and the page handles saving.
      if (meaning?.native === true || isOfPage(event)) return;
      if (!commands.input.isWaiting && finding.key(event.nativeEvent)) return event.preventDefault();
      if (event.nativeEvent.isComposing) return;
      // Where nothing can be typed, it asks the page for its shortcuts.
      if (typed === '?' && commands.isReadOnly) return;
      const press = pressOf(event);
      if (meaning !== null) commands.run(meaning.command, meaning.extend, press);
      else if (typed !== null) commands.edit(typed, press);
      // Without a meaning here, but perhaps in the field that is being opened.
      else if (!commands.input.takeKey(press)) return;
      event.preventDefault();
    },
    onClipboard(event) {
      if (isField(event.target)) return;
      event.preventDefault();
      if (event.type === 'copy') commands.run('copy');
      else if (event.type === 'cut') commands.run('cut');
      else {
        const { clipboardData: data } = event;
        commands.paste({ text: data.getData('text/plain'), html: data.getData('text/html') });
      }
    },
    onPointerDown(event) {
      if (isField(event.target)) return;
      // A press outside the field writes it.
      if (model.state.field !== null) model.run(commands.editing.commit());
      if (event.button !== 0) return;
      const at = cellUnder(event.target);
      if (at === null) return;
      commands.editing.endTabbing();
      const point = { x: event.clientX, y: event.clientY };
      if (isHandle(event.target)) {
        commands.filling.drag(event.nativeEvent);
        return;
      }
      if (at === 'position') {
        const row = rowUnder(event.target);
        const { column } = model.state.selection.focus;
        const focus = { row, column };
        model.selection.choose({ focus, anchor: event.shiftKey ? model.state.selection.anchor : focus, span: 'rows' });
      } else {
        const { area, state } = model;
        const adds = (event.ctrlKey || event.metaKey) && !event.shiftKey;
        if (adds && area !== null) model.set({ ranges: [...state.ranges, area] });
        if (adds) model.selection.choose(selectCell(at), true);
        else model.selection.select(at, event.shiftKey);
        if (event.pointerType === 'mouse') follow(event.nativeEvent);
      }
      watchLongPress(event.nativeEvent, () => onMenu(point));
    },
    onClick(event) {
      const isSwitch = event.target instanceof HTMLInputElement && event.target.type === 'checkbox';
      const at = isSwitch ? cellUnder(event.target) : null;
      if (at !== null && at !== 'position' && !commands.isReadOnly) commands.toggle(at);
    },
    onDoubleClick(event) {
      if (isHandle(event.target)) return commands.filling.toEnd();
      const at = event.target instanceof HTMLInputElement ? null : cellUnder(event.target);
      if (at !== null && at !== 'position' && !isField(event.target)) commands.edit();
    },
    onContextMenu(event) {
      if (isField(event.target)) return;
      const at = cellUnder(event.target);
      if (at === null) return;
      event.preventDefault();
      if (at === 'position') {
        const row = rowUnder(event.target);
        const { area } = model;
        if (area === null || row < area.firstRow || row > area.lastRow) {
          const focus = { row, column: model.state.selection.focus.column };
          model.selection.choose({ focus, anchor: focus, span: 'rows' });
        }
      } else if (!holds(model.area, at)) model.selection.select(at);
      onMenu({ x: event.clientX, y: event.clientY });
    },
  };
}

/** Whether an event belongs to a text field or a button inside the table. */
function isField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('textarea, input:not([type=checkbox]), button') !== null;
}

/** Whether an element is the handle that fills cells. */
function isHandle(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset['fill'] !== undefined;
}
