// Which row of a list in memory has the focus: the same one while rows come and go around it.

import { useState } from 'react';
import type { ListRow } from './list-row.ts';

/** A row that can be told from others when the list changes. */
export interface KeyedRow extends ListRow {
  readonly key: string;
}

/** Returns the properties of `VirtualList` that rows in memory have. */
export function useRows<Row extends KeyedRow>(
  rows: readonly Row[],
): {
  readonly count: number;
  readonly version: unknown;
  readonly active: number;
  readonly rowAt: (index: number) => Row | undefined;
  /** `key`: that of a row which is there once groups have been opened. */
  readonly onActive: (index: number, key?: string) => void;
} {
  const [kept, setKept] = useState({ key: '', index: 0 });
  const found = rows[kept.index]?.key === kept.key ? kept.index : rows.findIndex(({ key }) => key === kept.key);
  return {
    count: rows.length,
    version: rows,
    // Where it has gone, the focus stays at its place.
    active: found >= 0 ? found : Math.max(0, Math.min(kept.index, rows.length - 1)),
    rowAt: (index) => rows[index],
    onActive: (index, key = rows[index]?.key ?? '') => setKept({ key, index }),
  };
}
