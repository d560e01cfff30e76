// Rows that are appended to an arrangement: the same as if all were arranged anew.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Arrangement, TableFilter, TableSort } from '../../../../src/shared/protocol/table.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { addRows } from '../../../../src/engine/table/added-rows.ts';
import { arrangeRows } from '../../../../src/engine/table/row-order.ts';
import { TableIndex } from '../../../../src/engine/table/column/table-index.ts';
import { makeDocument } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const cell = fc.constantFrom(
  '1',
  '2',
  '2.0',
  '10',
  '9007199254740993',
  '9007199254740992',
  '"a"',
  '"A10"',
  '"a9"',
  '""',
  'null',
  'true',
  '[1]',
  '{}',
);
const record = fc.record({ a: cell, b: cell }, { requiredKeys: [] }).map(({ a, b }) => {
  const members = [a === undefined ? '' : `"a":${a}`, b === undefined ? '' : `"b": ${b}`].filter(
    (member) => member !== '',
  );
  return `{${members.join(',')}}\n`;
});
const sort = fc.record<TableSort>({
  path: fc.constantFrom(['a'], ['b']),
  direction: fc.constantFrom('ascending', 'descending'),
});
const filter = fc.constantFrom<TableFilter>(
  { type: 'compare', path: ['a'], operator: '!=', literal: '2' },
  { type: 'compare', path: ['b'], operator: '>=', literal: '2' },
);

const arrange = (text: string, arrangement: Arrangement): Uint32Array | null => {
  const document = makeDocument(text, 1 << 20, 'ndjson');
  return finish(arrangeRows(new TableIndex(document.places, 0, document), arrangement));
};

describe('appended rows', () => {
  it('[NEW-2] are filtered and sorted among the others as if all were arranged anew', () => {
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 300, size: 'max' }),
        fc.array(record, { minLength: 1, maxLength: 40, size: 'max' }),
        fc.array(sort, { maxLength: 2 }),
        fc.array(filter, { maxLength: 1 }),
        (before, added, sorts, filters) => {
          const arrangement: Arrangement = { filters, sorts };
          const known = arrange(before.join(''), arrangement);
          fc.pre(known !== null && before.length > 0);
          const all = [...before, ...added].join('');
          const found = finish(addRows(makeDocument(all, 1 << 20, 'ndjson'), known, before.length, arrangement));
          expect(found).toEqual(arrange(all, arrangement));
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});
