// What is searched for, and what is found. Hits travel packed, three words each, so that ten million are a
// few hundred typed arrays and no object each:
//
//   word 0   start   offset of the first byte
//   word 1   end     offset behind the last byte; the start again for a hit of no length
//   word 2   node    bit 31: in the key of the node, else in its value; bits 30-0: its entry on the tape.
//                    All ones for a hit in the text as such

import type { Path } from '../document/path.ts';
import type { Kind } from './rows.ts';
import { asByte, asNode, type ByteRange, type NodeIndex } from '../units.ts';

/** What to search for, and where: the bytes of the text as such, or keys and values with escapes resolved. */
export interface SearchQuery {
  readonly pattern: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly scope: 'text' | 'keys' | 'values' | 'all';
  /**
   * Only hits that lie whole in one of these ranges, which are sorted and apart. In the text as such each range is
   * searched from its own start; what stands around it still counts for `\b`, `^` and whole words.
   */
  readonly within?: readonly ByteRange[];
}

/** What to put in the place of hits. */
export interface Replacing {
  readonly text: string;
  /** The replacement is written in capitals, in small letters or with a capital first, where the hit is. */
  readonly preserveCase: boolean;
}

/** Words of one hit. */
export const HIT_WORDS = 3;
/** The third word of a hit that belongs to no node. */
export const NO_NODE = 0xffffffff;
/** In the third word of a hit: it is in the key of its node. */
export const KEY_BIT = 0x80000000;

/** One hit. `range` holds the bytes of the text that it covers, escapes included. */
export interface Hit {
  readonly range: ByteRange;
  /** `null` for a hit in the text as such. */
  readonly node: NodeIndex | null;
  readonly part: 'text' | 'key' | 'value';
}

/** A hit of its three words. */
export function makeHit(start: number, end: number, word: number): Hit {
  const range = { start: asByte(start), end: asByte(end) };
  if (word === NO_NODE) return { range, node: null, part: 'text' };
  return { range, node: asNode(word & ~KEY_BIT), part: word >= KEY_BIT ? 'key' : 'value' };
}

/** The hits that are packed in words. */
export function unpackHits(words: Uint32Array): Hit[] {
  return Array.from({ length: Math.floor(words.length / HIT_WORDS) }, (_, index) => {
    const at = index * HIT_WORDS;
    return makeHit(words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0);
  });
}

/** A hit in a list: the key that it is in, or that its value has, and the text around it, as spelt and cut to about a line. */
export interface HitView {
  readonly part: 'key' | 'value';
  readonly kind: Kind;
  /** The key as spelt, without quotes; the position in an array; `null` for the root. */
  readonly name: string | number | null;
  readonly before: string;
  readonly match: string;
  readonly after: string;
  /** Of a hit in a key, the start of the value. */
  readonly value: string;
}

/** Hits in a list, and the paths of the containers that were asked for with them. */
export interface HitViews {
  readonly hits: readonly HitView[];
  readonly paths: readonly Path[];
}
