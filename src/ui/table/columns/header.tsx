// The header of a table: for each column its name, a sign for the type of its values, and the order by it; above adjacent
// columns of one object, the keys that lead to it. It stays on top while the rows scroll.

import { ArrowDown, ArrowUp, ChevronDown, Filter } from 'lucide-react';
import { memo, useRef, useSyncExternalStore, type PointerEvent } from 'react';
import { SCHEMA_HELP } from '../../strings/panel/schema-help.ts';
import { COLUMN_LIST, TABLE_CELL, TABLE_MENU } from '../../strings/editors/table.ts';
import { watchLongPress } from '../../widgets/menu/long-press.ts';
import { HEADER_ROW, type Rectangle } from '../../model/cell-selection.ts';
import type { TableCommands } from '../commands/table-commands.ts';
import { cellId } from '../rows/row.tsx';
import { neverChanges } from '../diff/no-comparison.ts';
import type { OnlyChanged } from '../diff/only-changed.ts';
import type { PopoverTab } from '../model/statistics.ts';
import { StatisticsBar } from '../statistics/statistics-bar.tsx';
import { isOf } from '../model/column-filters.ts';
import { FIGURES } from '../../strings/editors/figures.ts';
import type { ColumnNotes } from './column-notes.ts';
import { columnId, columnTitle, type Column } from '../model/column-layout.ts';
import { dragColumn, dragWidth } from './column-drag.ts';
import { VisibleText } from '../../widgets/visible-text.tsx';
import styles from './header.module.css';

/** Height of a line of the header, in pixels. */
export const HEADER_LINE_PX = 24;
/** Height of the column statistics below it, in pixels. */
export const HEADER_FIGURES_PX = 16;

export interface HeaderProps {
  readonly commands: TableCommands;
  readonly notes: ColumnNotes;
  readonly changed: OnlyChanged | null;
  readonly gridId: string;
  readonly positionPx: number;
  readonly heightPx: number;
  /** Opens the popover of a column. */
  readonly onPopover: (column: number, tab: PopoverTab) => void;
  /** Opens the menu of a column at a point in viewport coordinates. */
  readonly onMenu: (column: number, at: { readonly x: number; readonly y: number }) => void;
}

/** The sign of strings that are all dates. */
const DATE_SIGN = 'D';

const SIGNS = { string: 'T', number: '#', boolean: '✓', null: '∅', object: '{}', array: '[]' } as const;

/** The header. It is the first child of the list, so that it scrolls sideways with the rows. */
export const Header = memo(function Header({
  commands,
  notes,
  changed,
  gridId,
  positionPx,
  heightPx,
  onMenu,
  onPopover,
}: HeaderProps) {
  const { model } = commands;
  const { layout } = useSyncExternalStore(model.subscribe, () => model.state);
  const sight = useSyncExternalStore(model.horizontal.subscribe, () => model.horizontal.inSight(model.state.layout));
  const { pinnedCount, pinnedWidthPx, offsets } = layout;
  const hasGroups = heightPx > HEADER_LINE_PX + HEADER_FIGURES_PX;
  const columnAt = (index: number) => {
    const column = layout.columns[index];
    if (column === undefined) return null;
    return (
      <ColumnHeader
        key={column.id}
        commands={commands}
        notes={notes}
        changed={changed}
        gridId={gridId}
        column={column}
        index={index}
        leftPx={positionPx + (offsets[index] ?? 0)}
        topPx={hasGroups ? HEADER_LINE_PX : 0}
        onMenu={onMenu}
        onPopover={onPopover}
      />
    );
  };
  const groupsOf = (first: number, end: number) =>
    hasGroups &&
    groupsIn(layout.columns, first, end).map(({ group, from, to }) => (
      <div
        key={from}
        role="presentation"
        className={styles['group']}
        style={{
          left: positionPx + (offsets[from] ?? 0),
          width: (offsets[to] ?? 0) - (offsets[from] ?? 0),
        }}
      >
        {group}
      </div>
    ));
  return (
    <div
      role="row"
      className={styles['header']}
      aria-rowindex={1}
      style={{ height: heightPx, width: positionPx + layout.widthPx }}
    >
      <div className={styles['pinned']} style={{ width: positionPx + pinnedWidthPx }}>
        <div
          role="columnheader"
          className={styles['corner']}
          aria-colindex={1}
          style={{ width: positionPx }}
          aria-label={TABLE_CELL.position}
        >
          #
        </div>
        {groupsOf(0, pinnedCount)}
        {Array.from({ length: pinnedCount }, (_, index) => columnAt(index))}
      </div>
      {groupsOf(sight.first, sight.end)}
      {Array.from({ length: Math.max(0, sight.end - sight.first) }, (_, at) => columnAt(sight.first + at))}
    </div>
  );
});

function ColumnHeader({
  commands,
  notes,
  changed,
  gridId,
  column,
  index,
  leftPx,
  topPx,
  onMenu,
  onPopover,
}: {
  readonly commands: TableCommands;
  readonly notes: ColumnNotes;
  readonly changed: OnlyChanged | null;
  readonly gridId: string;
  readonly column: Column;
  readonly index: number;
  readonly leftPx: number;
  readonly topPx: number;
  readonly onMenu: HeaderProps['onMenu'];
  readonly onPopover: HeaderProps['onPopover'];
}) {
  const { model } = commands;
  const { selection, arrangement } = useSyncExternalStore(model.subscribe, () => model.state);
  const note = useSyncExternalStore(notes.subscribe, () => notes.at(column));
  const difference = useSyncExternalStore(changed?.subscribe ?? neverChanges, () => changed?.ofColumn(column) ?? null);
  // Known once the statistics of the column are read.
  const isOfDates = useSyncExternalStore(model.statistics.subscribe, () => {
    const figures = model.statistics.at(column)?.figures;
    return figures !== undefined && figures.times > 0 && figures.times === figures.kinds.string;
  });
  const isMarked = note !== null && (note.isRequired || note.isDeprecated);
  const id = cellId(gridId, HEADER_ROW, index);
  const element = useRef<HTMLDivElement>(null);
  const at = arrangement.sorts.findIndex(({ path }) => columnId(path) === column.id);
  const sort = arrangement.sorts[at];
  const isFiltered = arrangement.filters.some((filter) => isOf(filter, column.path));
  const isFocused = selection.focus.row === HEADER_ROW && selection.focus.column === index;
  const area: Rectangle | null = model.area;
  const isSelected =
    selection.span === 'columns' && area !== null && index >= area.firstColumn && index <= area.lastColumn;
  const press = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const extend = event.shiftKey;
    const focus = { row: HEADER_ROW, column: index };
    model.selection.choose({ focus, anchor: extend ? model.state.selection.anchor : focus, span: 'columns' });
    const point = { x: event.clientX, y: event.clientY };
    watchLongPress(event.nativeEvent, () => onMenu(index, point));
    if (event.pointerType === 'mouse') dragColumn(event.nativeEvent, commands, column.id);
  };
  return (
    <div
      ref={element}
      // Not a tab stop: the grid has the focus, and names the header by its id.
      tabIndex={-1}
      role="columnheader"
      id={id}
      className={styles['column']}
      style={{ left: leftPx, top: topPx, width: column.widthPx }}
      aria-colindex={index + 2}
      aria-sort={sort?.direction ?? (arrangement.sorts.length > 0 ? undefined : 'none')}
      aria-label={columnTitle(column.path)}
      // `aria-label` replaces the content, and so hides the marks in it.
      aria-describedby={isMarked ? `${id}-marks` : undefined}
      data-column={index}
      data-focused={isFocused || undefined}
      data-selected={isSelected || undefined}
      data-difference={
        difference === null ? undefined : difference.isOnlyHere ? (changed?.kindOfColumn ?? 'update') : 'update'
      }
      data-hint={[
        `${columnTitle(column.path)} · ${COLUMN_LIST.present(column.presence)}`,
        changed?.hintOf(difference) ?? '',
        note?.hint ?? '',
      ]
        .filter(Boolean)
        .join('\n')}
      onPointerDown={press}
      onFocus={toGrid}
      onDoubleClick={() => commands.cycleSort(column)}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(index, { x: event.clientX, y: event.clientY });
      }}
    >
      <span className={styles['sign']} aria-hidden>
        {isOfDates ? DATE_SIGN : column.kind === null ? '' : SIGNS[column.kind]}
      </span>
      <span className={styles['name']} data-deprecated={note?.isDeprecated === true || undefined}>
        <VisibleText text={column.label} />
      </span>
      {isMarked && (
        <span id={`${id}-marks`} className={styles['marks']}>
          {note.isRequired && (
            <span role="img" aria-label={SCHEMA_HELP.requiredMark}>
              *
            </span>
          )}
          {note.isDeprecated && <span role="img" aria-label={SCHEMA_HELP.deprecatedMark} />}
        </span>
      )}
      <button
        type="button"
        className={styles['sort']}
        tabIndex={-1}
        aria-label={
          sort === undefined
            ? TABLE_MENU.ascending
            : sort.direction === 'ascending'
              ? TABLE_MENU.descending
              : TABLE_MENU.noSort
        }
        data-on={sort !== undefined || undefined}
        onPointerDown={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onClick={(event) => {
          toGrid(event);
          commands.cycleSort(column, event.shiftKey);
        }}
      >
        {sort?.direction === 'descending' ? <ArrowDown size={13} aria-hidden /> : <ArrowUp size={13} aria-hidden />}
        {arrangement.sorts.length > 1 && sort !== undefined && <small>{at + 1}</small>}
      </button>
      <button
        type="button"
        className={styles['funnel']}
        tabIndex={-1}
        aria-label={FIGURES.open(columnTitle(column.path))}
        data-on={isFiltered || undefined}
        onPointerDown={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onClick={() => onPopover(index, 'values')}
      >
        <Filter size={12} aria-hidden />
      </button>
      <button
        type="button"
        className={styles['more']}
        tabIndex={-1}
        aria-label={TABLE_MENU.column(columnTitle(column.path))}
        onPointerDown={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          onMenu(index, { x: box.left, y: box.bottom });
        }}
      >
        <ChevronDown size={13} aria-hidden />
      </button>
      <StatisticsBar commands={commands} column={column} onOpen={() => onPopover(index, 'figures')} />
      <span
        className={styles['edge']}
        data-edge
        onPointerDown={(event) => {
          event.stopPropagation();
          event.preventDefault();
          if (event.button === 0) dragWidth(event.nativeEvent, model, column);
        }}
        onDoubleClick={(event) => {
          event.stopPropagation();
          model.columns.fit(index);
        }}
      />
    </div>
  );
}

/** Gives the focus back to the grid: a header that is scrolled out of view is removed, and would take it along. */
function toGrid({ currentTarget, target }: { readonly currentTarget: Element; readonly target: EventTarget }): void {
  const isOwn = target === currentTarget || currentTarget instanceof HTMLButtonElement;
  if (isOwn) currentTarget.closest<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
}

/** Groups adjacent columns whose paths share all keys but the last. */
function groupsIn(columns: readonly Column[], first: number, end: number) {
  const groups: { group: string; from: number; to: number }[] = [];
  for (let index = first; index < end; index += 1) {
    const group = columns[index]?.group ?? '';
    const last = groups.at(-1);
    if (last?.group === group) last.to = index + 1;
    else groups.push({ group, from: index, to: index + 1 });
  }
  return groups;
}
