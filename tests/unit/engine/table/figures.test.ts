// Laws of the figures of a column: they equal a plain count over the parsed rows, whatever the layout, the dialect and the filter.
// @see requirements TAB-2, BIG-1

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableFilter } from '../../../../src/shared/protocol/table.ts';
import type { FieldKind } from '../../../../src/shared/protocol/wizard.ts';
import { compareDecimals as compareExact } from '../../../../src/engine/base/decimals.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { readFigures } from '../../../../src/engine/table/column/figures.ts';
import { TableIndex } from '../../../../src/engine/table/column/table-index.ts';
import { Tally } from '../../../../src/engine/table/column/tally.ts';
import { listValues } from '../../../../src/engine/table/column/value-tally.ts';
import { arrangeRows } from '../../../../src/engine/table/row-order.ts';
import { makeDocument } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const indexOf = (document: JsonDocument): TableIndex => new TableIndex(document.places, 0, document);

/** A cell: its JSON, and how its value is named once and for all; numbers by digits and exponent. */
const number = fc.oneof(
  fc.integer({ min: -20, max: 20 }).map(String),
  fc
    .tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: 1, max: 3 }))
    .map(([digits, scale]) => (digits / 10 ** scale).toFixed(scale)),
  fc.constantFrom(
    '1.0',
    '1e0',
    '10e-1',
    '-0',
    '0.0',
    '9007199254740992',
    '9007199254740993',
    '9007199254740993.0',
    '0.1',
    '0.10',
    '1e-7',
  ),
);
const cell = fc.oneof(
  { weight: 4, arbitrary: number },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '"a"',
      '"\\u0061"',
      '"b"',
      '""',
      '"1"',
      '"é"',
      '"2024-05-01"',
      '"2024-05-02T10:00:00+02:00"',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'null',
      'true',
      'false',
      '[1]',
      '[ 1.0 ]',
      '{}',
      '{"x":1,"y":[2]}',
      '{ "y":[2], "x":1 }',
    ),
  },
  { weight: 1, arbitrary: fc.constant(null) },
);
const column = fc.array(cell, { maxLength: 40 });

const kindOf = (json: string): FieldKind => {
  const value = JSON.parse(json) as unknown;
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as FieldKind);
};
/** A text that equal values share. */
const nameOf = (json: string): string => {
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  if (kindOf(json) !== 'number') return JSON.stringify(sorted(JSON.parse(json)));
  const { digits, exponent } = fraction(json);
  return digits === 0n ? '0' : `${digits}e${exponent}`;
};

/** A number as digits × 10^exponent, without zeros at the end of the digits. */
function fraction(json: string): { digits: bigint; exponent: number } {
  const [mantissa = '', power = '0'] = json.toLowerCase().split('e');
  const [whole = '', part = ''] = mantissa.split('.');
  let digits = BigInt(whole + part);
  let exponent = Number(power) - part.length;
  if (json.startsWith('-') && digits > 0n) digits = -digits;
  while (digits !== 0n && digits % 10n === 0n) {
    digits /= 10n;
    exponent += 1;
  }
  return { digits, exponent };
}

const SCALE = 40;
const scaled = (json: string): bigint => {
  const { digits, exponent } = fraction(json);
  return digits * 10n ** BigInt(exponent + SCALE);
};

describe('the figures of a column', () => {
  it('[TAB-2] equal a plain count over all rows, and over those that a filter keeps', () => {
    const spellings = fc.constantFrom('json' as const, 'ndjson' as const);
    fc.assert(
      fc.property(column, spellings, fc.boolean(), (cells, dialect, isFiltered) => {
        const items = cells.map((json, row) => (json === null ? `{"r":${row}}` : `{"r": ${row}, "k": ${json}}`));
        const text = dialect === 'json' ? `[${items.join(', ')}]` : items.map((item) => `${item}\n`).join('');
        if (text === '') return;
        const filters: TableFilter[] = isFiltered
          ? [{ type: 'between', of: 'numbers', path: ['r'], from: '3', to: '25' }]
          : [];
        const rows = isFiltered ? cells.slice(3, 26) : cells;
        const present = rows.filter((json) => json !== null);
        const index = indexOf(makeDocument(text, 1 << 20, dialect));
        const figures = finish(readFigures(index, { column: ['k'], filters }));
        expect(figures.rows).toBe(rows.length);
        expect(figures.missing).toBe(rows.length - present.length);
        for (const kind of ['null', 'boolean', 'number', 'string', 'object', 'array'] as const)
          expect(figures.kinds[kind], kind).toBe(present.filter((json) => kindOf(json) === kind).length);
        const counts = new Map<string, number>();
        for (const json of present) counts.set(nameOf(json), (counts.get(nameOf(json)) ?? 0) + 1);
        expect(figures.distinct).toBe(counts.size);
        expect(figures.isEstimate).toBe(false);
        const listed = finish(
          listValues(index, {
            path: [],
            column: ['k'],
            filters,
            search: '',
            matchCase: false,
            by: 'count',
            direction: 'descending',
            limit: 1000,
          }),
        );
        expect(new Map(listed.values.map(({ json, count }) => [nameOf(json), count]))).toEqual(counts);
        expect(figures.frequent).toEqual(listed.values.slice(0, 12));

        const numbers = present.filter((json) => kindOf(json) === 'number');
        if (numbers.length === 0) {
          expect(figures.least + figures.mean + figures.sum).toBe('');
          return;
        }
        const ascending = numbers.toSorted((a, b) => (scaled(a) < scaled(b) ? -1 : scaled(a) > scaled(b) ? 1 : 0));
        expect(nameOf(figures.least)).toBe(nameOf(ascending[0] ?? ''));
        expect(nameOf(figures.greatest)).toBe(nameOf(ascending.at(-1) ?? ''));
        const sum = numbers.reduce((total, json) => total + scaled(json), 0n);
        expect(scaled(figures.sum)).toBe(sum);
        // The mean is rounded to at least 15 digits.
        const error = scaled(figures.mean) * BigInt(numbers.length) - sum;
        const limit = (sum < 0n ? -sum : sum) / 10n ** 14n;
        expect((error < 0n ? -error : error) <= limit, `${figures.mean} of ${numbers.join()}`).toBe(true);
      }),
      { numRuns: runs(1500) },
    );
  });

  it('[TAB-2] count in each bar what the filter by its range keeps, and all numbers in one of them', () => {
    const spread = fc.array(number, { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(spread, (numbers) => {
        const index = indexOf(makeDocument(`[${numbers.join(',')}]`));
        const { histogram } = finish(readFigures(index, { column: [], filters: [] }));
        if (histogram === null) return;
        const { edges, counts } = histogram;
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(numbers.length);
        for (const [bar, count] of counts.entries()) {
          const [from = '', to = ''] = edges.slice(bar, bar + 2);
          expect(compareExact(from, to)).toBeLessThan(0);
          const filter: TableFilter = { type: 'between', of: 'numbers', path: [], from, to, isOpen: true };
          expect(finish(arrangeRows(index, { filters: [filter], sorts: [] }))).toHaveLength(count);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('[TAB-2] draw times in days, months and years, as filters keep them', () => {
    const days = Array.from({ length: 400 }, (_, day) => new Date(Date.UTC(2023, 10, 3 + day * 3)).toISOString());
    const index = indexOf(makeDocument(JSON.stringify([...days, 'no time'])));
    const figures = finish(readFigures(index, { column: [], filters: [] }));
    expect([figures.times, figures.earliest, figures.latest]).toEqual([400, days[0], days.at(-1)]);
    expect(figures.histogram?.of).toBe('times');
    const { edges = [], counts = [] } = figures.histogram ?? {};
    expect(edges[0]).toBe('2023-10-01');
    for (const [bar, count] of counts.entries()) {
      const filter: TableFilter = {
        type: 'between',
        of: 'times',
        path: [],
        from: edges[bar] ?? '',
        to: edges[bar + 1] ?? '',
        isOpen: true,
      };
      expect(finish(arrangeRows(index, { filters: [filter], sorts: [] }))).toHaveLength(count);
    }
  });

  it('[BIG-1] say that the number of different values is an estimate, near the real one, and still count the frequent ones', () => {
    const tally = new Tally(1000, 4096);
    const rows = Array.from({ length: 60_000 }, (_, row) => (row % 7 === 0 ? row % 21 : row + 100));
    for (const [row, value] of rows.entries()) tally.add(value, value * 7919, row);
    tally.beginRecount();
    for (const value of rows) tally.recount(value, value * 7919);
    const real = new Set(rows).size;
    expect(tally.isOver).toBe(true);
    expect(Math.abs(tally.distinct / real - 1)).toBeLessThan(0.04);
    const most = tally.mostFrequent(3).map((at) => tally.count(at));
    const counts = new Map<number, number>();
    for (const value of rows) counts.set(value, (counts.get(value) ?? 0) + 1);
    expect(most).toEqual([...counts.values()].toSorted((a, b) => b - a).slice(0, 3));
  });

  it('[TAB-2] list the values that contain a text, by their count or in their order', () => {
    const index = indexOf(makeDocument('["Rome","Paris","rome","Paris",10,9,null]'));
    const list = (search: string, by: 'count' | 'value') =>
      finish(
        listValues(index, {
          path: [],
          column: [],
          filters: [],
          search,
          matchCase: false,
          by,
          direction: by === 'count' ? 'descending' : 'ascending',
          limit: 9,
        }),
      ).values.map(({ json, count }) => `${json} ${count}`);
    expect(list('', 'count')).toEqual(['"Paris" 2', '"Rome" 1', '"rome" 1', '10 1', '9 1', 'null 1']);
    expect(list('RO', 'value')).toEqual(['"Rome" 1', '"rome" 1'].toSorted());
    expect(list('', 'value').slice(0, 3)).toEqual(['null 1', '9 1', '10 1']);
  });
});
