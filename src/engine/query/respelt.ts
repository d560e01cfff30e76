// Finds what `JSON.parse` followed by `JSON.stringify` would not give back: numbers, strings and keys in another spelling than
// `JSON.stringify` uses, duplicate keys, and keys that JavaScript moves to the front. A value without any of it is written from
// its JavaScript values, byte for byte except white space, so that nobody has to record where each container came from.

import { BACKSLASH, BRACE, LETTER_U, NINE, QUOTE, SLASH, ZERO } from '../../shared/bytes/ascii.ts';
import { hasComments } from '../../shared/document/dialect.ts';
import type { Work } from '../base/work.ts';
import type { ReadPlaces } from '../tape/places.ts';
import { CLOSING, LINK_MASK, OPENING } from '../tape/tape.ts';
import { SnapshotKeyReader } from './key-reader.ts';
import { KeyShapes } from './key-shapes.ts';
import { findInexact } from './inexact.ts';
import { isPosition } from './members.ts';
import { NumberSpelling } from './number-spelling.ts';
import { Shadowed } from './shadowed.ts';

/**
 * In ascending order, four times an entry and one of the kinds below. An entry may be listed twice, for its key and for itself.
 */
export type Respelt = Uint32Array<ArrayBuffer>;

/** The scalar at the entry, or its key, has another spelling. */
const SPELLING = 0;
/** The number at the entry is not exact as a double. */
const INEXACT = 1;
/** The object at the entry has duplicate keys, or keys that JavaScript moves to the front. */
export const REORDERED = 2;
const KIND_MASK = 3;

const SLICE_ENTRIES = 1 << 16;
const LOWER_A = 0x61;
/** The last digits of the control characters that have an escape of one letter. */
const LETTERED: ReadonlySet<number> = new Set([0x38, 0x39, 0x61, 0x63, 0x64]);

/** The entries of numbers that are not exact as doubles. */
export function inexactOf(respelt: Respelt): Uint32Array<ArrayBuffer> {
  return respelt.filter((item) => (item & KIND_MASK) === INEXACT).map((item) => item >>> 2);
}

/**
 * Finds all in a value. Of JSON with comments and JSON5, whose spellings are many, everything is taken to be respelt. Cost: a walk
 * over the tape that reads the keys and the numbers.
 */
export function* findRespelt(places: ReadPlaces, node: number): Work<Respelt> {
  if (!hasComments(places.tape.dialect)) return yield* new Finder(places, node).run();
  const inexact = yield* findInexact(places, node);
  const root = places.tape.isOpening(node) ? [node * 4 + REORDERED] : [];
  return Uint32Array.from([...root, ...inexact.map((entry) => entry * 4 + INEXACT)]);
}

class Finder {
  private readonly bytes: Uint8Array;
  private readonly words: Uint32Array;
  private readonly base: number;
  private readonly keys: SnapshotKeyReader;
  private readonly shadowed: Shadowed;
  private readonly shapes: KeyShapes;
  private found = new Uint32Array(64);
  private count = 0;
  /** The offset of the next backslash. */
  private backslash: number;
  private readonly isPlain: boolean;
  private readonly numbers: NumberSpelling;

  constructor(
    private readonly places: ReadPlaces,
    private readonly node: number,
  ) {
    const { tape, text } = places;
    this.bytes = text.slice(0, text.size);
    this.words = tape.memory.words;
    this.base = tape.wordBase;
    this.keys = new SnapshotKeyReader(places, node);
    this.shapes = new KeyShapes(places, this.keys);
    this.shadowed = new Shadowed(places, this.keys);
    this.isPlain = this.keys.isPlain;
    this.backslash = this.keys.firstBackslash;
    this.numbers = new NumberSpelling(this.bytes, (entry, what) =>
      this.add(entry, what === 'inexact' ? INEXACT : SPELLING),
    );
  }

  *run(): Work<Respelt> {
    const { node, places } = this;
    const end = places.tape.next(node);
    for (let from = node; from < end; from += SLICE_ENTRIES) {
      this.read(from, Math.min(end, from + SLICE_ENTRIES));
      yield { done: Math.min(end, from + SLICE_ENTRIES) - node, total: end - node };
    }
    this.numbers.finish();
    // Keys are found with their object, and long numbers later.
    return this.found.subarray(0, this.count).toSorted();
  }

  private read(from: number, end: number): void {
    const { bytes, words, base, places, numbers } = this;
    for (let entry = from; entry < end; entry += 1) {
      const link = words[base + entry * 2 + 1] ?? 0;
      if (link >= CLOSING) continue;
      if (link >= OPENING) {
        // The root of records has no bracket of its own.
        const isObject = bytes[words[base + entry * 2] ?? 0] === BRACE && places.tape.bracketLength(entry) > 0;
        if (isObject) this.readKeys(entry, entry + (link & LINK_MASK));
        continue;
      }
      const start = words[base + entry * 2] ?? 0;
      const first = bytes[start] ?? 0;
      if (first === QUOTE) {
        if (this.backslash < start) this.backslash = this.nextBackslash(start);
        // The length of a very long string is not on the tape.
        if (this.backslash >= start + link && link < LINK_MASK) continue;
        const { end: after } = places.range(entry);
        if (!isAsWritten(bytes, this.backslash, after)) this.add(entry, SPELLING);
        this.backslash = this.nextBackslash(after);
      } else if (first <= NINE) numbers.add(entry, start, start + link);
    }
  }

  private add(entry: number, kind: number): void {
    if (this.count === this.found.length) {
      const larger = new Uint32Array(this.count * 2);
      larger.set(this.found);
      this.found = larger;
    }
    this.found[this.count] = entry * 4 + kind;
    this.count += 1;
  }

  private readKeys(object: number, close: number): void {
    if (close === object + 1) return;
    if (!this.isPlain) this.readEscapedKeys(object, close);
    if (this.shapes.of(object)?.isReordered ?? this.hasReorderedKeys(object, close)) this.add(object, REORDERED);
  }

  /** For an object with more keys than a shape has. */
  private hasReorderedKeys(object: number, close: number): boolean {
    const { places, shadowed } = this;
    const before = shadowed.count;
    shadowed.check(object);
    if (shadowed.count > before) return true;
    for (let child = object + 1; child < close; child = places.tape.next(child))
      if (isPosition(places.key(child))) return true;
    return false;
  }

  /** Finds keys in another spelling. */
  private readEscapedKeys(object: number, close: number): void {
    const { bytes, places } = this;
    for (let child = object + 1; child < close; child = places.tape.next(child)) {
      const { start, end } = places.keyRange(child);
      if (!isAsWritten(bytes, start, end)) this.add(child, SPELLING);
    }
  }

  private nextBackslash(from: number): number {
    const at = this.bytes.indexOf(BACKSLASH, from);
    return at < 0 ? Infinity : at;
  }
}

/** Whether `JSON.stringify` writes the escapes of a string from `at` on as they are. */
function isAsWritten(bytes: Uint8Array, at: number, end: number): boolean {
  for (let next = at; next < end; next += 1) {
    if (bytes[next] !== BACKSLASH) continue;
    next += 1;
    if (bytes[next] === SLASH) return false;
    if (bytes[next] !== LETTER_U) continue;
    // A control character that has no letter. Lone surrogates count as another spelling.
    const digit = bytes[next + 3] ?? 0;
    const last = bytes[next + 4] ?? 0;
    if (bytes[next + 1] !== ZERO || bytes[next + 2] !== ZERO || digit < ZERO || digit > ZERO + 1) return false;
    if ((last > NINE && last < LOWER_A) || (digit === ZERO && LETTERED.has(last))) return false;
    next += 4;
  }
  return true;
}
