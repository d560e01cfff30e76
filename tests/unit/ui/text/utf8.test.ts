import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byteAtColumn,
  columnAtByte,
  countUtf16,
  decodeUtf8,
  encodeUtf8,
  isAscii,
  sequenceLength,
} from '../../../../src/shared/bytes/utf8.ts';

/** Bytes that exercise every rule of the decoder: lead bytes, continuations and limits are frequent. */
const awkward = fc.constantFrom(
  0x00,
  0x41,
  0x7f,
  0x80,
  0x8f,
  0x90,
  0x9f,
  0xa0,
  0xbf,
  0xc0,
  0xc1,
  0xc2,
  0xdf,
  0xe0,
  0xe1,
  0xed,
  0xef,
  0xf0,
  0xf1,
  0xf4,
  0xf5,
  0xff,
);
const run = fc.oneof(
  fc.array(awkward, { maxLength: 40 }).map((bytes) => Uint8Array.from(bytes)),
  fc.uint8Array({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeUtf8(text)),
);

/** The start of every character in a run, computed with `sequenceLength`, and the run's end. */
function characters(bytes: Uint8Array): number[] {
  const starts = [];
  for (let at = 0; at < bytes.length; at += sequenceLength(bytes, at, bytes.length)) starts.push(at);
  return [...starts, bytes.length];
}

describe('[TXT-2] UTF-8 columns', () => {
  it('counts the units that TextDecoder gives, for any bytes', () => {
    fc.assert(
      fc.property(run, (bytes) => {
        expect(countUtf16(bytes, 0, bytes.length)).toBe(decodeUtf8(bytes).length);
      }),
    );
  });

  it('cuts any bytes into the characters that TextDecoder gives', () => {
    fc.assert(
      fc.property(run, (bytes) => {
        const starts = characters(bytes);
        const parts = starts.slice(1).map((end, index) => decodeUtf8(bytes.subarray(starts[index], end)));
        expect(parts.join('')).toBe(decodeUtf8(bytes));
        for (const part of parts) expect(Array.from(part)).toHaveLength(1);
      }),
    );
  });

  it('goes from a character to its column and back', () => {
    fc.assert(
      fc.property(run, fc.nat({ max: 3 }), (bytes, offset) => {
        const padded = new Uint8Array(bytes.length + offset + 2).fill(0x80);
        padded.set(bytes, offset);
        const end = offset + bytes.length;
        for (const start of characters(bytes)) {
          const column = columnAtByte(padded, offset, end, offset + start);
          expect(column).toBe(countUtf16(bytes, 0, start));
          expect(byteAtColumn(padded, offset, end, column)).toBe(offset + start);
        }
      }),
    );
  });

  it('puts every byte of a character at the column of its start', () => {
    const bytes = encodeUtf8('aé€😀b');
    expect([...bytes.keys()].map((at) => columnAtByte(bytes, 0, bytes.length, at))).toEqual([
      0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 5,
    ]);
  });

  it('puts the second half of a surrogate pair at its character', () => {
    const bytes = encodeUtf8('a😀b');
    expect([0, 1, 2, 3, 4, 9].map((column) => byteAtColumn(bytes, 0, bytes.length, column))).toEqual([
      0, 1, 1, 5, 6, 6,
    ]);
  });

  it('knows ASCII from the rest', () => {
    fc.assert(
      fc.property(run, (bytes) => {
        expect(isAscii(bytes, 0, bytes.length)).toBe(bytes.every((byte) => byte < 0x80));
      }),
    );
  });

  it('keeps a byte order mark', () => {
    expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('\u{feff}A');
  });
});
