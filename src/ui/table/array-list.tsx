// Shown when no array is open: the document's arrays, with their row counts.

import { useSyncExternalStore } from 'react';
import { TABLE_BAR, TABLE_EMPTY } from '../strings/editors/table.ts';
import { nameOf } from './table-bar.tsx';
import type { TableModel } from './model/table-model.ts';
import styles from './array-list.module.css';

/** The list of arrays to choose from. */
export function ArrayChoice({ model }: { readonly model: TableModel }) {
  const { arrays } = useSyncExternalStore(model.subscribe, () => model.state);
  if (arrays === null) return <div className={styles['empty']} aria-busy />;
  if (arrays.arrays.length === 0) {
    return (
      <div className={styles['empty']}>
        <h2>{TABLE_EMPTY.none}</h2>
        <p>{TABLE_EMPTY.noneText}</p>
      </div>
    );
  }
  return (
    <div className={styles['empty']}>
      <h2>{TABLE_EMPTY.title}</h2>
      <ul className={styles['list']}>
        {arrays.arrays.map(({ path, rows }) => (
          <li key={JSON.stringify(path)}>
            <button type="button" onClick={() => model.run(model.open(path))}>
              <span className={styles['name']}>{nameOf(path)}</span>
              <span className={styles['rows']}>{TABLE_BAR.rows(rows)}</span>
            </button>
          </li>
        ))}
      </ul>
      {!arrays.complete && <p>{TABLE_EMPTY.cut(arrays.arrays.length)}</p>}
    </div>
  );
}
