// Texts for `JSON.parse`: whatever is escaped, the values are those of the text.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeJson } from '../../../../src/engine/values/parsed-text.ts';
import { runs } from '../../../runs.ts';

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('é', '日本', '🚀', '\uffff', '\u{10ffff}', '\u0080', '\\ "', '\u2028'),
  fc.constantFrom('a'.repeat(4093), 'a'.repeat(4098)),
);

describe('[PAR-2] the text for JSON.parse', () => {
  it('has the values of the text, wherever it lies in memory', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 12 }),
        fc.nat(4),
        fc.boolean(),
        (parts, offset, isLong) => {
          const value = isLong ? [...parts, 'x'.repeat(6000)] : parts;
          const encoded = new TextEncoder().encode(JSON.stringify(value));
          const memory = new Uint8Array(encoded.length + offset);
          memory.set(encoded, offset);
          expect(JSON.parse(decodeJson(memory.subarray(offset)))).toEqual(
            JSON.parse(new TextDecoder().decode(encoded)),
          );
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it('reads bytes that are not UTF-8 as a decoder does', () => {
    const broken = fc.uint8Array({ minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(broken, fc.nat(5000), (bytes, at) => {
        const memory = new TextEncoder().encode(`"${'x'.repeat(9000)}"`);
        memory.set(bytes, 1 + at);
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(memory);
        // Escapes are only read back inside of a string.
        if (/[\\"]|[^\u{20}-\u{10ffff}]/u.test(text.slice(1, -1))) return;
        expect(JSON.parse(decodeJson(memory))).toBe(JSON.parse(text));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('of one character in many bytes is a string of one byte for each', () => {
    const text = JSON.stringify(['x'.repeat(9000), 'Gdańsk']);
    expect(decodeJson(new TextEncoder().encode(text))).toBe(text.replace('ń', '\\u0144'));
    const many = JSON.stringify(['日本語'.repeat(9000)]);
    expect(decodeJson(new TextEncoder().encode(many))).toBe(many);
  });
});
