// Decoding string literals piece by piece, as is done for long ones.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginOfCutEscape, unquote } from '../../../src/shared/bytes/literals.ts';

const ESCAPES = [
  '\\\\',
  '\\"',
  "\\'",
  '\\n',
  '\\u00e9',
  '\\ud83d\\ude00',
  '\\u005c',
  '\\x41',
  '\\\r\n',
  '\\\u2028',
  '\\0',
];
const part = fc.oneof(
  fc.constantFrom('a', 'u12', 'x4', '😀', ' ', ...ESCAPES),
  fc.string({ maxLength: 3, unit: 'grapheme' }),
);

/** Decodes a string in two pieces. An escape that the first piece cuts is decoded with the second. */
function inPieces(content: string, at: number, quote: string): string {
  const first = content.slice(0, at);
  const end = beginOfCutEscape(first);
  return unquote(quote + first.slice(0, end) + quote) + unquote(quote + content.slice(end) + quote);
}

describe.each(['"', "'"])('a string in %s', (quote) => {
  it('[TRE-1] says the same, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const content = parts.map((one) => (ESCAPES.includes(one) ? one : one.replaceAll(/["'\\]/g, ''))).join('');
        for (let at = 0; at <= content.length; at += 1)
          expect(inPieces(content, at, quote)).toBe(unquote(quote + content + quote));
      }),
    );
  });
});

describe('the end of a string that was cut', () => {
  it.each([
    ['\\', 0],
    ['a\\\\', 3],
    ['a\\\\\\', 3],
    ['\\u12', 0],
    ['\\\\u12', 5],
    ['\\u1234', 6],
    ['\\x4', 0],
    ['\\\r', 0],
    ['u12', 3],
    ['', 0],
  ])('%j: an escape begins at %i', (text, at) => {
    expect(beginOfCutEscape(text)).toBe(at);
  });
});
