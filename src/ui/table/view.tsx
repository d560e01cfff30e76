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
  type Ref,
} from 'react';
import { List, type ListImperativeAPI } from 'react-window';
import type { Path } from '../../shared/document/path.ts';
import type { EditResult, Located } from '../../shared/protocol/protocol.ts';
import type { Finder } from '../find/finder.ts';
import type { Controls } from '../model/literal.ts';
import type { TableCommand } from '../model/table-command.ts';
import { summaryWords, TABLE_DOING, TABLE_EMPTY, TABLE_MENU } from '../strings/editors/table.ts';
import { rowHeightPx } from '../theme/rowheight.ts';
import { useMedia, useSize } from '../widgets/media.ts';
import type { MenuPlace } from '../widgets/menu/menu-model.ts';
import { PointMenu } from '../widgets/menu/pointmenu.tsx';
import { ReportGeometry } from '../widgets/rows/report-geometry.tsx';
import { useInstantScroll } from '../widgets/rows/instant-scroll.ts';
import { RenderedRows } from '../widgets/rows/rendered-rows.ts';
import { sliceAt } from '../widgets/rows/row-slice.ts';
import { ArrayChoice } from './array-list.tsx';
import { HEADER_ROW } from './cell-selection.ts';
import { ColumnDialog, type ColumnQuestion } from './columns/column-dialog.tsx';
import type { Column } from './columns/column-layout.ts';
import { ColumnNotes } from './columns/column-notes.ts';
import { ColumnList } from './columns/column-list.tsx';
import { Header, HEADER_LINE_PX } from './columns/header.tsx';
import { HorizontalScrollbar } from './columns/horizontal-scrollbar.tsx';
import { goToPlace } from './commands/go-to-place.ts';
import { watchComposition } from './commands/composition.ts';
import { TableCommands, type NestedCell } from './commands/table-commands.ts';
import { useTableInput } from './commands/table-input.ts';
import { cellMenu, columnMenu } from './commands/table-menu.ts';
import { FilterDialog } from './filter/filter-dialog.tsx';
import { TableFinding } from './find/table-finding.ts';
import { cellId, TableRow, type RowProps } from './rows/row.tsx';
import { ProblemSource, type ProblemHost } from '../problems/problem-source.ts';
import { TableProblems } from './rows/table-problems.ts';
import { FieldLayer } from './editing/cell-field.tsx';
import { TableScrollbar } from './rows/table-scrollbar.tsx';
import { EmptyTable } from './empty-table.tsx';
import { TableBar } from './table-bar.tsx';
import { TableModel } from './table-model.ts';
import type { TableHost, SavedTableState } from './table-state.ts';
import styles from './view.module.css';

/** The place of the focused cell, and the summary of several selected cells. */
export interface TablePlace {
  readonly path: Path;
  readonly line: number;
  readonly column: number;
  readonly summary: readonly string[];
}

/** The table's imperative interface. */
export interface TableHandle {
  reveal(result: EditResult): void;
  hold(): void;
  release(): void;
  focus(): void;
  complete(): Promise<void>;
  /** Whether a field is open whose text is not written yet. */
  isEditing(): boolean;
  runCommand(command: TableCommand): void;
  /** Goes to a place; opens the array at or around it if that is not shown. */
  goTo(located: Located): Promise<void>;
  /** Shows the array at a path. */
  openArray(path: Path): void;
}

export interface TableViewProps {
  readonly host: TableHost;
  readonly finder: Finder;
  /** Holds the problems of the document. Only the initial value is used. */
  readonly problems: ProblemHost;
  readonly readOnly: boolean;
  /** In pixels. */
  readonly fontSize: number;
  readonly controls: Controls;
  readonly label: string;
  readonly onPlace: (place: TablePlace | null) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onSave: () => void;
  readonly onCopyText: (text: string) => void;
  readonly onGoTo: () => void;
  readonly onFlatten: (isOn: boolean) => void;
  /** Opens JSON in the other panel. */
  readonly onOpenRows: (json: Blob) => void;
  /** Called with the state of the table when it is unmounted. */
  readonly onLeave: (standpoint: Omit<SavedTableState, 'documentCount'>) => void;
  /** Opens an editor for an object or array. Resolves when it is closed. */
  readonly onNested: (nested: NestedCell) => Promise<void>;
  readonly ref?: Ref<TableHandle>;
}

/** Rows and columns fetched beyond the screen on either side. */
const MARGIN_ROWS = 24;
const MARGIN_COLUMNS = 6;
/** Rows rendered beyond the screen on either side. The header takes the space of up to two rows. */
const OVERSCAN_ROWS = 3;
const TOUCH_ROW_PX = 40;
/** A table narrower than this keeps its first column in view, in pixels. */
const NARROW_PX = 480;
const DIGIT_PX = 7.5;
/** Thickness of the scrollbars below and beside the cells, in pixels. */
const HORIZONTAL_BAR_PX = 14;
const BAR_PX = 12;

/** Shows an array of the document as a table. */
export default function TableView(props: TableViewProps) {
  const { host, finder, readOnly, fontSize, controls, label, onPlace, onLeave, ref } = props;
  const { client } = host;
  const [model] = useState(() => new TableModel(host));
  const [commands] = useState(() => new TableCommands(model));
  const [finding] = useState(() => new TableFinding(model, finder));
  const [source] = useState(() => new ProblemSource(props.problems));
  const [problems] = useState(() => new TableProblems(source, model));
  const [notes] = useState(() => new ColumnNotes(model));
  const [rendered] = useState(() => new RenderedRows());
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
  const rowPx = coarse ? TOUCH_ROW_PX : rowHeightPx(fontSize);
  const hasGroups = layout.columns.some(({ group }) => group !== '');
  const headerPx = HEADER_LINE_PX * (hasGroups ? 2 : 1);
  const positionPx = Math.max(
    48,
    String(Math.max(0, (state.arranged?.rows ?? shape?.rows ?? 0) - 1)).length * DIGIT_PX * 1.3 + 20,
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
  useEffect(
    () => () => {
      onLeave({ path: model.state.path, arrangement: model.state.arrangement, selection: model.state.selection });
      const left = commands.editing.leave();
      model.dispose();
      void left;
    },
    // oxlint-disable-next-line react/exhaustive-deps -- when it goes
    [model],
  );
  // `clientWidth` is without the scrollbar beside the cells.
  useLayoutEffect(
    () => horizontal.follow(horizontal.leftPx, Math.max(0, (grid.current?.clientWidth ?? width) - positionPx)),
    [horizontal, width, positionPx, phase],
  );
  useEffect(() => {
    horizontal.letterPx = fontSize * 0.61;
  }, [horizontal, fontSize]);

  // At a phone's width the first column stays in view, unless the user has pinned one.
  useLayoutEffect(() => model.columns.keepFirst(width > 0 && width < NARROW_PX), [model, width]);

  // Requests the visible cells after every move and every change; the cache fetches only what is missing.
  const want = useCallback((): void => {
    const { columns, pinnedCount } = model.state.layout;
    const { first, end } = horizontal.inSight(model.state.layout);
    const wanted = [
      ...columns.slice(0, pinnedCount),
      ...columns.slice(Math.max(pinnedCount, first - MARGIN_COLUMNS), end + MARGIN_COLUMNS),
    ];
    cache.want(
      Math.floor(scroller.top) - MARGIN_ROWS,
      Math.ceil(scroller.top + scroller.visible) + MARGIN_ROWS,
      wanted,
    );
  }, [cache, model, scroller, horizontal]);
  useEffect(() => scroller.subscribe(want), [scroller, want]);
  useEffect(() => client.subscribe(want), [client, want]);
  useEffect(want, [want, state, sight, slice.base, height]);

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
    goTo: (located) => goToPlace(model, located),
    openArray: (array) => model.run(model.open(array)),
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
  useLayoutEffect(() => {
    const focused = (): DOMRect | undefined =>
      document.getElementById(cellId(gridId, selection.focus.row, selection.focus.column))?.getBoundingClientRect();
    commands.follow(
      {
        onUndo: props.onUndo,
        onRedo: props.onRedo,
        onSave: props.onSave,
        onCopyText: props.onCopyText,
        onGoTo: props.onGoTo,
        onFilter: (column) => setFiltered(column),
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

  const rowProps = useMemo<RowProps>(
    () => ({ commands, finding, problems, base: slice.base, rowPx, headerPx, positionPx, gridId, controls, readOnly }),
    [commands, finding, problems, slice.base, rowPx, headerPx, positionPx, gridId, controls, readOnly],
  );
  const menuHost = {
    onFilter: (column: Column | null) => setFiltered(column),
    onRename: (column: Column) => setAsking({ type: 'rename', column }),
    onSetAll: (column: Column) => setAsking({ type: 'set-all', column }),
    onAddColumn: () => setAsking({ type: 'add' }),
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
        onColumns={() => setListing(true)}
        onFilter={() => setFiltered(null)}
        onAddColumn={() => setAsking({ type: 'add' })}
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
        style={{ '--row': `${rowPx}px`, fontSize } as CSSProperties}
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
                horizontal.follow(grid.current?.scrollLeft ?? 0);
              }}
              onKeyDown={input.onKeyDown}
            >
              <Header
                commands={commands}
                notes={notes}
                gridId={gridId}
                positionPx={positionPx}
                heightPx={headerPx}
                onMenu={onColumnMenu}
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
              ? cellMenu(commands, readOnly)
              : columnMenu(commands, menu.column, readOnly, menuHost)
        }
        label={menu?.column == null ? TABLE_MENU.cell : TABLE_MENU.column(layout.columns[menu.column]?.label ?? '')}
        onClose={() => setMenu(null)}
        returnFocus={() => grid.current?.querySelector('textarea') ?? grid.current}
      />
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
