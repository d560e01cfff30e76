// The schema's notes of columns and rows that come into view while others are being read.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlaceNote } from '../../../src/shared/protocol/assist.ts';
import type { AssistHost } from '../../../src/ui/assist/assist-host.ts';
import type { ProblemSource } from '../../../src/ui/problem-marks/problem-source.ts';
import { ColumnNotes } from '../../../src/ui/table/columns/column-notes.ts';
import { ColumnLayout, NO_CHOICES, type Column } from '../../../src/ui/table/model/column-layout.ts';
import type { TableModel } from '../../../src/ui/table/model/table-model.ts';
import { RowNotes } from '../../../src/ui/tree/model/row-notes.ts';
import type { TreeHost } from '../../../src/ui/tree/model/tree-host.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const NOTE: PlaceNote = {
  title: null,
  description: 'about it',
  types: ['string'],
  format: null,
  isDeprecated: false,
  deprecation: null,
  isReadOnly: false,
  isRequired: true,
  isKnown: true,
};

/** A schema whose answers are given one by one. */
function slowSchema() {
  const asked: (readonly (string | number)[])[] = [];
  const answers: (() => void)[] = [];
  const assist = {
    isOn: true,
    version: 1,
    children: (_revision: number, _target: unknown, children: readonly (string | number)[]) => {
      asked.push(children);
      return new Promise((resolve) => {
        answers.push(() => resolve(children.map(() => NOTE)));
      });
    },
  };
  return { host: { assist } as unknown as AssistHost, asked, answers };
}

const source = { subscribe: () => () => undefined } as unknown as ProblemSource;
const elapse = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1000);

it('[SCH-3] of columns are read after those that were being read', async () => {
  const { host, asked, answers } = slowSchema();
  const kinds = { object: 0, array: 0, string: 1, number: 0, boolean: 0, null: 0 };
  const layout = new ColumnLayout(
    ['a', 'b'].map((name) => ({ path: [name], presence: 1, kinds })),
    NO_CHOICES,
  );
  const listeners: (() => void)[] = [];
  const sight = { first: 0, end: 1 };
  const model = {
    client: { state: { revision: 1 } },
    host: { schema: host },
    state: { phase: 'table', path: [], layout },
    horizontal: { inSight: () => sight, subscribe: (listener: () => void) => void listeners.push(listener) },
    subscribe: () => () => undefined,
  } as unknown as TableModel;
  const notes = new ColumnNotes(model);
  notes.start(source);
  await elapse();
  sight.end = 2;
  for (const tell of listeners) tell();
  await elapse();
  expect(asked).toEqual([['a']]);
  answers[0]?.();
  await elapse();
  expect(asked).toEqual([['a'], ['a', 'b']]);
  answers[1]?.();
  await elapse();
  expect(notes.at(layout.columns[1] as Column)).not.toBeNull();
});

it('[SCH-3] of rows are read after those that were being read', async () => {
  const { host, asked, answers } = slowSchema();
  const listeners: (() => void)[] = [];
  const row = (index: number) => ({ node: index, depth: index === 0 ? 0 : 1, key: `k${index}`, position: index });
  const tree = {
    client: { state: { revision: 1, rowsVersion: 1, rowCount: 3 } },
    cache: { get: (index: number) => ({ fresh: true, row: row(index) }), subscribe: () => () => undefined },
    scroller: { top: 0, visible: 1, subscribe: (listener: () => void) => void listeners.push(listener) },
  };
  const notes = new RowNotes(tree as unknown as TreeHost, host, () => undefined);
  notes.start(source);
  await elapse();
  tree.scroller.visible = 2;
  for (const tell of listeners) tell();
  await elapse();
  expect(asked).toEqual([['k1']]);
  answers[0]?.();
  await elapse();
  expect(asked).toEqual([['k1'], ['k1', 'k2']]);
  answers[1]?.();
  await elapse();
  expect(notes.at(2, row(2) as never)).not.toBeNull();
});

it('[SCH-3] of rows that arrive after the screen has come to rest are read too', async () => {
  const { host, asked, answers } = slowSchema();
  const listeners: (() => void)[] = [];
  const row = (index: number) => ({ node: index, depth: index === 0 ? 0 : 1, key: `k${index}`, position: index });
  let arrived = 2;
  const tree = {
    client: { state: { revision: 1, rowsVersion: 1, rowCount: 3 } },
    cache: {
      get: (index: number) => (index < arrived ? { fresh: true, row: row(index) } : undefined),
      subscribe: (listener: () => void) => void listeners.push(listener),
    },
    scroller: { top: 0, visible: 2, subscribe: () => () => undefined },
  };
  const notes = new RowNotes(tree as unknown as TreeHost, host, () => undefined);
  notes.start(source);
  await elapse();
  answers[0]?.();
  arrived = 3;
  for (const tell of listeners) tell();
  await elapse();
  answers[1]?.();
  await elapse();
  expect(asked).toEqual([['k1'], ['k1', 'k2']]);
  expect(notes.at(2, row(2) as never)).not.toBeNull();
});
