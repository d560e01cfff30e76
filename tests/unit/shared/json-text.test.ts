// The grammar of JSON as text, judged by JSON.parse, and that of JSON5 by its reference implementation.

import fc from 'fast-check';
import JSON5 from 'json5';
import { describe, expect, it } from 'vitest';
import { isJson, isJson5Number, isJsonNumber, isJsonToken } from '../../../src/shared/document/json-text.ts';
import { runs, SEED } from '../../runs.ts';

/** Texts that are numbers, or nearly so. */
const nearlyNumber = fc.oneof(
  fc
    .array(
      fc.constantFrom('-', '+', '.', '0', '00', '1', '9', '12', 'e', 'E', 'x', 'Infinity', 'NaN', 'F', ' ', '\n'),
      {
        maxLength: 7,
      },
    )
    .map((parts) => parts.join('')),
  fc.double().map(String),
  fc.constantFrom('true', 'false', 'null', 'tru', 'True', '', '0x', '0xg', '٣', '1_0', '1n'),
);

const parsed = (text: string, parser: { parse(text: string): unknown } = JSON): unknown => {
  try {
    return parser.parse(text);
  } catch {
    return undefined;
  }
};

describe('[PAR-3] the grammar of JSON', () => {
  it('of numbers and words is that of JSON.parse', () => {
    fc.assert(
      fc.property(nearlyNumber, (text) => {
        const value = text.trim() === text ? parsed(text) : undefined;
        expect(isJsonNumber(text)).toBe(typeof value === 'number');
        expect(isJsonToken(text)).toBe(['number', 'boolean'].includes(typeof value) || value === null);
        expect(isJson(text)).toBe(parsed(text) !== undefined);
      }),
      { numRuns: runs(20_000), seed: SEED },
    );
  });

  it('of numbers and words of JSON5 is that of its reference implementation', () => {
    fc.assert(
      fc.property(nearlyNumber, (text) => {
        const value = text.trim() === text ? parsed(text, JSON5) : undefined;
        expect(isJson5Number(text)).toBe(typeof value === 'number');
        expect(isJsonToken(text, 'json5')).toBe(['number', 'boolean'].includes(typeof value) || value === null);
      }),
      { numRuns: runs(20_000), seed: SEED },
    );
  });
});
