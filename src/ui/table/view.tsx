// The table on the screen: a native scroller over a slice of the rows with the header on top, a scrollbar over all rows and one
// over all columns. It is a grid that names its active cell by `aria-activedescendant`: a cell that held the focus itself would
// lose it when scrolled out of view.

import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
} from 'react';
import { List, type ListImperativeAPI } from 'react-window';
import { readSelected, shownCells } from './editing/selected-cells.ts';
import { summaryWords, TABLE_DOING, TABLE_EMPTY, TABLE_MENU } from '../strings/editors/table.ts';
import { rowHeightPx } from '../theme/row-height.ts';
import { useMedia, useSize } from '../widgets/media.ts';
import type { MenuPlace } from '../widgets/menu/menu-model.ts';
import { PointMenu } from '../widgets/menu/point-menu.tsx';
import { ReportGeometry } from '../widgets/rows/report-geometry.tsx';
import { useInstantScroll } from '../widgets/rows/instant-scroll.ts';
import { sliceAt } from '../widgets/rows/row-slice.ts';
import { ArrayChoice } from './array-list.tsx';
import { HEADER_ROW } from '../model/cell-selection.ts';
import { differenceMenu } from './diff/difference-menu.ts';
import { ColumnDialog, type ColumnQuestion } from './columns/column-dialog.tsx';
import type { Column } from './model/column-layout.ts';
import { ColumnList } from './columns/column-list.tsx';
import { Header, HEADER_FIGURES_PX, HEADER_LINE_PX } from './columns/header.tsx';
import { HorizontalScrollbar } from './columns/horizontal-scrollbar.tsx';
import { goToPlace } from './commands/go-to-place.ts';
import { watchComposition } from './commands/composition.ts';
import { useTableInput } from './commands/table-input.ts';
import { cellMenu, columnMenu } from './commands/table-menu.ts';
import { useColumnPopover } from './statistics/use-column-popover.tsx';
import { FilterDialog } from './filter/filter-dialog.tsx';
import { cellId, TableRow, type TableRowProps } from './rows/row.tsx';
import { FieldLayer } from './rows/cell-field.tsx';
import { TableScrollbar } from './rows/table-scrollbar.tsx';
import { EmptyTable } from './empty-table.tsx';
import { TableBar } from './table-bar.tsx';
import type { TableViewProps } from './table-props.ts';
import { useTableParts } from './table-parts.ts';
import { savedState } from './model/state.ts';
import styles from './view.module.css';

/** Rows and columns fetched beyond the screen on either side. */
const MARGIN_ROWS = 24;
const MARGIN_COLUMNS = 6;
/** Rows rendered beyond the screen on either side. The header takes the space of up to two rows. */
const OVERSCAN_ROWS = 3;
const TOUCH_ROW_PX = 40;
const MAX_LINES = 8;
/** A table narrower than this keeps its first column in view, in pixels. */
const NARROW_PX = 480;
const DIGIT_PX = 7.5;
/** Room for the mark of a row beside its number. */
const MARK_PX = 12;
/** Thickness of the scrollbars below and beside the cells, in pixels. */
const HORIZONTAL_BAR_PX = 14;
const BAR_PX = 12;

/** Shows an array of the document as a table. */
export default function TableView(props: TableViewProps) {
  const { host, finder, readOnly, canArrange = !readOnly, fontSize, controls, label, onPlace, onLeave, ref } = props;
  const { client } = host;
  const { model, commands, finding, source, problems, notes, differences, changed, alignment, rendered } =
    useTableParts(props);
  const { scroller, cache, horizontal } = model;
  const gridId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLElement | null>(null);
  const endComposition = useRef<() => void>(nothing);
  const { width, height } = useSize(frame);
  const coarse = useMedia('(pointer: coarse)');
  const state = useSyncExternalStore(model.subscribe, () => model.state);
  const base = useSyncExternalStore(scroller.subscribe, () => scroller.base);
  const sight = useSyncExternalStore(horizontal.subscribe, () => horizontal.inSight(model.state.layout));
  const [menu, setMenu] = useState<(MenuPlace & { readonly column: number | null }) | null>(null);
  const [asking, setAsking] = useState<ColumnQuestion | null>(null);
  const [filtered, setFiltered] = useState<Column | null | undefined>(undefined);
  const [listing, setListing] = useState(false);

  const { layout, selection, shape, phase, path, summary } = state;
  const total = model.rowCount;
  const linePx = coarse ? TOUCH_ROW_PX : rowHeightPx(fontSize);
  const lines = Math.max(1, Math.min(MAX_LINES, Math.floor(state.choices.lines ?? 1)));
  const rowPx = linePx * lines;
  const hasGroups = layout.columns.some(({ group }) => group !== '');
  const headerPx = HEADER_LINE_PX * (hasGroups ? 2 : 1) + HEADER_FIGURES_PX;
  const positionPx = Math.max(
    48,
    String(state.arranged?.rows ?? shape?.rows ?? 0).length * DIGIT_PX * 1.3 + 20 + MARK_PX,
  );
  const slice = sliceAt(base, total);
  // A cell that is scrolled out of view, or replaced by a field, has no element to name.
  const { row: activeRow, column: activeColumn } = selection.focus;
  const isRowThere = useSyncExternalStore(rendered.subscribe, () => rendered.has(activeRow));
  const isColumnThere = activeColumn < layout.pinnedCount || (activeColumn >= sight.first && activeColumn < sight.end);
  const isActive = state.field === null && isColumnThere && (activeRow === HEADER_ROW || isRowThere);
  const isWide = positionPx + layout.widthPx > width - BAR_PX;

  useEffect(() => finding.start(() => grid.current), [finding]);
  useEffect(() => notes.start(source), [notes, source]);
  useEffect(() => changed?.start(), [changed]);
  useEffect(() => alignment.attach(frame.current), [alignment]);
  useEffect(() => model.statistics.start(), [model]);
  useEffect(() => model.unmatched.start(), [model]);
  useEffect(
    () => () => {
      onLeave(savedState(model.state));
      const left = commands.editing.leave();
      model.dispose();
      void left;
    },
    // oxlint-disable-next-line react/exhaustive-deps -- when it goes
    [model],
  );
  // `clientWidth` is without the scrollbar beside the cells.
  useLayoutEffect(
    () => horizontal.set(horizontal.leftPx, Math.max(0, (grid.current?.clientWidth ?? width) - positionPx)),
    [horizontal, width, positionPx, phase],
  );
  useEffect(() => {
    horizontal.letterPx = fontSize * 0.61;
  }, [horizontal, fontSize]);

  // At a phone's width the first column stays in view, unless the user has pinned one.
  useLayoutEffect(() => model.columns.keepFirst(width > 0 && width < NARROW_PX), [model, width]);

  // Requests the visible cells after every move and every change; the cache fetches only what is missing.
  const wantedAt = useCallback(
    (top: number): readonly [first: number, end: number, columns: readonly Column[]] => {
      const { columns, pinnedCount } = model.state.layout;
      const { first, end } = horizontal.inSight(model.state.layout);
      const wanted = [
        ...columns.slice(0, pinnedCount),
        ...columns.slice(Math.max(pinnedCount, first - MARGIN_COLUMNS), end + MARGIN_COLUMNS),
      ];
      return [Math.floor(top) - MARGIN_ROWS, Math.ceil(top + scroller.visible) + MARGIN_ROWS, wanted];
    },
    [model, scroller, horizontal],
  );
  const want = useCallback((): void => cache.want(...wantedAt(scroller.top)), [cache, scroller, wantedAt]);
  useEffect(() => scroller.setPrepare((top) => cache.prepare(...wantedAt(top))), [cache, scroller, wantedAt]);
  useEffect(() => scroller.subscribe(want), [scroller, want]);
  useEffect(() => client.subscribe(want), [client, want]);
  useEffect(want, [want, state, sight, slice.base, height]);
  useEffect(
    () =>
      model.statistics.want([
        ...layout.columns.slice(0, layout.pinnedCount),
        ...layout.columns.slice(sight.first, sight.end),
      ]),
    [model, layout, sight],
  );

  // Reports the place of the focus and the summary of the selection.
  const focusedRow = useSyncExternalStore(cache.subscribe, () => cache.row(selection.focus.row)?.position);
  const focusedColumn = layout.columns[selection.focus.column];
  useEffect(() => {
    if (phase !== 'table') return onPlace(null);
    const cell = focusedRow === undefined || focusedColumn === undefined ? [] : [focusedRow, ...focusedColumn.path];
    onPlace({ path: [...path, ...cell], line: 0, column: 0, summary: summary === null ? [] : summaryWords(summary) });
  }, [phase, path, focusedRow, focusedColumn, summary, onPlace]);

  useImperativeHandle(ref, () => ({
    reveal: (result) => model.reveal(result),
    hold: () => model.hold(),
    release: () => model.release(),
    complete: () => commands.complete(),
    isEditing: () => commands.editing.isDirty,
    runCommand: (command) => commands.run(command),
    focus: () => grid.current?.focus(),
    isAtEnd: () => model.scroller.isAtEnd,
    showEnd: () => model.scroller.scrollTo(Infinity),
    goTo: (located) => goToPlace(model, located),
    shownCells: () => shownCells(model),
    readSelected: (task) => readSelected(model, task),
    openArray: (array) => model.run(model.open(array)),
    showNode: (...asked) => alignment.show(...asked),
    alignment,
  }));

  const attach = useCallback(
    (list: ListImperativeAPI | null) => {
      grid.current = list?.element ?? null;
      scroller.attach(grid.current);
      horizontal.attach(grid.current);
      endComposition.current();
      endComposition.current = grid.current === null ? nothing : watchComposition(grid.current, commands);
    },
    [scroller, horizontal, commands],
  );
  useInstantScroll(frame, grid);

  /**
   * Returns the focus to the table. Deferred to a task of its own, because nothing outside a closing dialog can take the focus
   * yet.
   */
  const focusLater = useCallback((): void => void setTimeout(() => grid.current?.focus()), []);
  const within = (): HTMLElement => frame.current?.closest('section') ?? document.body;
  const openMenu = useCallback(
    (at: { readonly x: number; readonly y: number }, column: number | null = null) =>
      setMenu({ ...at, within: within(), column }),
    [],
  );
  const input = useTableInput(commands, finding, openMenu);
  const onColumnMenu = useCallback(
    (column: number, at: { readonly x: number; readonly y: number }) => openMenu(at, column),
    [openMenu],
  );
  const popover = useColumnPopover(commands, {
    canArrange,
    headerAt: (row, column) => document.getElementById(cellId(gridId, row, column)) ?? grid.current,
    onClosed: focusLater,
  });
  useLayoutEffect(() => {
    const focused = (): DOMRect | undefined =>
      document.getElementById(cellId(gridId, selection.focus.row, selection.focus.column))?.getBoundingClientRect();
    commands.setCallbacks(
      {
        onUndo: props.onUndo,
        onRedo: props.onRedo,
        onSave: props.onSave,
        onCopyText: props.onCopyText,
        onCopyAs: props.onCopyAs,
        onGoTo: props.onGoTo,
        onFilter: (column) => setFiltered(column),
        onPopover: popover.open,
        onNested: (nested) => void props.onNested(nested).finally(() => grid.current?.focus()),
        onMenu: () => {
          const box = focused();
          if (box === undefined) return;
          const isHeader = selection.focus.row === HEADER_ROW;
          openMenu({ x: box.left + 8, y: box.bottom }, isHeader ? selection.focus.column : null);
        },
      },
      readOnly,
    );
  });

  const rowProps = useMemo<TableRowProps>(
    () => ({
      commands,
      finding,
      problems,
      differences,
      base: slice.base,
      rowPx,
      headerPx,
      positionPx,
      gridId,
      controls,
      readOnly,
    }),
    [commands, finding, problems, differences, slice.base, rowPx, headerPx, positionPx, gridId, controls, readOnly],
  );
  const menuHost = {
    onPopover: popover.open,
    onRename: (column: Column) => setAsking({ type: 'rename', column }),
    onSetAll: (column: Column) => setAsking({ type: 'set-all', column }),
    onAddColumn: (beside: Column, before?: string) => setAsking({ type: 'add', beside, before }),
  };
  const openRows = async (): Promise<void> => {
    const { json } = await host.runTask(TABLE_DOING.openRows, (task) =>
      client.copyCells(
        { path, arrangement: state.arranged?.id ?? null, firstRow: 0, lastRow: total - 1, columns: [] },
        task,
      ),
    );
    props.onOpenRows(json);
  };

  const bodyPx = Math.max(0, height - (isWide ? HORIZONTAL_BAR_PX : 0));
  // Rows that scroll in reuse the elements of those that scroll out, which saves some work in each frame.
  // Never fewer places than the list may have rows on the screen: it measures its height by itself, and later.
  const places = useRef(0);
  places.current = Math.max(places.current, Math.ceil(bodyPx / rowPx) + 2 * OVERSCAN_ROWS + 2);
  const modulus = places.current;
  const rowKey = useCallback((index: number): number => index % modulus, [modulus]);
  return (
    <div className={styles['table']}>
      <TableBar
        commands={commands}
        readOnly={readOnly}
        canArrange={canArrange}
        changed={changed}
        onColumns={() => setListing(true)}
        onFilter={() => setFiltered(null)}
        onAddColumn={() => setAsking({ type: 'add', beside: model.column })}
        onOpenRows={() => model.run(openRows())}
        onDone={focusLater}
      />
      {phase === 'list' && <ArrayChoice model={model} />}
      {phase === 'invalid' && <p className={styles['invalid']}>{TABLE_EMPTY.invalid}</p>}
      {/* One set of listeners for all cells; keys do the same. */}
      <div
        ref={frame}
        role="presentation"
        className={styles['frame']}
        hidden={phase !== 'table'}
        style={{ '--row': `${linePx}px`, fontSize } as CSSProperties}
        data-wraps={lines > 1 || undefined}
        data-wide={isWide || undefined}
        onCopy={input.onClipboard}
        onCut={input.onClipboard}
        onPaste={input.onClipboard}
        onPointerDown={input.onPointerDown}
        onClick={input.onClick}
        onDoubleClick={input.onDoubleClick}
        onContextMenu={input.onContextMenu}
      >
        {phase === 'table' && (
          <>
            <List
              id={gridId}
              role="grid"
              tabIndex={0}
              aria-label={label}
              aria-rowcount={total + 1}
              aria-colcount={layout.count + 1}
              aria-multiselectable
              aria-readonly={readOnly}
              aria-activedescendant={isActive ? cellId(gridId, selection.focus.row, selection.focus.column) : undefined}
              className={styles['grid'] ?? ''}
              style={{ height: bodyPx, width: '100%', overflow: 'auto' }}
              listRef={attach}
              rowComponent={TableRow}
              rowCount={slice.count}
              rowHeight={rowPx}
              rowProps={rowProps}
              rowKey={rowKey}
              overscanCount={OVERSCAN_ROWS}
              onRowsRendered={(_, all) => rendered.set(slice.base + all.startIndex, slice.base + all.stopIndex)}
              onScroll={() => {
                scroller.onScroll();
                horizontal.set(grid.current?.scrollLeft ?? 0);
              }}
              onKeyDown={input.onKeyDown}
            >
              <Header
                commands={commands}
                notes={notes}
                changed={changed}
                gridId={gridId}
                positionPx={positionPx}
                heightPx={headerPx}
                onMenu={onColumnMenu}
                onPopover={popover.openAt}
              />
              <FieldLayer
                commands={commands}
                base={slice.base}
                count={slice.count}
                rowPx={rowPx}
                headerPx={headerPx}
                positionPx={positionPx}
                onCopyText={props.onCopyText}
              />
              <ReportGeometry
                scroller={scroller}
                base={slice.base}
                count={slice.count}
                total={total}
                rowPx={rowPx}
                heightPx={Math.max(0, bodyPx - headerPx)}
              />
            </List>
            <TableScrollbar model={model} finder={finder} problems={source} total={total} controls={gridId} />
            {isWide && (
              <HorizontalScrollbar horizontal={horizontal} widthPx={positionPx + layout.widthPx} gridId={gridId} />
            )}
            <EmptyTable commands={commands} readOnly={readOnly} topPx={headerPx} onDone={focusLater} />
          </>
        )}
      </div>
      {shape?.complete === false && phase === 'table' && (
        <p className={styles['cut']}>{TABLE_EMPTY.cutColumns(shape.columns.length)}</p>
      )}
      <p className={styles['said']} role="status">
        {state.said}
      </p>
      <PointMenu
        place={menu}
        groups={
          menu === null
            ? []
            : menu.column === null
              ? cellMenu(commands, readOnly, canArrange, differenceMenu(host.comparison, model))
              : columnMenu(commands, menu.column, { readOnly, canArrange }, menuHost)
        }
        label={menu?.column == null ? TABLE_MENU.cell : TABLE_MENU.column(layout.columns[menu.column]?.label ?? '')}
        onClose={() => setMenu(null)}
        returnFocus={() => grid.current?.querySelector('textarea') ?? grid.current}
      />
      {popover.shown}
      <ColumnList
        model={model}
        open={listing}
        onClose={() => {
          setListing(false);
          focusLater();
        }}
        flatten={host.flatten}
        onFlatten={props.onFlatten}
      />
      <FilterDialog
        column={filtered}
        columns={layout.columns}
        onClose={() => {
          setFiltered(undefined);
          focusLater();
        }}
        onFilter={(filter) => commands.filterBy(filter)}
      />
      <ColumnDialog
        commands={commands}
        asking={asking}
        onClose={() => {
          setAsking(null);
          focusLater();
        }}
      />
    </div>
  );
}

function nothing(): void {
  // No composition is watched.
}
