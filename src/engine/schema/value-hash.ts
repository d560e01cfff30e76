// Hashes of single values, for `enum`, `const` and `uniqueItems`. Like those of `diff/hash`, but computed on demand, and
// numbers are hashed as the parser reads them. Equal values have equal hashes.

import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { TEXT_BASE } from '../base/memory.ts';
import type { Work } from '../base/work.ts';
import { Hasher, mixBits } from '../diff/hash/value-hash.ts';
import { isExact, isSuspect, numberAt } from '../query/inexact.ts';
import { compareValues } from '../tape/equality.ts';
import { ARRAY, NULL, NUMBER, OBJECT, STRING } from './kinds.ts';
import type { ValueReader } from './value-reader.ts';

const SLICE_ENTRIES = 1 << 16;
const KIND_SALTS = [0x5be0cd19, 0x1f83d9ab, 0x3c6ef372, 0x1b873593, 0x428a2f98, 0x71374491] as const;
const KEY_PRIME = 0x27d4eb2f;
const ITEM_PRIME = 0x2c1b3c6d;
/** Numbers per level: closing entry, two sums, kind, and the two lanes of its key's hash. */
const LEVEL = 6;

/** Hashes values of one document; the result is in the two lanes `low` and `high`. */
export class ValueHasher {
  low = 0;
  high = 0;
  private readonly hasher = new Hasher();

  constructor(readonly reader: ValueReader) {}

  /** Hashes a value that is not a container. */
  hashScalar(value: number): void {
    const { reader, hasher } = this;
    const kind = reader.kind(value);
    if (kind === STRING) this.hashString(value);
    else if (kind === NUMBER) this.hashNumber(value);
    else {
      hasher.low = kind === NULL ? 1 : (reader.bytes[TEXT_BASE + reader.places.tape.start(value)] ?? 0);
      hasher.high = hasher.low;
    }
    this.low = mixBits(hasher.low ^ KIND_SALTS[kind]);
    this.high = mixBits((hasher.high + KIND_SALTS[kind]) | 0);
  }

  /** Hashes any value. Cost: its size. */
  *hash(value: number): Work<void> {
    const { reader } = this;
    const { tape } = reader.places;
    if (value < 0 || !tape.isOpening(value)) {
      this.hashScalar(value);
      return;
    }
    // The containers around the current entry.
    const levels: number[] = [];
    const last = tape.closing(value);
    for (let entry = value; entry <= last; entry += 1) {
      if ((entry - value) % SLICE_ENTRIES === SLICE_ENTRIES - 1) yield { done: entry - value, total: last - value };
      const top = levels.length - LEVEL;
      const isClosing = top >= 0 && entry === levels[top];
      let [keyLow, keyHigh] = [0, 0];
      if (isClosing) {
        const salt = KIND_SALTS[(levels[top + 3] ?? 0) as 4 | 5];
        this.low = mixBits((levels[top + 1] ?? 0) ^ salt);
        this.high = mixBits(((levels[top + 2] ?? 0) + salt) | 0);
        [keyLow, keyHigh] = [levels[top + 4] ?? 0, levels[top + 5] ?? 0];
        levels.length = top;
      } else {
        if (top >= 0 && levels[top + 3] === OBJECT) {
          this.hashKey(entry);
          [keyLow, keyHigh] = [this.low, this.high];
        }
        const kind = reader.kind(entry);
        if (kind === ARRAY || kind === OBJECT) {
          levels.push(tape.closing(entry), 0, 0, kind, keyLow, keyHigh);
          continue;
        }
        this.hashScalar(entry);
      }
      const around = levels.length - LEVEL;
      if (around < 0) return;
      const [low, high] = [levels[around + 1] ?? 0, levels[around + 2] ?? 0];
      if (levels[around + 3] === OBJECT) {
        levels[around + 1] = (low + mixBits(Math.imul(keyLow, KEY_PRIME) ^ this.low)) | 0;
        levels[around + 2] = (high + mixBits((Math.imul(keyHigh, ITEM_PRIME) + this.high) | 0)) | 0;
      } else {
        levels[around + 1] = (Math.imul(low, ITEM_PRIME) + this.low + 1) | 0;
        levels[around + 2] = Math.imul((high << 7) | (high >>> 25), KEY_PRIME) ^ (this.high + 1);
      }
    }
  }

  /** Whether two values with the same hash are equal; `reader` reads `other`. */
  *confirm(value: number, reader: ValueReader, other: number): Work<boolean> {
    const own = this.reader;
    if (value < 0 || other < 0) return own.kind(value) === reader.kind(other) && own.text(value) === reader.text(other);
    const [a, b] = [
      { places: own.places, node: value },
      { places: reader.places, node: other },
    ];
    // Equal doubles may be spelt differently; then the hash alone decides.
    return (yield* compareValues(a, b)) || own.parser === 'native';
  }

  private hashKey(member: number): void {
    this.hashScalar(~member);
  }

  private hashString(value: number): void {
    const { reader, hasher } = this;
    if (reader.isRelaxed) {
      hasher.hashText(reader.text(value));
      return;
    }
    if (value >= 0) hasher.hashString(reader.bytes, TEXT_BASE + reader.places.tape.start(value) + 1);
    else {
      reader.readKey(~value);
      hasher.hashString(reader.bytes, reader.start);
    }
  }

  private hashNumber(value: number): void {
    const { reader, hasher } = this;
    const { places, bytes } = reader;
    const { start, end } = places.range(value);
    const isRounded = reader.parser === 'native' && isSuspect(places, value) && !isExact(numberAt(places, value));
    if (!isRounded && !reader.isRelaxed) hasher.hashNumber(bytes, TEXT_BASE + start, TEXT_BASE + end);
    else if (!isRounded) hasher.hashRelaxedNumber(bytes, TEXT_BASE + start, TEXT_BASE + end);
    else {
      const text = encodeUtf8(reader.number(value));
      hasher.hashRelaxedNumber(text, 0, text.length);
    }
  }
}
