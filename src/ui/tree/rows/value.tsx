// What a row shows of its value: a scalar as it is spelt, or what a container holds.

import { isContainer, type Row } from '../../../shared/protocol/rows.ts';
import type { RowDiff } from '../diff/row-differences.ts';
import type { Controls } from '../editing/literal.ts';
import { Inside } from '../found/marked.tsx';
import type { TreeModel } from '../model.ts';
import { Preview } from './preview.tsx';
import { ROWS } from '../../strings/editors/tree.ts';
import styles from './row.module.css';
import type { RowHits } from '../found/row-hits.ts';
import { Scalar } from './scalar.tsx';

export interface ValueProps {
  readonly model: TreeModel;
  readonly index: number;
  readonly row: Row;
  readonly readOnly: boolean;
  readonly controls: Controls;
  readonly hits: RowHits | null;
  readonly diff: RowDiff | null;
  readonly onEdit: () => void;
}

/** A row's value. */
export function Value(props: ValueProps) {
  const { row, hits, onEdit } = props;
  if (!isContainer(row.kind)) return <Scalar {...props} />;
  return (
    <>
      <span className={styles.count}>{countOf(row)}</span>
      {hits !== null && <Inside hits={hits} />}
      {!row.expanded && row.childCount > 0 && <Preview text={row.text} onEdit={onEdit} />}
    </>
  );
}

/** `3 items`, `1 key`. */
export function countOf({ kind, childCount }: Row): string {
  return ROWS.count(kind, childCount);
}
