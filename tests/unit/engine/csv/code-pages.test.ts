// Encodings that browsers read but don't write.

import { expect, it } from 'vitest';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import { CSV_ENCODINGS } from '../../../../src/shared/protocol/csv.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { fromUtf8, toUtf8 } from '../../../../src/engine/csv/encoding.ts';
import { readTable } from '../../../../src/engine/csv/read.ts';
import { writeBack } from '../../../../src/engine/csv/write-back.ts';
import { decodeWtf8, hasLoneSurrogate } from '../../../../src/engine/csv/wtf8.ts';
import { makeDocument } from '../support/documents.ts';

/** All bytes alone and in pairs, each on a line of its own. */
const ALL_PAIRS = Uint8Array.from(
  Array.from({ length: 128 * 256 }, (_, at) => [0x80 + (at >> 8), at & 0xff, 0x0a]).flat(),
);

it.each(CSV_ENCODINGS.filter((encoding) => !encoding.startsWith('utf')))(
  '[TAB-4] reads %s as the browser does, and gives its bytes back',
  (encoding) => {
    const { text } = toUtf8(ALL_PAIRS, { encoding, markBytes: 0 });
    // Not `toEqual`, which takes half a second for so many bytes.
    expect(Buffer.from(joinBytes(fromUtf8([text], encoding, false))).equals(ALL_PAIRS)).toBe(true);
    if (encoding === 'windows-1252') return;
    const decoder = new TextDecoder(encoding);
    const lines = decodeWtf8(text).split('\n');
    const theirs = decoder.decode(ALL_PAIRS).split('\n');
    // What is no character, or one of several bytes for the same, has none here. Node's own tables swap some control characters.
    const isChar = (line: string, own: string): boolean =>
      !hasLoneSurrogate(line) && !own.includes('\ufffd') && !/\p{Cc}/u.test(own);
    const pairs = lines.map((line, at) => [line, theirs[at] ?? ''] as const).filter((pair) => isChar(...pair));
    expect(pairs.filter(([line, own]) => line !== own)).toEqual([]);
    expect(pairs.length).toBeGreaterThan(5_000);
  },
);

it('[TAB-4] keeps untouched rows in encodings that browsers don’t write, and refuses what they don’t have', () => {
  // 番号,名 / 1,値 / 2,NEC's 纊, which is written with other bytes
  const bytes = Uint8Array.from([
    0x94, 0xd4, 0x8d, 0x86, 0x2c, 0x96, 0xbc, 0x0a, 0x31, 0x2c, 0x92, 0x6c, 0x0a, 0x32, 0x2c, 0xed, 0x40, 0x0a,
  ]);
  const options = { encoding: 'shift_jis', header: true, separator: ',' } as const;
  const { json, columns } = finish(readTable(bytes, options));
  expect(columns).toEqual(['番号', '名']);
  const text = new TextDecoder().decode(joinBytes(json));
  const saved = (change: (document: string) => string): Uint8Array =>
    joinBytes(finish(writeBack(makeDocument(change(text)), bytes, options)).content);
  expect(saved((document) => document)).toEqual(bytes);
  expect(saved((document) => document.replace('値', '番'))).toEqual(
    Uint8Array.from(bytes).fill(0x94, 10, 11).fill(0xd4, 11, 12),
  );
  expect(() => saved((document) => document.replace('値', 'ж😀'))).toThrow('"😀" can\'t be written in shift_jis');
});

it.each([
  ['euc-jp', '丂', [0x8f, 0xb0, 0xa1]],
  ['gb18030', '😀', [0x94, 0x39, 0xfc, 0x36]],
  ['gb18030', '\u{10ffff}', [0xe3, 0x32, 0x9a, 0x35]],
] as const)('[TAB-4] reads and writes characters of %s with more than two bytes: %s', (encoding, char, code) => {
  const bytes = Uint8Array.from([0x61, 0x2c, ...code, 0x2c, 0x30, ...code]);
  expect(new TextDecoder(encoding).decode(bytes)).toBe(`a,${char},0${char}`);
  const { text, isClean } = toUtf8(bytes, { encoding, markBytes: 0 });
  expect(decodeWtf8(text)).toBe(`a,${char},0${char}`);
  expect(isClean).toBe(true);
  expect(joinBytes(fromUtf8([text], encoding, false))).toEqual(bytes);
});
