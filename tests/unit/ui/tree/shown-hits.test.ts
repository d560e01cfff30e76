// Hits in the text that a row shows, compared with the spelling it was made from; and texts for which hits are uncertain.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unquote } from '../../../../src/shared/bytes/literals.ts';
import { encodeUtf8 } from '../../../../src/shared/bytes/utf8.ts';
import { onOneLine } from '../../../../src/ui/model/literal.ts';
import { stretchesOf } from '../../../../src/ui/tree/model/visible-hits.ts';

const escapeUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/** A character and one of its spellings in JSON. */
const spelt = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('a', ' ', '"', '\\', '\n', '\t', 'é', '€', '😀', '\u2028'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    fc.boolean(),
  )
  .filter(([char]) => !/\p{Surrogate}|\ufffd/u.test(char))
  .map(([char, escaped]) => ({ char, spelling: escaped ? escapeUnits(char) : JSON.stringify(char).slice(1, -1) }));

describe.each(['signs', 'escapes'] as const)('hits in a row that shows control characters as %s', (controls) => {
  it('[TRE-5] lie on the characters that they were spelt from', () => {
    fc.assert(
      fc.property(fc.array(spelt, { maxLength: 12 }), fc.nat(), fc.nat(), (parts, a, b) => {
        const literal = `"${parts.map(({ spelling }) => spelling).join('')}"`;
        const text = onOneLine(unquote(literal), controls);
        const [from, to] = [a % (parts.length + 1), b % (parts.length + 1)].toSorted((x, y) => x - y);
        const bytesTo = (count: number): number =>
          1 +
          encodeUtf8(
            parts
              .slice(0, count)
              .map(({ spelling }) => spelling)
              .join(''),
          ).length;
        const charsTo = (count: number): number =>
          parts.slice(0, count).reduce((sum, { char }) => sum + onOneLine(char, controls).length, 0);
        const hit = { start: bytesTo(from ?? 0), end: bytesTo(to ?? 0) };
        const expected = { start: charsTo(from ?? 0), end: charsTo(to ?? 0) };
        expect(stretchesOf(literal, text, [hit], controls)).toEqual(expected.start === expected.end ? [] : [expected]);
      }),
    );
  });
});

describe('hits in a row', () => {
  it('[TRE-5] end where a long text is cut, and start behind no quotation mark where there is none', () => {
    expect(
      stretchesOf('"abc', 'abc', [
        { start: 2, end: 9 },
        { start: 9, end: 12 },
      ]),
    ).toEqual([{ start: 1, end: 3 }]);
    expect(stretchesOf('-12.50', '-12.50', [{ start: 1, end: 3 }])).toEqual([{ start: 1, end: 3 }]);
    expect(stretchesOf('naïve', 'naïve', [{ start: 2, end: 4 }])).toEqual([{ start: 2, end: 3 }]);
    expect(stretchesOf(String.raw`'it\'s'`, "it's", [{ start: 3, end: 6 }])).toEqual([{ start: 2, end: 4 }]);
  });

  it('[TRE-5] are not guessed in bytes that are no text, nor in another text', () => {
    expect(stretchesOf('"a\ufffdb"', 'a\ufffdb', [{ start: 3, end: 4 }])).toBeNull();
    expect(stretchesOf('"abc"', 'ABC', [{ start: 1, end: 2 }])).toBeNull();
  });
});
