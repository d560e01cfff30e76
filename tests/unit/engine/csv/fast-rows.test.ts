// Rows that are read in WebAssembly are those that `rows.ts` reads cell by cell: the same JSON, kinds, warnings and dialect.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import { decodeUtf8, encodeUtf8 } from '../../../../src/shared/bytes/utf8.ts';
import type { CsvReadOptions } from '../../../../src/shared/protocol/csv.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { readTable } from '../../../../src/engine/csv/read.ts';
import { runs, SEED } from '../../../runs.ts';
import { bytesOf, oddFile } from './odd-file.ts';

function read(bytes: Uint8Array, options: CsvReadOptions, leastBytes: number): unknown {
  const { json, ...info } = finish(readTable(bytes, options, leastBytes));
  return { ...info, json: decodeUtf8(joinBytes(json)) };
}

function expectSame(bytes: Uint8Array, options: CsvReadOptions): void {
  expect(read(bytes, options, 0)).toEqual(read(bytes, options, Infinity));
}

const PIECES = [
  ',',
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\n',
  '\r\n',
  '\r',
  '"',
  '""',
  "'",
  '\\',
  ' ',
  '\0',
  '\u0001',
  '\u001f',
  '1',
  '-1.50',
  '007',
  '1,5',
  '1.234,56',
  '+2e5',
  '1e',
  '-',
  '.',
  '0x1',
  '.5',
  '5.',
  'true',
  'false',
  'null',
  'tru',
  'x',
  'é',
  '日本',
  '😀',
  '=1',
  "'=1",
  '\ufeff',
  'text that is longer than a block',
  '2024-03-01',
  '1.5.2024',
  '5/1/24',
  '07:30:12,5',
  '2024-03-01T07:30Z',
  '2024-03-01 7:3+01:00',
  '12:',
  '1:2:3',
];

const options: fc.Arbitrary<CsvReadOptions> = fc.record(
  {
    separator: fc.constantFrom(',', ';', '\t', '|', ':', '-', null),
    quote: fc.constantFrom<'"' | "'">('"', "'"),
    header: fc.boolean(),
    typed: fc.boolean(),
    empty: fc.constantFrom<'text' | 'missing'>('text', 'missing'),
    formulas: fc.constantFrom<'unescape'>('unescape'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<CsvReadOptions>;

/** Mostly tables, with a few cells that are anything. */
const table = fc
  .record({
    separator: fc.constantFrom(',', ';', '\t', '|'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    width: fc.integer({ min: 1, max: 6 }),
    isQuoted: fc.boolean(),
    rows: fc.array(fc.array(fc.array(fc.constantFrom(...PIECES), { maxLength: 3 }), { maxLength: 6 }), {
      maxLength: 12,
    }),
    odds: fc.integer({ min: 0, max: 3 }),
    endsLine: fc.boolean(),
  })
  .map(({ separator, lineEnd, width, isQuoted, rows, odds, endsLine }) => {
    const plain = (text: string): string => (odds > 0 && !isQuoted ? text.replaceAll(/[\r\n"',;\t|\0]/g, '') : text);
    const lines = rows.map((cells, row) =>
      Array.from({ length: odds === 3 && row % 5 === 4 ? cells.length : width }, (_, column) => {
        const text = plain((cells[column] ?? [`${row * 7}`]).join(''));
        const isOdd = odds === 2 && (row + column) % 7 === 3;
        return isOdd ? (cells[column] ?? []).join('') : isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
      }).join(separator),
    );
    return encodeUtf8(lines.join(lineEnd) + (endsLine ? lineEnd : ''));
  });

const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((list) => encodeUtf8(list.join('')));
const anyBytes = fc
  .array(fc.constantFrom(0, 9, 10, 13, 0x20, 0x22, 0x27, 0x2c, 0x31, 0x3b, 0x61, 0xc3, 0xa9, 0xed, 0xb3, 0xf8, 0xff), {
    maxLength: 50,
  })
  .map((list) => Uint8Array.from(list));

describe('rows that are read in WebAssembly', () => {
  it('are those that are read cell by cell', () => {
    fc.assert(fc.property(fc.oneof(table, table, pieces, anyBytes, oddFile.map(bytesOf)), options, expectSame), {
      numRuns: runs(10_000),
      seed: SEED,
    });
  });

  it('are so however much room they take, and where they are cut', () => {
    const row = (index: number): string =>
      `${index},"a ""b"" ${index}",${index % 97 === 0 ? '5" pipe' : 'é\\'},${index}.50\n`;
    const text = Array.from({ length: 60_000 }, (_, index) => row(index));
    text[31] = `1,${'long "'.repeat(300_000)},2,3\n`;
    text[32] = `1,"${'long\n\\'.repeat(300_000)}",2,3\n`;
    expectSame(encodeUtf8(`id,name,text,price\n${text.join('')}`), {});
  });
});
