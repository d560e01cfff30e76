// A sample from the beginning of a value, cut at every depth.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleText } from '../../../../src/engine/query/sample.ts';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import { jsonText, makeDocument } from '../support/documents.ts';
import { decode } from './support.ts';
import { runs } from '../../../runs.ts';

function sample(text: string, bytes: number, dialect: Dialect = 'json'): string | null {
  const taken = sampleText(makeDocument(text, 1 << 20, dialect).places, 0, bytes);
  return taken === null ? null : decode(taken);
}

describe('[TRF-2] a sample', () => {
  it('is valid JSON, no longer than was asked but for its brackets, and the text up to them', () => {
    fc.assert(
      fc.property(jsonText, fc.nat({ max: 200 }), (text, bytes) => {
        const value = text.trim();
        const taken = sample(text, bytes);
        const size = new TextEncoder().encode(value).length;
        if (taken === null) {
          expect(size <= bytes || !/^[[{]/.test(value)).toBe(true);
          return;
        }
        JSON.parse(taken);
        const kept = taken.replace(/[\]}]+$/, '');
        expect(value.startsWith(kept)).toBe(true);
        expect(new TextEncoder().encode(kept).length).toBeLessThanOrEqual(Math.max(bytes, 1));
      }),
      { numRuns: runs(1500) },
    );
  });

  it.each<[string, number, Dialect, string | null]>([
    ['{"a":[1,2,[3,4,5], 6],"b":7}', 12, 'json', '{"a":[1,2,[3]]}'],
    ['[1,2,3]', 7, 'json', null],
    ['[1,2,3]', 5, 'json', '[1,2]'],
    ['["a long string that is left out",1]', 10, 'json', '[]'],
    ['"a long string"', 3, 'json', null],
    ['[        ]', 4, 'json', '[]'],
    ['{"a":1}\n{"b":[2,3]}\n', 14, 'ndjson', '[{"a":1},{"b":[]}]'],
    ["{/* c */a: [1, +2, .5], b: 'x'}", 22, 'json5', '{"a":[1,2,0.5]}'],
  ])('of %s in %d bytes (%s) is %s', (text, bytes, dialect, expected) => {
    expect(sample(text, bytes, dialect)).toBe(expected);
  });

  it('of 100,000 levels closes them', () => {
    const taken = sample('['.repeat(100_000) + ']'.repeat(100_000), 1000);
    expect(taken).toBe('['.repeat(1000) + ']'.repeat(1000));
  });
});
