// Positions in long lines, compared with a walk from the line's start. fast-check prints the seed and the smallest input.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteAtColumn } from '../../../../src/shared/bytes/utf8.ts';
import { LineTable } from '../../../../src/ui/text/window/lines.ts';

const CHARACTERS = ['a', '0', 'ü', '漢', '😀', '\u{1f469}'] as const;

describe('the bytes of a long line', () => {
  it('[TXT-1] are found at every column, in any order, with broken bytes among them', () => {
    const character = fc.constantFrom(...CHARACTERS).map((text) => [...new TextEncoder().encode(text)]);
    const part = fc.oneof({ weight: 9, arbitrary: character }, { weight: 1, arbitrary: fc.constant([0xf0, 0x9f]) });
    const line = fc.array(part, { minLength: 200, maxLength: 900, size: 'max' }).map((parts) => parts.flat());
    fc.assert(
      fc.property(
        line,
        line,
        fc.array(fc.tuple(fc.boolean(), fc.nat(2000)), { minLength: 20 }),
        (one, other, asked) => {
          const bytes = Uint8Array.from([...one, 10, ...other]);
          const table = new LineTable(bytes, false);
          for (const [isFirst, column] of asked) {
            const [start, end] = isFirst ? [0, one.length] : [one.length + 1, bytes.length];
            const found = table.byteAt({ lineNumber: isFirst ? 1 : 2, column: column + 1 });
            expect(found).toBe(byteAtColumn(bytes, start, end, column));
          }
        },
      ),
    );
  });
});
