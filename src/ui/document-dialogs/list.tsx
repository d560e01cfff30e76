// The list of the open dialog. Only the lines on the screen are rendered; arrow keys move between lines.

import { Trash2, X } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { List, useListRef, type RowComponentProps } from 'react-window';
import { formatSize } from '../../shared/bytes/size.ts';
import { LIST, OPEN } from '../strings/documents/documents.ts';
import { MiddleCut } from '../widgets/middle-cut.tsx';
import { Button } from '../widgets/button.tsx';
import type { DocumentEntry } from './list-entries.ts';
import styles from './list.module.css';

/** The height of a row, in pixels. */
export const ROW_PX = 44;

export interface DocumentListProps {
  /** `null` while it is being read. */
  readonly list: readonly DocumentEntry[] | null;
  /** Shown when the list is empty. */
  readonly empty: string;
  /** Whether removing a line deletes the document too. */
  readonly canDelete?: boolean;
  readonly onOpen: (listed: DocumentEntry) => void;
  /** Without it, lines stay. */
  readonly onRemove?: (listed: DocumentEntry) => void;
}

export function DocumentList({ list, empty, ...line }: DocumentListProps) {
  const ref = useListRef(null);
  const box = useRef<HTMLDivElement>(null);
  if (list === null) return <p className={styles.empty}>{OPEN.loading}</p>;
  if (list.length === 0)
    return (
      <p className={styles.empty} dir="auto">
        {empty}
      </p>
    );
  const step = (event: KeyboardEvent): void => {
    const from = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'];
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || from === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(list.length - 1, Number(from) + by));
    ref.current?.scrollToRow({ index: next });
    const focus = (): boolean => {
      const button = box.current?.querySelector<HTMLElement>(`[data-index="${next}"] button`);
      button?.focus();
      return button != null;
    };
    // The line may not be rendered yet.
    if (!focus()) requestAnimationFrame(focus);
  };
  return (
    <div ref={box} role="presentation" className={styles.box} onKeyDown={step}>
      <List
        listRef={ref}
        className={styles.list ?? ''}
        aria-label={OPEN.list}
        rowComponent={Line}
        rowCount={list.length}
        rowHeight={ROW_PX}
        rowProps={{ list, ...line }}
      />
    </div>
  );
}

type LineProps = Omit<DocumentListProps, 'list' | 'empty'> & { readonly list: readonly DocumentEntry[] };

function Line({
  index,
  style,
  ariaAttributes,
  list,
  canDelete = false,
  onOpen,
  onRemove,
}: RowComponentProps<LineProps>) {
  const listed = list[index];
  if (listed === undefined) return null;
  const { name, source, size, date } = listed;
  return (
    <div className={styles.line} style={style} data-index={index} {...ariaAttributes}>
      <button type="button" className={styles.open} onClick={() => onOpen(listed)}>
        <span className={styles.name}>
          <MiddleCut text={name} />
        </span>
        <span className={styles.source}>{source}</span>
        <span className={styles.size} dir="ltr">
          {size === null ? '' : formatSize(size)}
        </span>
        <time className={styles.date} dateTime={date} title={new Date(date).toLocaleString()}>
          {shortDate(date)}
        </time>
      </button>
      {onRemove !== undefined && (
        <Button
          icon
          look="quiet"
          label={canDelete ? LIST.deleteOne(name) : LIST.removeOne(name)}
          tooltip={canDelete ? LIST.delete : LIST.remove}
          onClick={() => onRemove(listed)}
        >
          {canDelete ? <Trash2 size={15} aria-hidden /> : <X size={15} aria-hidden />}
        </Button>
      )}
    </div>
  );
}

/** Returns the time for today, the date for other days. */
function shortDate(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toLocaleTimeString(undefined, { timeStyle: 'short' })
    : date.toLocaleDateString(undefined, { dateStyle: 'medium' });
}
