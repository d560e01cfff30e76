// What a row shows of its difference: the value on the other side, the number of differences inside, and a text for screen
// readers. Users who don't see the colour well have a sign (`row.module.css`).

import { ROW } from '../../strings/compare/compare-rows.ts';
import styles from './difference.module.css';
import type { RowDiff } from '../model/row-differences.ts';

/** A row's difference, shown after its value. */
export function Difference({ diff }: { readonly diff: RowDiff }) {
  const { mark, inside, other } = diff;
  if (mark === 'child-update') {
    return inside === 0 ? null : <span className={styles.inside}>{ROW['child-update'](inside)}</span>;
  }
  return (
    <>
      {other !== null && <span className={styles.other}>{other}</span>}
      <span className={styles.said}>{ROW[mark]}</span>
    </>
  );
}
