// The list of results between the find bar and the tree: hits under the path of their container. A listbox whose active option
// is named by `aria-activedescendant`; of a million hits, only those on the screen are rendered.

import {
  memo,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
} from 'react';
import { List, type ListImperativeAPI, type RowComponentProps } from 'react-window';
import { isContainer } from '../../../shared/protocol/rows.ts';
import type { HitView } from '../../../shared/protocol/search.ts';
import type { DocumentClient } from '../../client/document.ts';
import type { Finder } from '../../find/finder.ts';
import { useMedia, useSize } from '../../widgets/media.ts';
import { Scrollbar } from '../../widgets/scroll/scrollbar.tsx';
import { ReportGeometry } from '../../widgets/rows/report-geometry.tsx';
import type { TreeFindTarget } from './find-view.ts';
import { onOneLine, readEscapes, type Controls } from '../../model/literal.ts';
import { ResultList } from './result-list-model.ts';
import { Scroller } from '../../widgets/rows/scroll-position.ts';
import { sliceAt } from '../../widgets/rows/row-slice.ts';
import { ROWS } from '../../strings/editors/tree.ts';
import marks from './marked.module.css';
import styles from './result-list.module.css';

const LINE_PX = 22;
const TOUCH_LINE_PX = 40;
/** Lines read beyond the screen on either side. */
const MARGIN_LINES = 32;

export interface ResultsProps {
  readonly finder: Finder;
  readonly client: DocumentClient;
  readonly finding: TreeFindTarget;
  readonly controls: Controls;
  readonly onError: (error: unknown) => void;
}

/** The list, rendered while it is switched on and there are hits. */
export const Results = memo(function Results(props: ResultsProps) {
  const { finder } = props;
  const shown = useSyncExternalStore(finder.subscribe, () => {
    const { open, listing, count } = finder.getState();
    return open && listing && count > 0;
  });
  return shown ? <OpenResults {...props} /> : null;
});

function OpenResults({ finder, client, finding, controls, onError }: ResultsProps) {
  const [list] = useState(() => new ResultList(finder, client, onError));
  const [scroller] = useState(() => new Scroller(() => list.lineCount));
  const listId = useId();
  const frame = useRef<HTMLElement>(null);
  const { height } = useSize(frame);
  const linePx = useMedia('(pointer: coarse)') ? TOUCH_LINE_PX : LINE_PX;
  const version = useSyncExternalStore(list.subscribe, () => list.version);
  const base = useSyncExternalStore(scroller.subscribe, () => scroller.base);
  const top = useSyncExternalStore(scroller.subscribe, () => scroller.top);
  const visible = useSyncExternalStore(scroller.subscribe, () => scroller.visible);
  const current = useSyncExternalStore(finder.subscribe, () => finder.getState().current);
  /** The active hit: the current one, until the user moves on by keys. */
  const [kept, setKept] = useState({ hit: current, since: current });
  const active = current < 0 || kept.since === current ? kept.hit : current;
  const setActive = (hit: number): void => setKept({ hit, since: current });
  const total = list.lineCount;
  const slice = sliceAt(base, total);

  useEffect(() => list.start(), [list]);
  useEffect(() => {
    list.want(Math.floor(top) - MARGIN_LINES, Math.ceil(top + visible) + MARGIN_LINES);
  });
  // Keeps the tree below in place on the screen.
  useLayoutEffect(() => {
    finding.settle();
    return () => queueMicrotask(() => finding.settle());
  }, [finding]);
  // Scrolls to the current hit once it is in the list. A list that was started again may be shorter than before.
  const revealed = useRef('');
  useEffect(() => {
    if (top > Math.max(0, total - visible)) scroller.scrollTo(total);
    const wanted = `${list.beginnings}:${current}`;
    if (wanted === revealed.current || current < 0 || current >= list.hitCount) return;
    revealed.current = wanted;
    scroller.reveal(list.lineOf(current));
  });

  const attach = useCallback((api: ListImperativeAPI | null) => scroller.attach(api?.element ?? null), [scroller]);
  const move = (hit: number): void => {
    const next = Math.max(0, Math.min(hit, list.hitCount - 1));
    setActive(next);
    // First the line above, so that a heading is shown with its first hit.
    scroller.reveal(Math.max(0, list.lineOf(next) - 1));
    scroller.reveal(list.lineOf(next));
  };
  const key = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(visible) - 2);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: list.hitCount - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) move(next);
    else if (event.key === 'Enter' || event.key === ' ') finder.goTo(active);
    else if (!finding.key(event.nativeEvent)) return;
    event.preventDefault();
  };

  return (
    <section ref={frame} className={styles.results} aria-label={ROWS.results}>
      <List
        id={listId}
        role="listbox"
        tabIndex={0}
        aria-label={ROWS.results}
        aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
        className={styles.list ?? ''}
        style={{ height, width: '100%' }}
        listRef={attach}
        rowComponent={ResultRow}
        rowCount={slice.count}
        rowHeight={linePx}
        rowProps={{ list, base: slice.base, listId, active, current, controls, version }}
        overscanCount={4}
        onScroll={scroller.onScroll}
        onKeyDown={key}
        onClick={({ target }) => {
          const option = target instanceof Element ? target.closest<HTMLElement>('[data-hit]') : null;
          if (option !== null) finder.goTo(Number(option.dataset['hit']));
        }}
        onFocus={() => active < 0 && list.hitCount > 0 && setActive(Math.max(0, list.hitAt(Math.ceil(top))))}
      >
        <ReportGeometry
          scroller={scroller}
          base={slice.base}
          count={slice.count}
          total={total}
          rowPx={linePx}
          heightPx={height}
        />
      </List>
      <Scrollbar
        total={total}
        viewport={visible}
        position={top}
        onScroll={scroller.scrollTo}
        label={ROWS.results}
        controls={listId}
      />
    </section>
  );
}

interface LineProps {
  readonly list: ResultList;
  readonly base: number;
  readonly listId: string;
  readonly active: number;
  readonly current: number;
  readonly controls: Controls;
  /** Changes when lines arrive, so that they are rendered again. */
  readonly version: number;
}

function ResultRow({ index, style, list, base, listId, active, current, controls }: RowComponentProps<LineProps>) {
  const line = list.at(base + index);
  if (line === undefined) return <div role="presentation" className={styles.line} style={style} />;
  if (line.type === 'heading') {
    return (
      <div role="presentation" className={styles.heading} style={style}>
        <span className={styles.path}>{onOneLine(line.path, controls)}</span>
        <span className={styles.size}>{line.size.toLocaleString()}</span>
      </div>
    );
  }
  return (
    <div
      role="option"
      id={`${listId}-${line.hit}`}
      aria-selected={line.hit === current}
      aria-posinset={line.hit + 1}
      aria-setsize={list.hitCount}
      className={styles.line}
      data-active={line.hit === active}
      data-hit={line.hit}
      style={style}
    >
      <Hit view={line.view} current={line.hit === current} controls={controls} />
    </div>
  );
}

interface HitProps {
  readonly view: HitView;
  readonly current: boolean;
  readonly controls: Controls;
}

function Hit({ view, current, controls }: HitProps) {
  // The text is cut: half an escape at an end is shown as it is.
  const shown = (text: string): string => onOneLine(readEscapes(text), controls);
  const found = (
    <>
      {shown(view.before)}
      <mark className={marks.hit} data-current={current}>
        {shown(view.match)}
      </mark>
      {shown(view.after)}
    </>
  );
  const isKey = view.part === 'key';
  return (
    <>
      {view.name !== null && (
        <span className={typeof view.name === 'number' ? styles.position : styles.name}>
          {isKey ? found : view.name === '' ? '""' : typeof view.name === 'number' ? view.name : shown(view.name)}
        </span>
      )}
      <span className={styles.value} data-kind={view.kind}>
        {!isKey ? found : isContainer(view.kind) ? view.value.replaceAll(/\s+/g, ' ') : shown(view.value)}
      </span>
    </>
  );
}
