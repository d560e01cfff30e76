// Reads of a table that take several slices, with a write between two of them.

import { expect, it } from 'vitest';
import { asByte, asRevision } from '../../../src/shared/units.ts';
import type { CallId } from '../../../src/shared/protocol/reply.ts';
import { hasCode } from '../../../src/shared/errors.ts';
import type { RunnerStep } from '../../../src/workers/document/runner.ts';
import { Tables, type TableSource } from '../../../src/workers/document/tables.ts';
import { finish, type Work } from '../../../src/engine/base/work.ts';
import { makeDocument } from '../engine/support/documents.ts';

const ROWS = 40_000;

/** The tables of a document that becomes `[0]` between the first and the second slice of the first long read. */
function shrinkingTables(): Tables {
  const document = makeDocument(`[${Array.from({ length: ROWS }, (_, id) => `{"a":${id}}`).join(',')}]`);
  let revision = asRevision(1);
  const step = {
    async run<T>(work: Work<T>, goOn?: () => void): Promise<T> {
      for (let turn = 0; ; turn += 1) {
        const next = work.next();
        if (next.done === true) return next.value;
        await Promise.resolve();
        if (turn === 0) {
          document.apply([{ start: asByte(0), end: asByte(document.size), insert: new TextEncoder().encode('[0]') }]);
          finish(document.settle());
          revision = asRevision(2);
        }
        goOn?.();
      }
    },
  };
  return new Tables({
    shown: { document },
    get revision() {
      return revision;
    },
    settled: Promise.resolve(),
    runner: { call: (_call: CallId, body: (one: RunnerStep) => unknown) => body(step as unknown as RunnerStep) },
    feed: { values: null },
  } as unknown as TableSource);
}

const range = { path: [], arrangement: null, firstRow: 0, lastRow: ROWS - 1, columns: [['a']] };
const call = 1 as CallId;

it.each([
  ['summing cells up', (tables: Tables) => tables.summarizeCells(call, range)],
  ['copying cells', (tables: Tables) => tables.copyCells(call, range)],
  [
    'sorting rows',
    (tables: Tables) =>
      tables.arrangeRows(call, [], { filters: [], sorts: [{ path: ['a'], direction: 'descending' }] } as never),
  ],
])('[TAB-2] %s ends as stale when a write comes between, and reads nothing that is gone', async (_, read) => {
  const error: unknown = await read(shrinkingTables()).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(hasCode(error, 'stale'), String(error)).toBe(true);
});
