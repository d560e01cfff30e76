// The column statistics of a table, as far as the document answers.

import { expect, it } from 'vitest';
import { CodedError, type ErrorCode } from '../../../../src/shared/errors.ts';
import type { Column } from '../../../../src/ui/table/model/column-layout.ts';
import type { CellCache } from '../../../../src/ui/table/model/cell-cache.ts';
import type { Expressions } from '../../../../src/ui/table/model/expressions.ts';
import type { TableRows } from '../../../../src/ui/table/model/rows.ts';
import type { TableStore } from '../../../../src/ui/table/model/state.ts';
import { ColumnStatistics } from '../../../../src/ui/table/model/statistics.ts';

const column = { id: 'a', path: ['a'] } as unknown as Column;

/** Returns the errors that a table reports whose expressions or statistics can't be read at first. */
async function problemsAfter(part: 'expressions' | 'figures', code: ErrorCode): Promise<unknown[]> {
  const problems: unknown[] = [];
  const asked = { expressions: 0, figures: 0 };
  const ask = (what: typeof part): Promise<never> => {
    asked[what] += 1;
    return what === part ? Promise.reject(new CodedError(code, '')) : (Promise.resolve(null) as Promise<never>);
  };
  const table = {
    client: { state: { revision: 1, tree: 'live', isSynced: false }, readFigures: () => ask('figures') },
    state: { path: [], arrangement: { filters: [] }, layout: { columns: [column], indexOf: () => 0 } },
    scroller: { top: 0 },
    rowCount: 1,
    run: (action: Promise<unknown>) => void action.catch((error: unknown) => problems.push(error)),
  } as unknown as TableStore;
  const cache = { row: () => ({}) } as unknown as CellCache;
  const rows = { hasRowsOfNow: true, isAtRest: true } as unknown as TableRows;
  const expressions = { prepare: () => ask('expressions') } as unknown as Expressions;
  const source = new ColumnStatistics(table, cache, rows, expressions);
  source.want([column]);
  await expect.poll(() => asked[part]).toBe(1);
  await new Promise((resolve) => setTimeout(resolve));
  // Only the next change is a reason to ask again.
  expect(asked[part]).toBe(1);
  return problems;
}

it('[TAB-2] of another revision, or a text that is not valid by then, are no error', async () => {
  for (const part of ['expressions', 'figures'] as const)
    for (const code of ['stale', 'invalid-document'] as const) expect(await problemsAfter(part, code)).toEqual([]);
});

it('[TAB-2] that an expression refuses are one', async () => {
  expect(await problemsAfter('expressions', 'refused')).toHaveLength(1);
});

it('[TAB-2] are not read for a table that has gone', async () => {
  const columns = ['a', 'b'].map((id) => ({ id, path: [id] }) as unknown as Column);
  const asked: string[] = [];
  const table = {
    client: {
      state: { revision: 1, tree: 'live', isSynced: false },
      subscribe: () => () => undefined,
      readFigures: ({ column: [id] }: { column: [string] }, { signal }: { signal: AbortSignal }) => {
        asked.push(id);
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new CodedError('cancelled', ''))),
        );
      },
    },
    state: {
      path: [],
      arrangement: { filters: [] },
      layout: { columns, indexOf: (id: string) => columns.findIndex((one) => one.id === id) },
    },
    scroller: { top: 0 },
    rowCount: 1,
    subscribe: () => () => undefined,
    run: (action: Promise<unknown>) => void action,
  } as unknown as TableStore;
  const cache = { row: () => ({}), subscribe: () => () => undefined } as unknown as CellCache;
  const rows = { hasRowsOfNow: true, isAtRest: true } as unknown as TableRows;
  const expressions = { prepare: () => Promise.resolve() } as unknown as Expressions;
  const statistics = new ColumnStatistics(table, cache, rows, expressions);
  const stop = statistics.start();
  statistics.want(columns);
  await expect.poll(() => asked).toEqual(['a']);
  stop();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toEqual(['a']);
});
