// Finds members whose key an earlier member of the same object has. The count is exact in objects of any size. Keys are
// compared by their bytes; only a key with escapes is decoded to a string.
//
// Most objects of a document have the same keys as the one before, in the same order. So an object's keys are first compared
// with those of the last object without duplicates, byte by byte. Only when they differ do they go through a hash table.

import { TEXT_BASE } from '../base/memory.ts';
import { KeyReader } from '../tape/key-reader.ts';
import { hashKey, sameKey } from '../tape/key-table.ts';
import { nameOf, type Places } from '../tape/places.ts';
import { OPENING } from '../tape/tape.ts';
import type { Work } from '../base/work.ts';
import { CountedProblems } from './counted-problems.ts';
import { BRACE } from '../../shared/bytes/ascii.ts';

/** Members per slice. */
const SLICE_MEMBERS = 1 << 13;
/** Entries per slice of a walk over other values. */
const SLICE_ENTRIES = 1 << 17;
/** Members of the largest object whose keys are expected in the next one. */
const MAX_EXPECTED_KEYS = 256;

/** A member that repeats a key, and the first member that has it. */
export interface DuplicateKey {
  readonly member: number;
  readonly original: number;
}

/**
 * Finds all duplicate keys. The tape must be that of the text. Cost: the keys; 16 to 32 bytes for each member of the largest
 * object.
 */
export function* findDuplicateKeys(places: Places): Work<CountedProblems<DuplicateKey>> {
  const { tape } = places;
  const reader = new KeyReader(places);
  const alike = new Pattern(reader);
  const seen = new SeenKeys(places, reader);
  const found = new CountedProblems<DuplicateKey>();
  const total = tape.count;
  let members = 0;
  for (let entry = 0; entry < total; entry += 1) {
    if (entry % SLICE_ENTRIES === SLICE_ENTRIES - 1) yield { done: entry, total };
    if ((tape.link(entry) & OPENING) === 0 || places.text.byteAt(tape.start(entry)) !== BRACE) continue;
    // The root of NDJSON has no brackets; the byte at its start belongs to its first record.
    if (tape.bracketLength(entry) === 0) continue;
    const close = tape.closing(entry);
    let child = entry + 1;
    for (let at = 0; child < close && alike.matches(at, child); at += 1) {
      child = tape.next(child);
      members += 1;
      if (members % SLICE_MEMBERS === 0) yield { done: entry, total };
    }
    if (child >= close) continue;
    seen.clear();
    const before = found.count;
    for (child = entry + 1; child < close; child = tape.next(child)) {
      const member = child;
      if (seen.isFull) yield* seen.grow();
      const original = seen.add(member);
      if (original !== member) found.add(member, () => ({ member, original }));
      members += 1;
      if (members % SLICE_MEMBERS === 0) yield { done: entry, total };
    }
    if (found.count === before && seen.size <= MAX_EXPECTED_KEYS) alike.learn(entry + 1, close);
  }
  return found;
}

/** The keys of an object without duplicates, as ranges of the text. */
class Pattern {
  private readonly starts = new Uint32Array(MAX_EXPECTED_KEYS);
  private readonly ends = new Uint32Array(MAX_EXPECTED_KEYS);
  private count = 0;

  constructor(private readonly reader: KeyReader) {}

  /** Whether a member's key equals the one at this position. */
  matches(position: number, member: number): boolean {
    if (position >= this.count) return false;
    const { reader } = this;
    reader.read(member);
    if (reader.hasEscapes) return false;
    const from = this.starts[position] ?? 0;
    const length = (this.ends[position] ?? 0) - from;
    if (length !== reader.end - reader.start) return false;
    const { bytes } = reader.places.tape.memory;
    const [a, b] = [TEXT_BASE + from, TEXT_BASE + reader.start];
    for (let at = 0; at < length; at += 1) if (bytes[a + at] !== bytes[b + at]) return false;
    return true;
  }

  /** Stores the keys of the members from `child` on, up to the first one with escapes. */
  learn(child: number, close: number): void {
    const { reader } = this;
    const { tape } = reader.places;
    this.count = 0;
    for (let member = child; member < close; member = tape.next(member)) {
      reader.read(member);
      if (reader.hasEscapes) return;
      this.starts[this.count] = reader.start;
      this.ends[this.count] = reader.end;
      this.count += 1;
    }
  }
}

const MIN_CAPACITY = 64;
/** Slots per slice while a table grows. */
const SLICE_SLOTS = 1 << 16;

/** The keys of one object: an open-addressing table of the first member with each key. */
class SeenKeys {
  size = 0;
  private slots = new Uint32Array(MIN_CAPACITY);
  private hashes = new Uint32Array(MIN_CAPACITY);

  constructor(
    private readonly places: Places,
    private readonly reader: KeyReader,
  ) {}

  clear(): void {
    this.size = 0;
    if (this.slots.length === MIN_CAPACITY) this.slots.fill(0);
    else [this.slots, this.hashes] = [new Uint32Array(MIN_CAPACITY), new Uint32Array(MIN_CAPACITY)];
  }

  /** Returns the first member with the same key: `member` itself when the key is new. */
  add(member: number): number {
    const { places, reader } = this;
    reader.read(member);
    const hash = reader.hasEscapes
      ? hashOfEscaped(places, member)
      : hashKey(places.tape.memory.bytes, TEXT_BASE + reader.start, TEXT_BASE + reader.end);
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = this.slots[slot] ?? 0;
      if (known === 0) {
        this.slots[slot] = member;
        this.hashes[slot] = hash;
        this.size += 1;
        return member;
      }
      if (this.hashes[slot] === hash && sameKey(places, known, places, member)) return known;
    }
  }

  /** Whether it has to grow before another key is added. */
  get isFull(): boolean {
    return this.size * 2 >= this.slots.length;
  }

  /** Makes room for four times as many keys. */
  *grow(): Work<void> {
    const { slots, hashes } = this;
    const length = slots.length * 4;
    this.slots = new Uint32Array(length);
    this.hashes = new Uint32Array(length);
    for (let index = 0; index < slots.length; index += 1) {
      if (index % SLICE_SLOTS === SLICE_SLOTS - 1) yield { done: index, total: slots.length };
      const member = slots[index] ?? 0;
      if (member === 0) continue;
      const hash = hashes[index] ?? 0;
      let slot = hash & (length - 1);
      while (this.slots[slot] !== 0) slot = (slot + 1) & (length - 1);
      this.slots[slot] = member;
      this.hashes[slot] = hash;
    }
  }
}

function hashOfEscaped(places: Places, member: number): number {
  const { bytes } = nameOf(places.key(member));
  return hashKey(bytes, 0, bytes.length);
}
