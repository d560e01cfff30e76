// What a row says of its difference: what the value is on the other side, how many
// differences are inside, and a word for those who don't see the colour (who do not see it well have a sign, `row.module.css`).

import { ROW } from '../../strings/compare/compare.ts';
import styles from './difference.module.css';
import type { RowDiff } from './row-differences.ts';

/** A row's difference, behind its value. */
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
