// The members of one object by key, for objects with millions of members: an open-addressing hash table of entries in typed
// arrays. A `Map` takes ten times the memory and five times as long, and is limited to 16.7 million keys.
//
//   keys      "a"  "b"  "a"                 slots, by hash     0      3      0      2
//   entries    1    2    3                  hashes             -    h("a")   -    h("b")
//
// Of duplicate keys the last one counts.

import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { nameOf, type Name, type ReadPlaces } from './places.ts';
import { BACKSLASH, QUOTE } from '../../shared/bytes/ascii.ts';

/** Finds members by key; valid until the document changes. */
export class KeyTable {
  /** The number of distinct keys. */
  size = 0;
  /** The entry of a member; 0, the root, marks a free slot. */
  private readonly slots: Uint32Array;
  private readonly hashes: Uint32Array;
  private readonly mask: number;

  /** Cost: a walk over the members, and 16 to 32 bytes for each. */
  constructor(
    private readonly places: ReadPlaces,
    object: number,
  ) {
    const { tape, children } = places;
    const capacity = 2 ** Math.ceil(Math.log2(children.count(object) * 2 + 2));
    this.mask = capacity - 1;
    this.slots = new Uint32Array(capacity);
    this.hashes = new Uint32Array(capacity);
    const close = tape.closing(object);
    for (let child = object + 1; child < close; child = tape.next(child)) {
      const key = keyBytes(places, child);
      const hash = hashOf(key);
      const slot = this.slotOf(places, child, key, hash);
      if (this.slots[slot] === 0) this.size += 1;
      this.slots[slot] = child;
      this.hashes[slot] = hash;
    }
  }

  /** The last member with this key; -1 if there is none. */
  get({ text, bytes }: Name): number {
    // A lone surrogate has no UTF-8 of its own, so a key with one is compared as text.
    const isExact = decodeUtf8(bytes) === text;
    const hash = hashOf(bytes);
    for (let slot = hash & this.mask; ; slot = (slot + 1) & this.mask) {
      const member = this.slots[slot] ?? 0;
      if (member === 0) return -1;
      if (this.hashes[slot] !== hash) continue;
      if (isExact ? this.places.isKey(member, { text, bytes }) : this.places.key(member) === text) return member;
    }
  }

  /** The last member with the same key as `member`, which may be in another document; -1 if there is none. */
  like(places: ReadPlaces, member: number): number {
    const key = keyBytes(places, member);
    return (this.slots[this.slotOf(places, member, key, hashOf(key))] ?? 0) || -1;
  }

  /** The slot of the member with this key, or the free slot for it. */
  private slotOf(places: ReadPlaces, member: number, key: Uint8Array, hash: number): number {
    for (let slot = hash & this.mask; ; slot = (slot + 1) & this.mask) {
      const known = this.slots[slot] ?? 0;
      if (known === 0) return slot;
      if (this.hashes[slot] === hash && equalKeys(this.places, known, places, member, key)) return slot;
    }
  }
}

/** Whether two members have the same key, however the keys are spelt. */
export function sameKey(a: ReadPlaces, one: number, b: ReadPlaces, other: number): boolean {
  const [left, right] = [a.keyRange(one), b.keyRange(other)];
  const length = left.end - left.start;
  let at = length === right.end - right.start ? 0 : -1;
  while (at >= 0 && at < length && a.text.byteAt(left.start + at) === b.text.byteAt(right.start + at)) at += 1;
  return at === length || a.key(one) === b.key(other);
}

function equalKeys(a: ReadPlaces, one: number, b: ReadPlaces, other: number, key: Uint8Array): boolean {
  const { start, end } = a.keyRange(one);
  const isQuoted = a.text.byteAt(start) === QUOTE;
  const spelt = a.text.slice(start + 1, end - 1);
  if (isQuoted && spelt.length === key.length && !spelt.includes(BACKSLASH) && !isLonger(b, other, key)) {
    for (let at = 0; at < key.length; at += 1) if (spelt[at] !== key[at]) return false;
    return true;
  }
  return a.key(one) === b.key(other);
}

/** Whether a key is spelt with escapes, which make it longer than its decoded bytes. */
function isLonger(places: ReadPlaces, member: number, key: Uint8Array): boolean {
  const { start, end } = places.keyRange(member);
  return end - start - 2 !== key.length;
}

/** The bytes of a member's key, with escapes resolved. JSON5 also has keys without quotes. */
function keyBytes(places: ReadPlaces, member: number): Uint8Array {
  const { start, end } = places.keyRange(member);
  if (places.text.byteAt(start) !== QUOTE) return nameOf(places.key(member)).bytes;
  const bytes = places.text.slice(start + 1, end - 1);
  return bytes.includes(BACKSLASH) ? nameOf(places.key(member)).bytes : bytes;
}

function hashOf(bytes: Uint8Array): number {
  return hashKey(bytes, 0, bytes.length);
}

/**
 * FNV-1a of the bytes from `start` to `end`, with the upper half mixed in so that keys that differ only at the end get distant
 * slots.
 */
export function hashKey(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x85ebca6b) >>> 0;
}
