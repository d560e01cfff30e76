// What a value is called in its row: its key, its position, or that it is the root.

import type { Row } from '../../../shared/protocol/rows.ts';
import { onOneLine, type Controls } from '../../model/literal.ts';
import { Marked } from '../found/marked.tsx';
import { ROWS } from '../../strings/editors/tree.ts';
import { VisibleText } from '../../widgets/visible-text.tsx';
import styles from './row.module.css';
import type { TextHits } from '../found/row-hits.ts';

export interface NameProps {
  readonly row: Row;
  readonly controls: Controls;
  readonly hits: TextHits | null;
  readonly onEdit: () => void;
}

/** A row's key or position. */
export function Name({ row, controls, hits, onEdit }: NameProps) {
  if (row.depth === 0) return <span className={styles.root}>{ROWS.root}</span>;
  if (row.key === null) return <span className={styles.index}>{row.position}</span>;
  const text = row.key === '' ? '""' : onOneLine(row.key, controls);
  return (
    <span className={styles.key} onDoubleClick={onEdit}>
      {hits === null ? <VisibleText text={text} /> : <Marked text={text} hits={hits} />}
      {row.keyCut && '…'}
    </span>
  );
}
