// The value part of a row: a scalar as it is spelt, or a container's item count and preview.

import type { ValueProps } from './value-props.ts';
import { isContainer, type Row } from '../../../shared/protocol/rows.ts';
import { HitsInside } from '../found/marked.tsx';
import { Preview } from './preview.tsx';
import { ROWS } from '../../strings/editors/tree.ts';
import styles from './row.module.css';
import { Scalar } from './scalar.tsx';

/** A row's value. */
export function Value(props: ValueProps) {
  const { row, hits, controls, onOpen } = props;
  if (!isContainer(row.kind)) return <Scalar {...props} />;
  return (
    <>
      <span className={styles.count} data-type={ROWS.types[row.kind]}>
        {countOf(row)}
      </span>
      {hits !== null && <HitsInside hits={hits} />}
      {!row.expanded && row.childCount > 0 && <Preview text={row.text} controls={controls} onOpen={onOpen} />}
    </>
  );
}

/** Describes the size of a container: `3 items`, `1 key`. */
export function countOf({ kind, childCount, isOpen }: Row): string {
  return isOpen ? ROWS.reading : ROWS.count(kind, childCount);
}
