// Search queries and hits. Hits are packed, three words each, so that ten million are a few hundred typed arrays instead of ten
// million objects:
//
//   word 0   start   offset of the first byte
//   word 1   end     offset after the last byte; equals the start for an empty hit
//   word 2   node    bit 31: in the key of the node, else in its value; bits 30-0: its entry on the tape.
//                    All ones for a hit in the text as such

import type { Path } from '../document/path.ts';
import type { RowKind } from './rows.ts';
import { asByte, asNode, type ByteRange, type NodeIndex } from '../units.ts';

/** A search query and its scope: the bytes of the text, or keys and values with escapes resolved. */
export interface SearchQuery {
  readonly pattern: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly scope: 'text' | 'keys' | 'values' | 'all';
  /**
   * Only hits completely inside one of these ranges, which are sorted and disjoint. In the text each range is searched from its
   * own start; the surrounding text still counts for `\b`, `^` and whole words.
   */
  readonly within?: readonly ByteRange[];
}

/** The replacement of hits. */
export interface Replacing {
  readonly text: string;
  /** Writes the replacement in upper case, lower case or capitalised, like the hit. */
  readonly preserveCase: boolean;
}

/** One of several places that are gone to one after the other: what had to be opened for one closes with the next. */
export type Visit = 'first' | 'next';

/** Number of words of a hit. */
export const HIT_WORDS = 3;
/** The third word of a hit that belongs to no node. */
export const NO_NODE = 0xffffffff;
/** Bit of the third word: the hit is in the key of its node. */
export const KEY_BIT = 0x80000000;

/** One hit. `range` is its range of bytes in the text, including escapes. */
export interface Hit {
  readonly range: ByteRange;
  /** `null` for a hit in the text as such. */
  readonly node: NodeIndex | null;
  readonly part: 'text' | 'key' | 'value';
}

/** Creates a hit from its three words. */
export function makeHit(start: number, end: number, word: number): Hit {
  const range = { start: asByte(start), end: asByte(end) };
  if (word === NO_NODE) return { range, node: null, part: 'text' };
  return { range, node: asNode(word & ~KEY_BIT), part: word >= KEY_BIT ? 'key' : 'value' };
}

/** Unpacks hits. */
export function unpackHits(words: Uint32Array): Hit[] {
  return Array.from({ length: Math.floor(words.length / HIT_WORDS) }, (_, index) => {
    const at = index * HIT_WORDS;
    return makeHit(words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0);
  });
}

/**
 * A hit for display in a list: its key, or the key of its value, and the surrounding text in its spelling, truncated to about a
 * line.
 */
export interface HitView {
  readonly part: 'key' | 'value';
  readonly kind: RowKind;
  /** The key in its spelling, without quotes; the index in an array; `null` for the root. */
  readonly name: string | number | null;
  readonly before: string;
  readonly match: string;
  readonly after: string;
  /** The start of the value, for a hit in a key. */
  readonly value: string;
}

/** A hit in the text as such, for display in a list: its line, from 0, and the text of that line around it, truncated. */
export interface TextHitView {
  readonly line: number;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** Hits for display in a list, and the paths of the requested containers. */
export interface HitViews {
  readonly hits: readonly HitView[];
  readonly paths: readonly Path[];
}
