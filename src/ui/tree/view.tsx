// The tree on the screen: a native scroller over a slice of the rows, a scrollbar over all of them, and key input. It is a
// treegrid that names its active row by `aria-activedescendant`: a row that held the focus itself would lose it when scrolled
// out of view.

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
import type { ValueForm } from '../../shared/protocol/forms.ts';
import type { Row } from '../../shared/protocol/rows.ts';
import type { EditResult, ExpandRequest } from '../../shared/protocol/protocol.ts';
import type { Revision } from '../../shared/units.ts';
import type { ValueText } from '../../shared/protocol/forms.ts';
import type { DocumentClient, RunTask, Task } from '../client/document.ts';
import { useDocument } from '../client/use-document.ts';
import type { SideDifferences } from '../compare/side-differences.ts';
import type { Finder } from '../find/finder.ts';
import type { Alignment, PanelView } from '../panel-core/panel-core.ts';
import { NO_PROBLEMS, ProblemSource, type ProblemHost } from '../problem-marks/problem-source.ts';
import { NO_ASSIST, type AssistHost } from '../assist/assist-host.ts';
import { rowHeightPx } from '../theme/row-height.ts';
import { useMedia, useSize } from '../widgets/media.ts';
import { ReportGeometry } from '../widgets/rows/report-geometry.tsx';
import { NarrowedBar } from '../show-only/narrowed-bar.tsx';
import { TreeCommands } from './commands/tree-commands.ts';
import { TreeAlignment } from './diff/tree-alignment.ts';
import { TreeFindTarget } from './found/find-view.ts';
import { useTreeInput } from './commands/tree-input.ts';
import type { Controls } from '../model/literal.ts';
import { TreeModel } from './model/model.ts';
import { keepFocusedValue } from './model/focused-value.ts';
import { NO_ENTRIES, type RowEntries } from './commands/tree-menu.ts';
import { Overlays } from './overlays.tsx';
import { RenderedRows } from '../widgets/rows/rendered-rows.ts';
import { TreeScrollbar } from './rows/tree-scrollbar.tsx';
import { rowId, TreeRow, type TreeRowProps } from './rows/row.tsx';
import { StickyRows } from './rows/sticky-rows.tsx';
import { useInstantScroll } from '../widgets/rows/instant-scroll.ts';
import { sliceAt } from '../widgets/rows/row-slice.ts';
import styles from './view.module.css';
import { PartBoundary } from '../widgets/boundary.tsx';
import { lazyPart } from '../browser/lazy-part.tsx';

/** The place of the selected row; line and column from 0. */
export interface TreePlace {
  readonly path: Path;
  readonly line: number;
  readonly column: number;
}

/** The tree's imperative interface. */
export interface TreeHandle {
  reveal(result: EditResult): void;
  focus(): void;
  isAtEnd(): boolean;
  showEnd(): void;
  /** Returns the place of the selected row; `null` if there is none. @throws CodedError */
  readPlace(): Promise<TreePlace | null>;
  expand(request: ExpandRequest): Promise<void>;
  /** Shows a value. @see PanelView.showNode */
  showNode: NonNullable<PanelView['showNode']>;
  /** Returns the selected values; `null` if none is selected. @throws CodedError */
  readSelected(task: Task): Promise<ValueText | null>;
  readonly alignment: Alignment;
}

export interface TreeViewProps {
  readonly client: DocumentClient;
  readonly finder: Finder;
  readonly differences: SideDifferences;
  /** Holds the problems of the document. Only the initial value is used. */
  readonly problems?: ProblemHost;
  /** Gives access to the document's schema. Only the initial value is used. */
  readonly schema?: AssistHost;
  /** Returns additional entries for the menu of a row, from outside the tree. */
  readonly rowMenu?: (row: Row | undefined) => RowEntries;
  readonly readOnly?: boolean;
  /** In pixels. */
  readonly fontSize: number;
  /** How keys and values show control characters. */
  readonly controls?: Controls;
  readonly label: string;
  readonly onPlace: (place: TreePlace | null) => void;
  readonly onError: (error: unknown) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onSave: () => void;
  readonly onCopyText: (text: string) => void;
  /** Copies what is selected in a form; opens the dialog with all forms for `null`. */
  readonly onCopyAs?: (form: ValueForm | null) => void;
  /** Runs work that may take long, showing its progress. */
  readonly onTask: RunTask;
  /**
   * Called with a key that a rename has duplicated in its object, and the revision of the rename. Only the initial value is
   * used.
   */
  readonly onRepeatedKey?: (key: string, revision: Revision) => void;
  /** Called with a description of what was done to many values, so that undo can be offered. */
  readonly onDone?: (done: string) => void;
  /** Opens the dialog that goes to a path. */
  readonly onGoTo: () => void;
  /** Opens the transform dialog for the value at a path. Not called while the tree is read-only. */
  readonly onTransform?: (path: Path) => void;
  readonly ref?: Ref<TreeHandle>;
}

/** Rows fetched beyond the screen on either side. */
const MARGIN_ROWS = 32;
/** Rows rendered beyond the screen on either side. */
const OVERSCAN_ROWS = 4;
const TOUCH_ROW_PX = 40;
/** Delay after the last selection change before the selected row's place is requested, in milliseconds. */
const PLACE_DELAY_MS = 60;

/** Shows a document as a tree. */
export default function TreeView({
  client,
  finder,
  differences,
  problems = NO_PROBLEMS,
  schema = NO_ASSIST,
  rowMenu = noEntries,
  readOnly = false,
  fontSize,
  controls = 'signs',
  label,
  onPlace,
  onError,
  onUndo,
  onRedo,
  onSave,
  onCopyText,
  onCopyAs,
  onTask,
  onRepeatedKey,
  onDone,
  onGoTo,
  onTransform = nothing,
  ref,
}: TreeViewProps) {
  const [model] = useState(() => new TreeModel(client, onError, onTask, onDone, onRepeatedKey, schema));
  const [commands] = useState(() => new TreeCommands(model));
  const { scroller, cache } = model;
  const gridId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLElement | null>(null);
  /** The list has its element a moment after the view is there. */
  const wantsFocus = useRef(false);
  const { height } = useSize(frame);
  const coarse = useMedia('(pointer: coarse)');
  const doc = useDocument(client);
  const state = useSyncExternalStore(model.subscribe, () => model.state);
  const base = useSyncExternalStore(scroller.subscribe, () => scroller.base);
  // Of the rows that arrive, only the focused one renders this component; the other rows subscribe themselves.
  const { focus } = state.selection;
  const focusedRow = useSyncExternalStore(cache.subscribe, () => (focus < 0 ? undefined : cache.get(focus)?.row));
  const isFresh = useSyncExternalStore(cache.subscribe, () => focus >= 0 && cache.get(focus)?.fresh === true);
  const [rendered] = useState(() => new RenderedRows());
  const isActive = useSyncExternalStore(rendered.subscribe, () => rendered.has(focus));

  const rowPx = coarse ? TOUCH_ROW_PX : rowHeightPx(fontSize);
  const total = doc.rowCount;
  const slice = sliceAt(base, total);

  const [finding] = useState(() => new TreeFindTarget(model, finder));
  useEffect(() => finding.start(() => grid.current), [finding]);
  const [alignment] = useState(() => new TreeAlignment(model));
  useEffect(() => alignment.attach(frame.current), [alignment]);
  useEffect(() => model.views.compare(differences), [model, differences]);
  const [source] = useState(() => new ProblemSource(problems));
  useEffect(() => model.views.showProblems(source), [model, source]);
  useEffect(() => model.views.showNotes(model.schema, source), [model, source]);
  useLayoutEffect(() => model.showControls(controls), [model, controls]);
  useEffect(
    () => () => {
      model.dispose();
      // Text in an open field is written, as by any other way to leave it.
      model.run(model.editing.commit());
    },
    [model],
  );
  useEffect(() => keepFocusedValue(model), [model]);
  useEffect(() => client.trackSelection(() => model.selection), [client, model]);

  // Requests the visible rows after every move and every change; the cache fetches only what is missing.
  const wantedAt = useCallback(
    (top: number): readonly [first: number, end: number] => [
      Math.floor(top) - MARGIN_ROWS,
      Math.ceil(top + scroller.visible) + MARGIN_ROWS,
    ],
    [scroller],
  );
  const want = useCallback((): void => cache.want(...wantedAt(scroller.top)), [cache, scroller, wantedAt]);
  useEffect(() => scroller.setPrepare((top) => cache.prepare(...wantedAt(top))), [cache, scroller, wantedAt]);
  useEffect(() => scroller.subscribe(want), [scroller, want]);
  useEffect(want);

  // Reports the place of the selected row once the selection rests.
  const selectedRow = isFresh && focusedRow !== undefined ? focusedRow : null;
  useEffect(() => {
    if (selectedRow === null) return;
    const timer = setTimeout(() => client.placeOf(selectedRow.node).then(onPlace, () => undefined), PLACE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [client, selectedRow, onPlace]);

  useImperativeHandle(
    ref,
    () => ({
      reveal: (result) => model.reveal(result),
      complete: () => model.editing.complete(),
      isEditing: () => model.editing.isDirty,
      focus() {
        wantsFocus.current = grid.current === null;
        grid.current?.focus();
      },
      isAtEnd: () => model.scroller.isAtEnd,
      showEnd: () => model.scroller.scrollTo(Infinity),
      readPlace: async () => {
        const { focus: selected } = model.state.selection;
        const entry = selected < 0 ? undefined : await cache.read(selected);
        return entry === undefined ? null : client.placeOf(entry.row.node);
      },
      expand: (request) => model.expand(request),
      showNode: (...asked) => alignment.show(...asked),
      readSelected: (task) => commands.clipboard.readSelected(task),
      alignment,
    }),
    [client, model, commands, cache, alignment],
  );

  // Stable: a new function would detach the element exactly when the slice's layout effect needs it.
  const attach = useCallback(
    (list: ListImperativeAPI | null) => {
      grid.current = list?.element ?? null;
      scroller.attach(grid.current);
      if (grid.current === null || !wantsFocus.current) return;
      wantsFocus.current = false;
      grid.current.focus();
    },
    [scroller],
  );
  useInstantScroll(frame, grid);

  const input = useTreeInput({
    model,
    commands,
    finding,
    gridId,
    readOnly,
    frame,
    host: { onUndo, onRedo, onSave, onCopyText, ...(onCopyAs && { onCopyAs }), onGoTo, onTransform },
  });
  const { onMenu } = input;
  const rowProps = useMemo<TreeRowProps>(
    () => ({ model, base: slice.base, rowPx, gridId, readOnly, onMenu }),
    [model, slice.base, rowPx, gridId, readOnly, onMenu],
  );

  return (
    <>
      <NarrowedBar client={client} onEnd={() => grid.current?.focus()} onError={onError} />
      <div
        ref={frame}
        className={styles.frame}
        style={{ '--row': `${rowPx}px`, fontSize } as CSSProperties}
        onCopy={input.clipboard}
        onCut={input.clipboard}
        onPaste={input.clipboard}
      >
        <List
          id={gridId}
          role="treegrid"
          tabIndex={0}
          aria-label={label}
          aria-rowcount={total}
          aria-multiselectable
          aria-readonly={readOnly}
          aria-activedescendant={isActive ? rowId(gridId, focus) : undefined}
          className={styles.grid ?? ''}
          style={{ height, width: '100%' }}
          listRef={attach}
          rowComponent={TreeRow}
          rowCount={slice.count}
          rowHeight={rowPx}
          rowProps={rowProps}
          rowKey={keyOfRow}
          overscanCount={OVERSCAN_ROWS}
          onRowsRendered={(_, all) => rendered.set(slice.base + all.startIndex, slice.base + all.stopIndex)}
          onScroll={scroller.onScroll}
          onKeyDown={input.key}
          onFocus={() => focus < 0 && state.caret === null && model.select(Math.ceil(scroller.top))}
        >
          <StickyRows model={model} />
          <ReportGeometry
            scroller={scroller}
            base={slice.base}
            count={slice.count}
            total={total}
            rowPx={rowPx}
            heightPx={height}
          />
        </List>
        <LazyValuePopover model={model} gridId={gridId} readOnly={readOnly} />
        <TreeScrollbar
          client={client}
          finder={finder}
          differences={differences}
          problems={source}
          scroller={scroller}
          total={total}
          controls={gridId}
        />
        <Overlays
          model={model}
          commands={commands}
          row={focusedRow}
          more={rowMenu}
          place={input.menu}
          asking={input.asking}
          onMenuClose={input.closeMenu}
          onAskingClose={input.closeAsking}
          grid={() => grid.current}
        />
      </div>
    </>
  );
}

function nothing(): void {
  // Default for a tree without a transform dialog.
}

function noEntries(): RowEntries {
  return NO_ENTRIES;
}

function keyOfRow(index: number, { base }: TreeRowProps): number {
  return base + index;
}

const ValuePopover = lazyPart(() => import('./popover/popover.tsx'));

interface OpenedValueProps {
  readonly model: TreeModel;
  readonly gridId: string;
  readonly readOnly: boolean;
}

/** The popover of the opened value; renders nothing while none is open. */
function LazyValuePopover({ model, gridId, readOnly }: OpenedValueProps) {
  const opened = useSyncExternalStore(model.opener.subscribe, () => model.opener.opened);
  if (opened === null) return null;
  return (
    <PartBoundary look="float" onClose={() => model.opener.close()}>
      <ValuePopover key={opened.index} model={model} opened={opened} gridId={gridId} readOnly={readOnly} />
    </PartBoundary>
  );
}
