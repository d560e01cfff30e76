// Whatever bytes a file has: its text gives them back, or the file is refused.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeText, encodeText } from '../../../src/cli/text-encoding.ts';
import { CodedError } from '../../../src/shared/errors.ts';

const name = 'a.json';

it('[NEW-10] any bytes come back as they were', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(JSON.stringify(text), 'utf16le')),
    fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(`\ufeff${JSON.stringify(text)}`, 'utf16le').swap16()),
    fc.array(fc.integer({ min: 0x80, max: 0xff }), { minLength: 1 }).map((all) => Buffer.from([0x22, ...all, 0x22])),
  );
  fc.assert(
    fc.property(bytes, (all) => {
      try {
        const { text, encoding } = decodeText(all, name);
        expect(Buffer.from(encodeText(text, encoding))).toEqual(Buffer.from(all));
      } catch (error) {
        if (!(error instanceof CodedError)) throw error;
        expect(error.code).toBe('unreadable');
      }
    }),
    { numRuns: 2000, seed: 60_094 },
  );
});

it('[NEW-10] any text of an encoding is read as that text', () => {
  const latin = fc
    .array(fc.integer({ min: 0xa1, max: 0xff }), { minLength: 1 })
    .map((codes) => String.fromCharCode(...codes));
  fc.assert(
    fc.property(latin, fc.string({ unit: 'grapheme-ascii' }), (high, low) => {
      const text = JSON.stringify(low + high);
      const bytes = Buffer.from(text, 'latin1');
      // Letters that are UTF-8 by chance: nobody can tell.
      fc.pre(!/[\u00c2-\u00f4][\u0080-\u00bf]/.test(text));
      expect(Buffer.from(decodeText(bytes, name).text).toString()).toBe(text);
      const wide = Buffer.from(text, 'utf16le');
      expect(Buffer.from(decodeText(wide, name).text).toString()).toBe(text);
    }),
    { numRuns: 500, seed: 60_095 },
  );
});
