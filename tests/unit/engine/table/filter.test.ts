// Laws of the filters of a table: the rows they keep are those of a simple walk over the parsed values, whatever the dialect and
// the layout; and the cost of a text that is not there.
// @see requirements TAB-2, BIG-1

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Path } from '../../../../src/shared/document/path.ts';
import { readIsoTime } from '../../../../src/shared/document/iso-time.ts';
import type { TableFilter } from '../../../../src/shared/protocol/table.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { TableIndex } from '../../../../src/engine/table/column/table-index.ts';
import { arrangeRows } from '../../../../src/engine/table/row-order.ts';
import { makeDocument } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const kept = (document: JsonDocument, ...filters: TableFilter[]): number[] => [
  ...(finish(arrangeRows(new TableIndex(document.places, 0, document), { filters, sorts: [] })) ?? []),
];

const texts = fc.constantFrom(
  '',
  'a',
  'ab',
  'Ab',
  'ba',
  'aa',
  'é',
  '51486',
  '2024-05-01',
  '2024-05-01T10:00:00Z',
  '"',
  '\\n',
  'null',
);
const value = fc.oneof(
  texts,
  fc.constantFrom(0, 1, 51486, 2.5, -3, 1e21, true, false, null),
  fc.constantFrom([], {}, ['ab'], { x: 'a' }),
);
/** Rows with the columns `k` and `é"`; either may be missing, and twice. */
const rows = fc.array(fc.array(fc.tuple(fc.constantFrom('k', 'é"', 'other'), value), { maxLength: 4 }), {
  maxLength: 12,
});
const spell = (members: readonly (readonly [string, unknown])[]): string =>
  `{${members.map(([key, one]) => `${JSON.stringify(key)}: ${JSON.stringify(one)}`).join(', ')}}`;

const isFull = (one: unknown): boolean => typeof one === 'object' && one !== null && Object.keys(one).length > 0;
const fold = (text: string, matchCase: boolean): string => (matchCase ? text : text.toLowerCase());

/** Whether a value matches, written as plainly as possible. */
function matches(one: unknown, filter: TableFilter): boolean {
  const shown = typeof one === 'string' ? one : JSON.stringify(one);
  switch (filter.type) {
    case 'contains': {
      const scalars = (inner: unknown): unknown[] =>
        typeof inner === 'object' && inner !== null ? Object.values(inner).flatMap(scalars) : [inner];
      const wanted = fold(filter.text, filter.matchCase === true);
      return (
        wanted !== '' &&
        one !== undefined &&
        scalars(one).some((each) =>
          fold(typeof each === 'string' ? each : JSON.stringify(each), filter.matchCase === true).includes(wanted),
        )
      );
    }
    case 'text': {
      if (one === undefined || (typeof one === 'object' && one !== null)) return false;
      const [text, wanted] = [fold(shown, filter.matchCase === true), fold(filter.text, filter.matchCase === true)];
      if (filter.at === 'start') return text.startsWith(wanted);
      return filter.at === 'end' ? text.endsWith(wanted) : text === wanted;
    }
    case 'empty':
      return one === '' || (typeof one === 'object' && one !== null && !isFull(one));
    case 'between':
      if (filter.of === 'times') {
        const time = typeof one === 'string' ? readIsoTime(one) : null;
        if (time === null) return false;
        const [low, high] = [readIsoTime(filter.from ?? ''), readIsoTime(filter.to ?? '')];
        return (
          (low === null || time >= low) &&
          (high === null ||
            (filter.isOpen === true
              ? time < high
              : time < high + ((filter.to ?? '').length === 10 ? 86_400_000 : 0.001)))
        );
      }
      return (
        typeof one === 'number' &&
        (filter.from === null || one >= Number(filter.from)) &&
        (filter.to === null || (filter.isOpen === true ? one < Number(filter.to) : one <= Number(filter.to)))
      );
    case 'not':
      return !matches(one, filter.filter);
    case 'any':
      return filter.filters.some((each) => matches(one, each));
    default:
      throw new RangeError(filter.type);
  }
}

const simple = (path: Path): fc.Arbitrary<TableFilter> =>
  fc.oneof(
    fc.record({
      type: fc.constant('contains' as const),
      path: fc.constant(path),
      text: texts,
      matchCase: fc.boolean(),
    }),
    fc.record({
      type: fc.constant('text' as const),
      path: fc.constant(path),
      at: fc.constantFrom('start' as const, 'end' as const),
      text: texts,
      matchCase: fc.boolean(),
    }),
    fc.record({
      type: fc.constant('text' as const),
      path: fc.constant(path),
      at: fc.constant('whole' as const),
      text: fc.constantFrom('a', 'Ab', '51486', 'null', 'true', 'é', '2.5'),
      matchCase: fc.boolean(),
    }),
    fc.record({
      type: fc.constant('between' as const),
      of: fc.constant('numbers' as const),
      path: fc.constant(path),
      from: fc.constantFrom('0', '1.0', '-3', null),
      to: fc.constantFrom('51486', '2.50', '1e21', null),
      isOpen: fc.boolean(),
    }),
    fc.record({
      type: fc.constant('between' as const),
      of: fc.constant('times' as const),
      path: fc.constant(path),
      from: fc.constantFrom('2024-05-01', '2024-05-01T12:00:00+02:00', null),
      to: fc.constantFrom('2024-05-01T10:00:00Z', '2025-01-01', null),
      isOpen: fc.boolean(),
    }),
    fc.constant({ type: 'empty' as const, path }),
  );

describe('a filter of a table', () => {
  it('[TAB-2] keeps what a walk over the values keeps, alone, negated and joined by "or"', () => {
    const path = fc.constantFrom(['k'], ['é"']);
    const filter = path.chain((one) =>
      fc.oneof(
        simple(one),
        simple(one).map((inner) => ({ type: 'not' as const, filter: inner })),
        fc.array(simple(one), { minLength: 1, maxLength: 3 }).map((filters) => ({ type: 'any' as const, filters })),
      ),
    );
    const pathOf = (one: TableFilter): Path =>
      one.type === 'not'
        ? pathOf(one.filter)
        : one.type === 'any'
          ? pathOf(one.filters[0] as TableFilter)
          : (one.path ?? []);
    fc.assert(
      fc.property(
        rows,
        filter,
        fc.constantFrom('json' as const, 'ndjson' as const, 'json5' as const),
        (items, one, dialect) => {
          const text =
            dialect === 'ndjson'
              ? items.map((item) => `${spell(item)}\n`).join('')
              : `[${items.map(spell).join(',\n')}]`;
          if (text === '') return;
          const key = String(pathOf(one)[0]);
          const expected = items.flatMap((item, row) =>
            matches(item.findLast(([name]) => name === key)?.[1], one) ? [row] : [],
          );
          expect(kept(makeDocument(text, 1 << 20, dialect), one)).toEqual(expected);
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  it('[TAB-2] finds the string "51486" and the number 51486.0 by what one types, and by a quoted text only the string', () => {
    const document = makeDocument('[{"a":"51486"},{"a":51486.0},{"a":"514860"},{"a":5},{"a":"x51486"}]');
    const whole = (text: string): TableFilter => ({ type: 'text', path: ['a'], at: 'whole', text });
    expect(kept(document, whole('51486'))).toEqual([0, 1]);
    expect(kept(document, whole('"51486"'))).toEqual([0]);
  });

  it('[TAB-2] between two days includes all of the last one', () => {
    const document = makeDocument(
      '["2024-05-01","2024-05-02T23:59:59.9Z","2024-05-03T00:00Z","2024-05-03T00:00+01:00","x"]',
    );
    const between = (isOpen: boolean): TableFilter => ({
      type: 'between',
      of: 'times',
      path: [],
      from: '2024-05-01',
      to: '2024-05-02',
      isOpen,
    });
    expect(kept(document, between(false))).toEqual([0, 1, 3]);
    expect(kept(document, between(true))).toEqual([0]);
  });

  it('[TAB-2] finds a text in any column, in values and not in keys, through escapes', () => {
    const document = makeDocument(String.raw`[{"rom":1},{"a":"R\u006fme"},{"b":{"c":["x","from"]}},"ROM",7]`);
    expect(kept(document, { type: 'contains', path: null, text: 'rom' })).toEqual([1, 2, 3]);
    expect(kept(document, { type: 'contains', path: null, text: 'rom', matchCase: true })).toEqual([2]);
  });

  it('[BIG-1] visits no node of a document without a hit, and one row after the other for many', () => {
    const document = makeDocument(
      `[${Array.from({ length: 5000 }, (_, id) => `{"id":${id},"name":"n${id}"}`).join(',')}]`,
    );
    document.places.children.count(0);
    let visited = 0;
    const { tape } = document;
    for (const name of ['next', 'closing', 'link'] as const) {
      const real = tape[name].bind(tape);
      tape[name] = (entry) => {
        visited += 1;
        return real(entry);
      };
    }
    expect(kept(document, { type: 'contains', path: null, text: 'nowhere' })).toEqual([]);
    const once = visited;
    expect(once).toBeLessThan(20);
    expect(kept(document, { type: 'contains', path: null, text: 'n4321' })).toEqual([4321]);
    expect(kept(document, { type: 'contains', path: null, text: 'n' })).toHaveLength(5000);
  });
});
