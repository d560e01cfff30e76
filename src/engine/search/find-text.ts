// Drives the plain search (`wasm/find.ts`). Its table is below the text, in a page that only `gather.ts` and `arrangement.ts`
// use too, and is rewritten for each slice: nothing has to survive between two slices.
//
//   49408  first byte of a match: its bits by its lower and upper half       2 × 16 bytes
//          the byte after it, likewise                                       2 × 16 bytes
//          count of characters, count of ranges, 0, 0                        4 words
//          characters: the variants of each                                  4 words each, 256 at most
//          ranges of word characters: first, last                            2 words each, 900 at most
//   60800  hits                                                              3 words each
//   65536  the text
//
// A byte may start a match when both of its halves and both halves of the next byte share a bit. Bit 0 is the backslash, before
// any byte; the other bits belong to the variants of the first character.

import { HIT_WORDS } from '../../shared/protocol/search.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../document/document.ts';
import type { Sink } from './hits.ts';
import { TEXT_BASE } from '../base/memory.ts';
import { MAX_CHARACTERS, VARIANTS, type Needle } from './pattern.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import { BACKSLASH } from '../../shared/bytes/ascii.ts';

const TABLE = 49408;
const CHARACTERS = TABLE + 80;
const MAX_RANGES = 900;
const OUT = CHARACTERS + MAX_CHARACTERS * VARIANTS * 4 + MAX_RANGES * 8 + 16;
const NO_ENTRY = 0xffffffff;
/** Hits per slice. */
const SLICE_HITS = 65536;

/** The scope of a search: the raw text, or parts of its nodes. */
export const SCOPES = { text: 0, keys: 1, values: 2, all: 3 } as const;

/**
 * Passes the hits that start in `from` to `to` to the sink. `from` must not be inside a hit; in keys and values it must be the
 * start of an entry, or 0. 100 MB take 30 to 100 ms.
 */
export function* findText(
  document: JsonDocument,
  needle: Needle,
  scope: keyof typeof SCOPES,
  from: number,
  to: number,
  sink: Sink,
  sliceBytes = SLICE_BYTES,
): Work<void> {
  const { memory, tape } = document;
  const { passes } = memory;
  const limit = Math.min(to, memory.size);
  const filter = makeFilter(needle, scope !== 'text');
  for (let at = from; at < limit;) {
    const first = scope === 'text' ? -1 : tape.lastAtOrBefore(at);
    let end = Math.min(limit, at + sliceBytes);
    if (scope !== 'text' && end < limit) {
      // A slice ends where an entry starts, so no token is split.
      const behind = tape.lastAtOrBefore(end) + 1;
      end = behind < tape.count ? Math.min(limit, tape.start(behind)) : limit;
    }
    writeTable(memory.bytes, memory.words, filter, needle);
    passes.beginFind(
      TABLE,
      TEXT_BASE,
      memory.size,
      memory.tapeBase,
      tape.count,
      first < 0 ? NO_ENTRY : first,
      SCOPES[scope],
    );
    // A search for whole words can't resume inside a token: what precedes may be an escape.
    let left = needle.wordRanges.length === 0 ? SLICE_HITS : Number.POSITIVE_INFINITY;
    while (at < end && left > 0) {
      const written = passes.find(TEXT_BASE + at, TEXT_BASE + end, OUT, TEXT_BASE) >>> 0;
      if (written > OUT) sink.take(memory.words.subarray(OUT >>> 2, written >>> 2));
      if (sink.done) return;
      left -= (written - OUT) / (HIT_WORDS * 4);
      at = (passes.findPos.value >>> 0) - TEXT_BASE;
    }
    yield { done: at, total: memory.size };
  }
}

function writeTable(bytes: Uint8Array, words: Uint32Array, filter: Uint8Array, needle: Needle): void {
  const { characters, wordRanges } = needle;
  if (wordRanges.length > MAX_RANGES * 2) throw new RangeError(`${wordRanges.length / 2} ranges of word characters`);
  bytes.set(filter, TABLE);
  words.set([characters.length / VARIANTS, wordRanges.length / 2, 0, 0], (TABLE + 64) >>> 2);
  words.set(characters, CHARACTERS >>> 2);
  words.set(wordRanges, (CHARACTERS >>> 2) + characters.length);
}

/** The first four rows of the table. */
function makeFilter({ characters }: Needle, escapes: boolean): Uint8Array {
  const filter = new Uint8Array(64);
  const allow = (row: number, byte: number, bit: number): void => {
    for (const at of [row + (byte & 15), row + 16 + (byte >>> 4)]) filter[at] = (filter[at] ?? 0) | bit;
  };
  const allowAny = (bit: number): void => {
    for (let at = 32; at < 64; at += 1) filter[at] = (filter[at] ?? 0) | bit;
  };
  if (escapes) {
    allow(0, BACKSLASH, 1);
    allowAny(1);
  }
  const seconds = Array.from(characters.subarray(VARIANTS, VARIANTS * 2), (code) => utf8Of(code)[0] ?? 0);
  for (let variant = 0; variant < VARIANTS; variant += 1) {
    const bit = 2 << variant;
    const [first = 0, second] = utf8Of(characters[variant] ?? 0);
    allow(0, first, bit);
    if (second !== undefined) allow(32, second, bit);
    else if (seconds.length === 0) allowAny(bit);
    else for (const lead of escapes ? [...seconds, BACKSLASH] : seconds) allow(32, lead, bit);
  }
  return filter;
}

function utf8Of(code: number): Uint8Array {
  return encodeUtf8(String.fromCodePoint(code));
}
