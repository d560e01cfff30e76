// Files that are not UTF-8, read and written in pieces of any size.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EncodingName } from '../../../../src/shared/document/encoding-name.ts';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import { Decoder, detectEncoding, Encoder } from '../../../../src/engine/document/encoding.ts';
import { encode, jsonText } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const OTHERS = ['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'] as const;

/** Encodes a text plainly: by code units or code points, through a DataView. */
function spell(text: string, encoding: (typeof OTHERS)[number]): Uint8Array {
  const wide = encoding.startsWith('utf-32');
  const units = wide
    ? [...text].map((char) => char.codePointAt(0) ?? 0)
    : Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  const bytes = new Uint8Array(units.length * (wide ? 4 : 2));
  const view = new DataView(bytes.buffer);
  for (const [index, unit] of units.entries()) {
    if (wide) view.setUint32(index * 4, unit, encoding.endsWith('le'));
    else view.setUint16(index * 2, unit, encoding.endsWith('le'));
  }
  return bytes;
}

function inPieces(bytes: Uint8Array, piece: number, turn: (part: Uint8Array, last: boolean) => Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += piece) parts.push(turn(bytes.subarray(at, at + piece), false).slice());
  parts.push(turn(new Uint8Array(), true).slice());
  return joinBytes(parts);
}

const text = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

describe('encodings', () => {
  it('are told by their mark, or by the zeros of the first characters', () => {
    for (const encoding of OTHERS) {
      for (const start of ['\uFEFF{}', '\uFEFF1', '{"a"', '[1,2]', ' "é', '"日本', '1 ']) {
        expect(detectEncoding(spell(start, encoding).subarray(0, 4)), `${encoding} ${start}`).toBe(encoding);
      }
    }
    for (const start of ['', '1', '{}', '{"a":1}', '"é"', '\uFEFF[]', '\u0000\u0000\u0001\u0000', '\u0089PNG']) {
      expect(detectEncoding(encode(start)), JSON.stringify(start)).toBe('utf-8');
    }
  });

  it('read and write the same bytes, in pieces of any size', () => {
    const texts = fc.tuple(fc.constantFrom('', '\uFEFF'), jsonText).map(([mark, json]) => mark + json);
    fc.assert(
      fc.property(texts, fc.constantFrom(...OTHERS), fc.integer({ min: 1, max: 9 }), (source, encoding, piece) => {
        const bytes = spell(source, encoding);
        const decoder = new Decoder(encoding);
        const read = inPieces(bytes, piece, (part, last) => decoder.decode(part, last));
        expect(text(read)).toBe(source);
        expect(decoder.replaced).toBe(0);
        const encoder = new Encoder(encoding);
        expect(inPieces(read, piece, (part, last) => encoder.encode(part, last))).toEqual(bytes);
      }),
      { numRuns: runs(500) },
    );
  });

  it.each<[EncodingName, number[], string, number]>([
    ['utf-16le', [0x22, 0, 0x00, 0xd8, 0x22, 0], '"\uFFFD"', 1],
    ['utf-16be', [0, 0x22, 0xdc, 0, 0xd8, 0, 0xd8, 0, 0xdc, 0, 0, 0x22], '"\uFFFD\uFFFD\u{10000}"', 2],
    ['utf-16le', [0x00, 0xd8], '\uFFFD', 1],
    ['utf-32be', [0, 0x11, 0, 0, 0, 0, 0xd8, 0, 0, 0, 0, 0x31], '\uFFFD\uFFFD1', 2],
  ])('count what is no character, %s %j', (encoding, bytes, expected, replaced) => {
    const decoder = new Decoder(encoding);
    expect(text(inPieces(Uint8Array.from(bytes), 3, (part, last) => decoder.decode(part, last)))).toBe(expected);
    expect(decoder.replaced).toBe(replaced);
  });

  it.each<[EncodingName, number[]]>([
    ['utf-16le', [0x31, 0, 0x32]],
    ['utf-16be', [0, 0x31, 0x32]],
    ['utf-32le', [0x31, 0, 0, 0, 0x32]],
    ['utf-32be', [0, 0, 0, 0x31, 1, 2, 3]],
  ])('show what is left at the end as a character that is none, %s %j', (encoding, bytes) => {
    const decoder = new Decoder(encoding);
    expect(text(inPieces(Uint8Array.from(bytes), 2, (part, last) => decoder.decode(part, last)))).toBe('1\uFFFD');
    expect(decoder.replaced).toBe(1);
  });

  it('leave UTF-8 as it is, whatever is in it', () => {
    const bytes = Uint8Array.of(0x22, 0xff, 0xc3, 0x22);
    expect(new Decoder('utf-8').decode(bytes)).toBe(bytes);
    expect(new Encoder('utf-8').encode(bytes)).toBe(bytes);
  });
});
