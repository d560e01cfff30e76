// Items that are written in WebAssembly are the rows that `write.ts` writes cell by cell: the same bytes and counts.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import { decodeUtf8 } from '../../../../src/shared/bytes/utf8.ts';
import type { CsvWriteOptions } from '../../../../src/shared/protocol/csv.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { writeTable } from '../../../../src/engine/csv/write.ts';
import { runs, SEED } from '../../../runs.ts';
import { makeDocument } from '../support/documents.ts';

function write(text: string, dialect: 'json' | 'ndjson', options: CsvWriteOptions, isFast: boolean): unknown {
  const document = makeDocument(text, undefined, dialect);
  const { content, ...counts } = finish(writeTable(document, 0, options, isFast));
  return { ...counts, text: decodeUtf8(joinBytes(content)) };
}

function expectSame(text: string, dialect: 'json' | 'ndjson', options: CsvWriteOptions): void {
  const [own, plain] = [true, false].map((isFast) => {
    try {
      return write(text, dialect, options, isFast);
    } catch (error) {
      return String(error);
    }
  });
  expect(own).toEqual(plain);
}

const CHARS = [
  ',',
  ';',
  '\\t',
  '|',
  '\\"',
  "'",
  '\\\\',
  '\\/',
  '\\n',
  '\\r',
  '\\b',
  '\\f',
  '\\u0000',
  '\\u001F',
  '\\u002c',
  '\\u0022',
  '\\u00e9',
  '\\u20AC',
  '\\ud83d\\ude00',
  '\\ud83d',
  '\\udc01',
  'é',
  '日',
  '😀',
  '=',
  '+',
  '-',
  '@',
  ' ',
  '＝',
  'a',
  'b',
  'x y',
  'text that is longer than one block of it',
  '0',
  '{',
  ']',
];
const string = fc.array(fc.constantFrom(...CHARS), { maxLength: 4 }).map((parts) => `"${parts.join('')}"`);
const KEYS = [
  'a',
  'b',
  'c',
  'a.b',
  'x:json',
  'y:text',
  'é',
  'a\\"b',
  '\\u0061',
  'b\\\\',
  '',
  'long key of more than 16',
  'key of more than 16',
];
const key = fc.constantFrom(...KEYS).map((name) => `"${name}"`);
const space = fc.constantFrom('', '', ' ', '\n  ', '\t');
const scalar = fc.oneof(
  string,
  fc.constantFrom('1', '-2.50', '1e400', '0.1', 'true', 'false', 'null', '12345678901234567890'),
);

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    scalar,
    fc
      .tuple(fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }), space)
      .map(
        ([members, blank]) =>
          `{${members.map(([name, own]) => `${blank}${name}${blank}:${blank}${own}`).join(',')}${blank}}`,
      ),
    fc
      .tuple(fc.array(tie('value'), { maxLength: 3 }), space)
      .map(([items, blank]) => `[${items.map((own) => blank + own).join(`${blank},`)}]`),
  ),
}));

/** Rows with the same keys in the same order, but for some of them. */
const rows = fc
  .record({
    names: fc.uniqueArray(key, { minLength: 1, maxLength: 6 }),
    values: fc.array(fc.array(fc.oneof(scalar, scalar, scalar, value), { minLength: 6, maxLength: 6 }), {
      maxLength: 12,
    }),
    others: fc.array(value, { maxLength: 2 }),
    step: fc.integer({ min: 2, max: 9 }),
    blank: space,
  })
  .map(({ names, values, others, step, blank }) => [
    ...values.map((cells, row) => {
      const members = names.flatMap((name, column) =>
        (row * 5 + column) % step === 1 ? [] : [`${name}:${blank}${cells[column] ?? 'null'}`],
      );
      return `{${blank}${members.join(`,${blank}`)}}`;
    }),
    ...others,
  ]);

const options: fc.Arbitrary<CsvWriteOptions> = fc.record(
  {
    form: fc.constantFrom('plain', 'typed'),
    separator: fc.constantFrom(',', ';', '\t', '|', 'é', ':', '-'),
    quote: fc.constantFrom('"', "'"),
    lineEnd: fc.constantFrom('LF', 'CRLF', 'CR'),
    header: fc.boolean(),
    formulas: fc.constantFrom('keep', 'escape'),
    nested: fc.constantFrom('flatten', 'json'),
    nulls: fc.constantFrom('word', 'empty'),
    columns: fc.constantFrom(['b', 'a'], ['a', 'z', 'c']),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<CsvWriteOptions>;

describe('items that are written in WebAssembly', () => {
  it('are those that are written cell by cell', () => {
    fc.assert(
      fc.property(fc.oneof(rows, fc.array(value, { maxLength: 5 })), fc.boolean(), options, (items, isLines, told) => {
        const hasBreaks = items.some((item) => item.includes('\n'));
        if (isLines && !hasBreaks) expectSame(items.map((item) => `${item}\n`).join(''), 'ndjson', told);
        else expectSame(`[${items.join(',\n')}]`, 'json', told);
      }),
      { numRuns: runs(10_000), seed: SEED },
    );
  });

  it('are so however much room they take, and where they are cut', () => {
    const items = Array.from({ length: 40_000 }, (_, row) =>
      row === 77
        ? `{"id":77,"t":"${'long, '.repeat(300_000)}"}`
        : `{"id":${row},"t":"a \\"b\\"","o":{"x":[1, ${row}]}}`,
    );
    expectSame(`[${items.join(',')}]`, 'json', {});
  });

  it('are so where every item has keys of its own', () => {
    const items = Array.from({ length: 900 }, (_, row) => `{"k${row}":${row},"k${row + 1}":{"x":"${row}"}}`);
    expectSame(`[${items.join(',')}]`, 'json', {});
  });
});
