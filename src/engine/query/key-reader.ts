// Reads the keys of members, fast for nearly all documents: plain JSON without escapes in keys. There, a key is the bytes
// between the two quotes before its value's colon.

import { hasComments } from '../../shared/document/dialect.ts';
import type { Name, ReadPlaces } from '../tape/places.ts';
import { LINK_MASK, OPENING } from '../tape/tape.ts';
import { BACKSLASH, QUOTE } from '../../shared/bytes/ascii.ts';

const FNV_PRIME = 0x01000193;
const FNV_BASIS = 0x811c9dc5;

/** Reads the keys in one value, which must not change. */
export class SnapshotKeyReader {
  private readonly bytes: Uint8Array;
  private readonly words: Uint32Array;
  private readonly base: number;
  private readonly isRelaxed: boolean;
  private plain: boolean | null = null;
  /** After `isPlain`: the offset of the first backslash from the value on; Infinity when there is none. Not for JSON5. */
  firstBackslash = Infinity;

  constructor(
    private readonly places: ReadPlaces,
    private readonly node: number,
  ) {
    const { tape, text } = places;
    this.bytes = text.slice(0, text.size);
    this.words = tape.memory.words;
    this.base = tape.wordBase;
    this.isRelaxed = hasComments(tape.dialect);
  }

  /**
   * Whether no key has an escape, or a spelling of JSON5. Cost, once: a search for backslashes; if there are any, also a walk over
   * the tape.
   */
  get isPlain(): boolean {
    this.plain ??= !this.isRelaxed && !this.hasEscapedKey(this.node);
    return this.plain;
  }

  /** Like `is`, for a name that needs no escapes; false for the same key with escapes. Needs no search for backslashes. */
  isSpelt(entry: number, name: Name): boolean {
    if (this.isRelaxed) return this.places.isKey(entry, name);
    const { bytes } = this;
    const wanted = name.bytes;
    let at = this.endOfKey(entry) - 1;
    for (let index = wanted.length - 1; index >= 0; index -= 1, at -= 1) if (bytes[at] !== wanted[index]) return false;
    // A quote after a backslash is inside the key. One that begins a key is not after a backslash.
    return bytes[at] === QUOTE && bytes[at - 1] !== BACKSLASH;
  }

  /** Whether a member has this key. */
  is(entry: number, name: Name): boolean {
    if (!this.isPlain) return this.places.isKey(entry, name);
    const { bytes } = this;
    const wanted = name.bytes;
    let at = this.endOfKey(entry) - 1;
    for (let index = wanted.length - 1; index >= 0; index -= 1, at -= 1) {
      const byte = wanted[index];
      // No plain key contains a quote: beyond a quote the bytes belong to something else.
      if (bytes[at] !== byte || byte === QUOTE) return false;
    }
    return bytes[at] === QUOTE;
  }

  /** The last member of an object with this key; -1 when there is none. */
  find(object: number, name: Name): number {
    const { base, words, bytes, isPlain } = this;
    const wanted = name.bytes;
    const { length } = wanted;
    const close = object + ((words[base + object * 2 + 1] ?? 0) & LINK_MASK);
    let found = -1;
    for (let child = object + 1; child < close;) {
      if (isPlain) {
        let at = (words[base + child * 2] ?? 0) - 2;
        while (bytes[at] !== QUOTE) at -= 1;
        // Most other keys have another length: no quote is there.
        let first = at - length;
        if (bytes[first - 1] === QUOTE) {
          let same = 0;
          for (; same < length && bytes[first] === wanted[same]; first += 1) same += 1;
          // With a quote in it, these bytes are more than a key.
          if (same === length && !wanted.includes(QUOTE)) found = child;
        }
      } else if (this.places.isKey(child, name)) found = child;
      const link = words[base + child * 2 + 1] ?? 0;
      child += (link & OPENING) === 0 ? 1 : (link & LINK_MASK) + 1;
    }
    return found;
  }

  /** A 32-bit hash of a member's key. Equal keys have equal hashes. */
  hash(entry: number): number {
    if (!this.isPlain) return hashText(this.places.key(entry));
    const { bytes } = this;
    let hash = FNV_BASIS;
    for (let at = this.endOfKey(entry) - 1; bytes[at] !== QUOTE; at -= 1)
      hash = Math.imul(hash ^ (bytes[at] ?? 0), FNV_PRIME);
    return hash >>> 0;
  }

  /** The same, but equal only for keys that are spelt alike. */
  hashSpelling(entry: number): number {
    if (this.isRelaxed) return hashText(this.places.key(entry));
    const { bytes } = this;
    let hash = FNV_BASIS;
    for (let at = this.endOfKey(entry) - 1; bytes[at] !== QUOTE; at -= 1)
      hash = Math.imul(hash ^ (bytes[at] ?? 0), FNV_PRIME);
    return hash >>> 0;
  }

  /** The offset of the closing quote of a key of JSON. */
  private endOfKey(entry: number): number {
    const { bytes } = this;
    let at = (this.words[this.base + entry * 2] ?? 0) - 1;
    while (bytes[at] !== QUOTE) at -= 1;
    return at;
  }

  /** Whether there is a backslash anywhere but in a string value. */
  private hasEscapedKey(node: number): boolean {
    const { bytes, words, base } = this;
    const { end } = this.places.range(node);
    const count = this.places.tape.closing(node);
    let entry = node;
    let at = bytes.indexOf(BACKSLASH, words[base + node * 2]);
    if (at >= 0) this.firstBackslash = at;
    while (at >= 0 && at < end) {
      while (entry < count && (words[base + entry * 2 + 2] ?? 0) <= at) entry += 1;
      const link = words[base + entry * 2 + 1] ?? 0;
      const valueEnd = (words[base + entry * 2] ?? 0) + link;
      if (link > LINK_MASK || at >= valueEnd) return true;
      at = bytes.indexOf(BACKSLASH, valueEnd);
    }
    return false;
  }
}

function hashText(key: string): number {
  let hash = FNV_BASIS;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), FNV_PRIME);
  return hash >>> 0;
}
