// What finding, reading and writing costs, in bytes read: twice the text may cost twice as much.

import { describe, expect, it } from 'vitest';
import { finish } from '../../../../src/engine/base/work.ts';
import { extractJson, readFind } from '../../../../src/engine/extract/extract.ts';
import { writeRecords } from '../../../../src/engine/extract/log-records.ts';
import { countedBytes } from '../support/counted-bytes.ts';
import { HOSTILE } from '../support/hostile-text.ts';

const encoder = new TextEncoder();
const SIZE = 4000;
/** What an attempt may read beyond its share, once. */
const TOLERANCE = 2.3;

const LOGS: readonly string[] = [
  '2026-03-01 08:15:02 WARN [exec-3] slow {"ms":1200,"note":"a \\"b\\""} done\n',
  '08:15:02 Order{id=7, lines=[Line{sku=A-1, qty=2}]}\n',
  "gw01 app[77]: {'id': 7, 'ok': True} and {a: 1, b: 'x'}\n",
  'body="{\\"a\\":{\\"b\\":[1,2]}}" q=%7B%22a%22%3A1%7D <b c="{&quot;a&quot;:1}">\n',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.SflKxw ',
  '\u001b[32m{"a":\u001b[33m1\u001b[39m}\u001b[0m\n',
  '{"a":1}\n',
];

function costOf(piece: string, size: number, work: (text: Uint8Array) => void): number {
  const { bytes, reads } = countedBytes(encoder.encode(piece.repeat(Math.ceil(size / piece.length))));
  work(bytes);
  return reads();
}

function growth(piece: string, work: (text: Uint8Array) => void): number {
  return costOf(piece, 2 * SIZE, work) / costOf(piece, SIZE, work);
}

describe('[NEW-3] the cost of a text', () => {
  it.each([...LOGS, ...HOSTILE])('%j is scanned and written as records in proportion to its length', (piece) => {
    expect(growth(piece, (text) => void finish(writeRecords(text)))).toBeLessThan(TOLERANCE);
  });

  it.each(LOGS)('each find of %j is read again at a cost of its own', (piece) => {
    const readAll = (text: Uint8Array): void => {
      const { finds } = finish(extractJson(text));
      for (let index = 0; index < finds.length; index += 1) readFind(text, finds.at(index).start);
    };
    expect(growth(piece, readAll)).toBeLessThan(TOLERANCE);
  });

  // What is read beyond the steps that are counted has no limit.
  it.each([
    '[1,Array ( [a] => ',
    'Array ( [a] => ',
    'Array ( [a] => x [b ] ',
    'm="{\\"a\\":x}" ',
    '"{\\"a\\":\\"{\\\\\\"b\\\\\\":',
  ])('%j is read so many times', (piece) => {
    const size = 100_000;
    expect(costOf(piece, size, (text) => void finish(extractJson(text))) / size).toBeLessThan(100);
  });

  it.each(HOSTILE)('%j costs linear steps', (piece) => {
    const steps = (count: number): number => finish(extractJson(encoder.encode(piece.repeat(count)))).steps;
    expect(steps(6000) / steps(3000)).toBeLessThanOrEqual(2.2);
  });
});
