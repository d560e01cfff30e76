// The list of the JSON values in a text, below the content, and the record of the current one: the lines that it stands in, with
// the line ends of its strings as such. Only the rows on the screen are rendered; arrow keys move between them.

import { Copy, PanelRight, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { List, useListRef, type RowComponentProps } from 'react-window';
import { useSnapshot } from 'valtio';
import type { PageModel, Panel } from '../app-model/app-model.ts';
import { EXTRACT, FOUND_AS } from '../strings/panel/extract.ts';
import { copyText } from '../widgets/begin-copy.ts';
import { Button } from '../widgets/button.tsx';
import { useMedia } from '../widgets/media.ts';
import { extractionOf } from './extraction.ts';
import styles from './find-panel.module.css';
import { FoundRows } from './found-rows.ts';
import { openFound } from './open-found.ts';

const ROW_PX = 24;
const TOUCH_ROW_PX = 40;
/** Rows of a page: a browser can't scroll much further. */
const PAGE_ROWS = 500_000;
const ICON = { size: 16, 'aria-hidden': true } as const;

export interface FindPanelProps {
  readonly app: PageModel;
  readonly panel: Panel;
}

/** The list, while it is open. @see requirements NEW-3 */
export default function FindPanel({ app, panel }: FindPanelProps) {
  const { core, actions } = panel;
  const extraction = extractionOf(core);
  const { scans, count, open, phase } = useSnapshot(extraction.state);
  if (!open || count === 0 || phase === 'none') return null;
  const close = (): void => {
    extraction.show(false);
    core.view?.focus();
  };
  return (
    <Finds
      key={scans}
      panel={panel}
      count={count}
      onClose={close}
      onGo={(offset) => actions.editing.showOffset(offset)}
      onOpen={(index) => void openFound(app, panel, index)}
    />
  );
}

interface FindsProps {
  readonly panel: Panel;
  readonly count: number;
  readonly onClose: () => void;
  readonly onGo: (offset: number) => void;
  readonly onOpen: (index: number) => void;
}

function Finds({ panel: { core }, count, onClose, onGo, onOpen }: FindsProps) {
  const extraction = extractionOf(core);
  const [rows] = useState(() => new FoundRows(extraction, core.report));
  const version = useSyncExternalStore(rows.subscribe, () => rows.version);
  const [current, setCurrent] = useState(0);
  const rowPx = useMedia('(pointer: coarse)') ? TOUCH_ROW_PX : ROW_PX;
  const list = useListRef(null);
  const section = useRef<HTMLElement>(null);
  const id = useId();
  /** The index of the first row of the page. */
  const [from, setFrom] = useState(0);
  const shown = Math.min(count - from, PAGE_ROWS);
  const turn = (to: number): void => {
    setFrom(to);
    setCurrent(to);
    list.current?.scrollToRow({ index: 0 });
  };

  useEffect(() => {
    const element = section.current;
    const escape = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onClose();
    };
    element?.addEventListener('keydown', escape);
    return () => element?.removeEventListener('keydown', escape);
  }, [onClose]);

  const step = (event: KeyboardEvent): void => {
    const focused = document.activeElement;
    const row = focused?.closest<HTMLElement>('[data-find]');
    if (row === null || row === undefined) return;
    const tools = Array.from(row.querySelectorAll('button'));
    const side = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (side !== 0) {
      tools[tools.findIndex((tool) => tool === focused) + side]?.focus();
      event.preventDefault();
      return;
    }
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 8,
      PageUp: current - 8,
      Home: from,
      End: from + shown - 1,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = Math.max(from, Math.min(from + shown - 1, to));
    setCurrent(next);
    list.current?.scrollToRow({ index: next - from });
    const focus = (): boolean => {
      const button = section.current?.querySelector<HTMLElement>(`[data-find="${next}"] button`);
      button?.focus();
      return button != null;
    };
    // The row may not be rendered yet.
    if (!focus()) requestAnimationFrame(focus);
  };

  return (
    <section ref={section} className={styles.panel} aria-labelledby={id}>
      <div className={styles.bar}>
        <h2 id={id} className={styles.title}>
          {EXTRACT.title} <span className={styles.count}>{count.toLocaleString()}</span>
        </h2>
        <Button look="quiet" icon label={EXTRACT.close} onClick={onClose}>
          <X {...ICON} />
        </Button>
      </div>
      <div className={styles.body}>
        <div role="presentation" className={styles.rows} onKeyDown={step}>
          <List
            listRef={list}
            className={styles.list ?? ''}
            aria-label={EXTRACT.rows}
            rowComponent={FoundRow}
            rowCount={shown}
            rowHeight={rowPx}
            rowProps={{ rows, from, current, version, onCurrent: setCurrent, onGo, onOpen }}
          />
          {count > PAGE_ROWS && (
            <div className={styles.note}>
              <span>{EXTRACT.page(from + 1, from + shown, count)}</span>
              <Button look="quiet" disabled={from === 0} onClick={() => turn(from - PAGE_ROWS)}>
                {EXTRACT.earlier}
              </Button>
              <Button look="quiet" disabled={from + shown >= count} onClick={() => turn(from + PAGE_ROWS)}>
                {EXTRACT.later}
              </Button>
            </div>
          )}
        </div>
        <Record index={current} read={(index) => extraction.record(index)} core={core} />
      </div>
    </section>
  );
}

interface FoundRowProps {
  readonly rows: FoundRows;
  /** The index of the find in the first row. */
  readonly from: number;
  readonly current: number;
  /** Changes when rows have arrived. */
  readonly version: number;
  readonly onCurrent: (index: number) => void;
  readonly onGo: (offset: number) => void;
  readonly onOpen: (index: number) => void;
}

function FoundRow({
  index: row,
  style,
  ariaAttributes,
  rows,
  from,
  current,
  onCurrent,
  onGo,
  onOpen,
}: RowComponentProps<FoundRowProps>) {
  const index = from + row;
  const found = rows.get(index);
  return (
    <div
      className={styles.row}
      style={style}
      data-find={index}
      data-current={index === current || undefined}
      {...ariaAttributes}
    >
      {found !== undefined && (
        <>
          <button
            type="button"
            className={styles.find}
            tabIndex={index === current ? 0 : -1}
            aria-current={index === current || undefined}
            onClick={() => {
              onCurrent(index);
              onGo(found.start);
            }}
            onFocus={() => onCurrent(index)}
          >
            <span className={styles.line}>{EXTRACT.line(found.line)}</span>
            <span className={styles.kind}>{FOUND_AS[found.kind]}</span>
            <span className={styles.preview} dir="ltr">
              {found.preview}
            </span>
            {found.isGuess && (
              <span className={styles.guess} data-hint={EXTRACT.guessHint}>
                {EXTRACT.guess}
              </span>
            )}
          </button>
          <button
            type="button"
            className={styles.tool}
            tabIndex={-1}
            aria-label={EXTRACT.open}
            data-hint={EXTRACT.open}
            onClick={() => {
              onCurrent(index);
              onOpen(index);
            }}
          >
            <PanelRight size={14} aria-hidden />
          </button>
        </>
      )}
    </div>
  );
}

interface RecordProps {
  readonly index: number;
  readonly read: (index: number) => Promise<string>;
  readonly core: Panel['core'];
}

/** The record of a find, as text to read and to copy. */
function Record({ index, read, core }: RecordProps) {
  const [record, setRecord] = useState<{ readonly index: number; readonly text: string } | null>(null);
  const readRef = useRef(read);
  useEffect(() => {
    let isCurrent = true;
    readRef.current(index).then(
      (text) => isCurrent && setRecord({ index, text }),
      (error: unknown) => isCurrent && core.report(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [index, core]);
  const copy = async (): Promise<void> => {
    try {
      await copyText(record?.text ?? '');
      core.notify({ severity: 'success', message: EXTRACT.copied });
    } catch (error) {
      core.report(error);
    }
  };
  return (
    <div className={styles.record}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- by keys it is scrolled only with the focus */}
      <pre className={styles.text} role="region" aria-label={EXTRACT.record} tabIndex={0} dir="ltr">
        {record?.text ?? ''}
      </pre>
      <div className={styles.copy}>
        <Button look="quiet" icon label={EXTRACT.copy} tooltip={EXTRACT.copy} onClick={() => void copy()}>
          <Copy {...ICON} />
        </Button>
      </div>
    </div>
  );
}
