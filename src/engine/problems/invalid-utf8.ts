// Finds bytes that are not UTF-8, counted as decoders do: one for each maximal subpart of an ill-formed sequence, so the count
// is that of the U+FFFD that a decoder writes.
// @see Unicode 16 §3.9, "U+FFFD Substitution of Maximal Subparts"

import { SLICE_BYTES, type Work } from '../base/work.ts';
import { TEXT_BASE, type DocumentMemory } from '../base/memory.ts';
import type { Range } from '../tape/tape.ts';
import { CountedProblems } from './counted-problems.ts';

const HIGH_BITS = 0x80808080;

/** Finds all ill-formed bytes of a text. */
export function* findInvalidUtf8(memory: DocumentMemory): Work<CountedProblems<Range>> {
  const found = new CountedProblems<Range>();
  const { size } = memory;
  for (let at = 0; at < size;) {
    const limit = Math.min(size, at + SLICE_BYTES);
    // The views may be replaced between two slices, when the memory grows.
    at = checkStretch(memory, at, limit, found);
    yield { done: at, total: size };
  }
  return found;
}

/** Checks the characters that start before `limit`. Returns the start of the next one. */
function checkStretch(
  { bytes, words, size }: DocumentMemory,
  from: number,
  limit: number,
  found: CountedProblems<Range>,
): number {
  let at = from;
  while (at < limit) {
    const address = TEXT_BASE + at;
    if ((address & 3) === 0 && at + 4 <= limit && ((words[address >>> 2] ?? 0) & HIGH_BITS) === 0) {
      at += 4;
      continue;
    }
    const lead = bytes[address] ?? 0;
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    // The range of the second byte is narrower where it would allow overlong forms, surrogates, or code points past U+10FFFF.
    let low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    let high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    let end = at + 1;
    while (end < at + length && end < size) {
      const byte = bytes[TEXT_BASE + end] ?? 0;
      if (byte < low || byte > high) break;
      [low, high] = [0x80, 0xbf];
      end += 1;
    }
    if (end !== at + length) {
      const [start, behind] = [at, end];
      found.add(start, () => ({ start, end: behind }));
    }
    at = end;
  }
  return at;
}
