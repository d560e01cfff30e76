// A list of rows of one height, of which only those on the screen are rendered: one stop for Tab, whose keys move between the rows.
// The focus stays on the list itself, so that it isn't lost when its row scrolls out of the screen; `aria-activedescendant` names the
// row. Groups make it a tree.

import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { ChevronRight } from 'lucide-react';
import { List, type ListImperativeAPI, type RowComponentProps } from 'react-window';
import { useMedia, useSize } from '../media.ts';
import type { MenuPlace } from '../menu/menu-model.ts';
import { ReportGeometry } from '../rows/report-geometry.tsx';
import { sliceAt } from '../rows/row-slice.ts';
import { Scroller } from '../rows/scroll-position.ts';
import { Scrollbar } from '../scroll/scrollbar.tsx';
import { findTyped, moveOf, type ListRow } from './list-row.ts';
import styles from './virtual-list.module.css';

const ROW_PX = 24;
const TOUCH_ROW_PX = 44;
/** Rows read beyond the screen on either side. */
const MARGIN_ROWS = 32;
/** Letters that are typed within this time belong together, in milliseconds. */
const TYPING_MS = 700;

/** What surrounds a list, and gives it the focus. */
export interface ListHost {
  /** Called with a list that has come: it may have been waited for. */
  arrived(list: HTMLElement): void;
  /** Called when a list with the focus goes. */
  lost(): void;
}

export const ListHostContext = createContext<ListHost | null>(null);

export interface VirtualListProps<Row extends ListRow> {
  readonly label: string;
  readonly count: number;
  /** A row; `undefined` while it is being read. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Called with the rows that are about to be shown, `end` exclusive. */
  readonly onWant?: (first: number, end: number) => void;
  /** Changes when rows have changed or arrived, so that they are rendered again. */
  readonly version: unknown;
  /** Whether rows have groups. */
  readonly isTree: boolean;
  /** The row with the focus. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  /** The row of what was last gone to, which is marked and shown when it changes; -1 if there is none. */
  readonly current: number;
  /** Goes to what a row stands for; the focus stays in the list. */
  readonly onGo: (index: number) => void;
  /** Opens or closes a group. */
  readonly onToggle?: (index: number, isOpen: boolean) => void;
  /** Opens the menu of a row; a click on what has `data-menu` in a row asks for it, too. */
  readonly onMenu?: (index: number, place: MenuPlace) => void;
  /** Handles a key that the list doesn't have. Returns whether it did. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  readonly renderRow: (row: Row, index: number) => ReactNode;
}

/** The number of rows, which the scroller reads. */
class RowCount {
  count = 0;

  set(count: number): void {
    this.count = count;
  }
}

/** A list of any length, as tall as its container. */
export function VirtualList<Row extends ListRow>(props: VirtualListProps<Row>) {
  const { label, count, rowAt, onWant, version, isTree, active, onActive, current, onGo, onToggle, onMenu, onKey } =
    props;
  const [length] = useState(() => new RowCount());
  const [scroller] = useState(() => new Scroller(() => length.count));
  const listId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const { height } = useSize(frame);
  const rowPx = useRowHeight();
  const base = useSyncExternalStore(scroller.subscribe, () => scroller.base);
  const top = useSyncExternalStore(scroller.subscribe, () => scroller.top);
  const visible = useSyncExternalStore(scroller.subscribe, () => scroller.visible);
  const slice = sliceAt(base, count);
  const host = useContext(ListHostContext);
  const attach = useCallback(
    (api: ListImperativeAPI | null) => {
      scroller.attach(api?.element ?? null);
      if (api?.element != null) host?.arrived(api.element);
    },
    [scroller, host],
  );
  useLayoutEffect(() => () => (hasFocus(frame.current) ? host?.lost() : undefined), [host]);

  useLayoutEffect(() => length.set(count), [length, count]);
  useEffect(() => onWant?.(Math.max(0, Math.floor(top) - MARGIN_ROWS), Math.ceil(top + visible) + MARGIN_ROWS));
  // The list may have become shorter than what is scrolled to.
  useEffect(() => {
    if (top > Math.max(0, count - visible)) scroller.scrollTo(count);
  });
  const isMeasured = visible > 0;
  useEffect(() => {
    if (isMeasured && current >= 0) scroller.reveal(current);
  }, [scroller, current, isMeasured]);

  const typed = useRef({ text: '', at: 0 });
  const goTo = (index: number): void => {
    onActive(index);
    scroller.reveal(index);
  };
  const type = (event: KeyboardEvent): boolean => {
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    const isGoingOn = event.timeStamp - typed.current.at < TYPING_MS;
    // A space goes to the row, unless it belongs to what is being typed.
    if (!isLetter || (event.key === ' ' && !isGoingOn)) return false;
    const text = isGoingOn ? typed.current.text + event.key : event.key;
    typed.current = { text, at: event.timeStamp };
    const found = findTyped(text, { count, active, rowAt });
    if (found >= 0) goTo(found);
    return true;
  };
  const activate = (index: number): void => {
    const isOpen = rowAt(index)?.isOpen;
    if (isOpen === undefined || isOpen === null) onGo(index);
    else onToggle?.(index, !isOpen);
  };
  const openMenu = (index: number, place: MenuPlace): void => {
    if (rowAt(index)?.isOpen === null) onMenu?.(index, place);
  };
  const elementOf = (index: number): HTMLElement | null => document.getElementById(`${listId}-${index}`);
  const press = (event: KeyboardEvent): void => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    const move = isPlain ? moveOf(event.key, { count, active, pageRows: Math.floor(visible), rowAt }) : null;
    if (onKey?.(event) === true) {
      // Done.
    } else if (move?.type === 'to') goTo(move.index);
    else if (move?.type === 'toggle') onToggle?.(active, move.isOpen);
    else if (isMenu && onMenu !== undefined) {
      const row = elementOf(active);
      if (row !== null) openMenu(active, placeBelow(row));
    } else if (type(event)) {
      // Went there.
    } else if (isPlain && (event.key === 'Enter' || event.key === ' ')) activate(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const indexOf = ({ target }: MouseEvent): number => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    return row === null ? -1 : Number(row.dataset['row']);
  };

  return (
    <div ref={frame} className={styles.frame}>
      <List
        id={listId}
        role={isTree ? 'tree' : 'listbox'}
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={active < count && rowAt(active) !== undefined ? `${listId}-${active}` : undefined}
        className={styles.list ?? ''}
        style={{ height, width: '100%' }}
        listRef={attach}
        rowComponent={VirtualRow<Row>}
        rowCount={slice.count}
        rowHeight={rowPx}
        rowProps={{ rowAt, base: slice.base, listId, isTree, active, current, version, renderRow: props.renderRow }}
        overscanCount={4}
        onScroll={scroller.onScroll}
        onKeyDown={press}
        onClick={(event: MouseEvent) => {
          const index = indexOf(event);
          if (index < 0) return;
          onActive(index);
          const sign = event.target instanceof Element ? event.target.closest('[data-menu]') : null;
          if (sign === null) activate(index);
          else openMenu(index, placeBelow(sign));
        }}
        onContextMenu={(event: MouseEvent) => {
          const index = indexOf(event);
          if (index < 0 || onMenu === undefined) return;
          event.preventDefault();
          onActive(index);
          openMenu(index, { x: event.clientX, y: event.clientY, within: document.body });
        }}
      >
        <ReportGeometry
          scroller={scroller}
          base={slice.base}
          count={slice.count}
          total={count}
          rowPx={rowPx}
          heightPx={height}
        />
      </List>
      <Scrollbar
        total={count}
        viewport={visible}
        position={top}
        onScroll={scroller.scrollTo}
        label={label}
        controls={listId}
      />
    </div>
  );
}

function hasFocus(element: Element | null): boolean {
  return element?.contains(document.activeElement) === true;
}

function placeBelow(element: Element): MenuPlace {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom, within: document.body };
}

/** Rows are as tall as a finger needs where there is one, and where a row has two lines. */
function useRowHeight(): number {
  return useMedia('(width < 700px), (pointer: coarse)') ? TOUCH_ROW_PX : ROW_PX;
}

interface VirtualRowProps<Row extends ListRow> extends Pick<
  VirtualListProps<Row>,
  'rowAt' | 'isTree' | 'active' | 'current' | 'version' | 'renderRow'
> {
  readonly base: number;
  readonly listId: string;
}

function VirtualRow<Row extends ListRow>({
  index: at,
  style,
  base,
  listId,
  rowAt,
  isTree,
  active,
  current,
  renderRow,
}: RowComponentProps<VirtualRowProps<Row>>) {
  const index = base + at;
  const row = rowAt(index);
  if (row === undefined) return <div role="presentation" className={styles.row} style={style} />;
  return (
    <div
      role={isTree ? 'treeitem' : 'option'}
      id={`${listId}-${index}`}
      aria-level={isTree ? row.level : undefined}
      aria-expanded={row.isOpen ?? undefined}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={index === active}
      aria-current={index === current || undefined}
      className={styles.row}
      data-row={index}
      data-level={row.level}
      data-group={row.isOpen !== null || undefined}
      style={{ ...style, paddingInlineStart: 12 + (row.level - 1) * 16 }}
    >
      {row.isOpen !== null && <ChevronRight size={14} aria-hidden className={styles.chevron} data-open={row.isOpen} />}
      {renderRow(row, index)}
    </div>
  );
}
