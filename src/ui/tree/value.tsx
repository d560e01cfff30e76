// What a row shows of its value: a scalar as it is spelt, or what a container holds.

import { unquote } from '../../shared/literals.ts';
import { isContainer, type Row } from '../../shared/rows.ts';
import { onOneLine } from './literal.ts';
import { Inside, Marked } from './marked.tsx';
import type { TreeModel } from './model.ts';
import styles from './row.module.css';
import type { RowHits } from './rowhits.ts';

export interface ValueProps {
  readonly model: TreeModel;
  readonly index: number;
  readonly row: Row;
  readonly readOnly: boolean;
  readonly hits: RowHits | null;
  readonly onEdit: () => void;
}

/** A row's value. */
export function Value({ row, hits, onEdit }: ValueProps) {
  if (isContainer(row.kind)) {
    return (
      <>
        <span className={styles.count}>{countOf(row)}</span>
        <Inside hits={hits} />
        {!row.expanded && row.childCount > 0 && (
          <span className={styles.preview} onDoubleClick={onEdit}>
            {row.text}
          </span>
        )}
      </>
    );
  }
  const text = row.kind === 'string' ? onOneLine(unquote(row.text)) : row.text;
  return (
    <span className={styles.scalar} onDoubleClick={onEdit}>
      {text === '' ? <span className={styles.nothing}>""</span> : <Marked text={text} hits={hits?.value ?? null} />}
      {row.textCut && '…'}
    </span>
  );
}

function countOf({ kind, childCount }: Row): string {
  const noun = kind === 'object' ? 'key' : 'item';
  return `${childCount.toLocaleString()} ${noun}${childCount === 1 ? '' : 's'}`;
}
