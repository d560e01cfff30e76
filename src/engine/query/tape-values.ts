// The values of a query that is evaluated on the tape. A number, string, array or object of the document is its entry, which
// costs nothing to make and is written as it is spelt; null, true and false are themselves. What a query makes is a JavaScript
// value that may hold entries.
//
//   [{"id": 1.50, "tags": []}]     [].{n: id, t: tags, k: `7`}     [{ n: Entry(2), t: Entry(3), k: 7 }]     [{"n":1.50,"t":[],"k":7}]
//
// Numbers are compared exactly. What would need more than that, a calculation with a number that a double cannot hold for
// example, throws `NeedsValues`: then the library evaluates the query on JavaScript values. So does everything that fails, because
// the library's errors are explained.

import { isAscii, decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { plainNumber } from '../../shared/bytes/literals.ts';
import { APOSTROPHE, BACKSLASH, BRACE, QUOTE } from '../../shared/bytes/ascii.ts';
import { compareDecimals } from '../base/decimals.ts';
import { isExactDouble, readNumber } from '../sort/sort-keys.ts';
import type { Name, ReadPlaces } from '../tape/places.ts';
import { setMember } from '../values/lossless-text.ts';
import { LINK_MASK, OPENING } from '../tape/tape.ts';
import { isExact } from './inexact.ts';
import { SnapshotKeyReader } from './key-reader.ts';
import { KeyShapes, type KeyShape } from './key-shapes.ts';
import { entriesByKey } from './members.ts';
import { holdsString, readString } from './scalars.ts';

/** The number for objects without a shape; it fits into a byte. */
const NO_SHAPE = 255;
const NULL = 0x6e;
const NULL_LENGTH = 4;
const FALSE_LENGTH = 5;
const TRUE = 0x74;
const FALSE = 0x66;

/** Larger containers are read once: a query may ask for one with each item. Counted in entries. */
const LARGE = 256;

/** Strings up to this length are read without a decoder. */
const SHORT = 24;

/** A number, string, array or object of the document. */
export class Entry {
  constructor(readonly entry: number) {}
}

/** An object that a query made. */
export interface MadeObject {
  readonly [key: string]: TapeValue;
}

export type TapeValue = null | boolean | number | string | Entry | readonly TapeValue[] | MadeObject;

export type TapeKind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** A query cannot be evaluated on the tape. */
export class NeedsValues extends Error {}

/** A number as it is compared: its nearest double, and its digits if others have that double too. */
export interface NumberKey {
  readonly nearest: number;
  readonly digits: string | null;
}

/** Reads the values of one document, which must not change. */
export class TapeValues {
  readonly root: TapeValue;
  private readonly keys: SnapshotKeyReader;
  private readonly bytes: Uint8Array;
  private readonly words: Uint32Array;
  private readonly base: number;
  private readonly shapesOf: KeyShapes;
  /** The shapes that were met, their numbers, and the number of the shape of each object; 0 before it is known. */
  private readonly shapes: KeyShape[] = [];
  private readonly ids = new Map<KeyShape, number>();
  private readonly shapeOf: Uint8Array;
  /** What was read of large containers, by their entries. */
  private readonly largeItems = new Map<number, readonly TapeValue[]>();
  private readonly largeMembers = new Map<number, readonly (readonly [string, TapeValue])[]>();
  private readonly largeKeys = new Map<number, ReadonlyMap<string, number>>();

  constructor(
    readonly places: ReadPlaces,
    node: number,
  ) {
    this.keys = new SnapshotKeyReader(places, node);
    this.bytes = places.text.slice(0, places.text.size);
    this.words = places.tape.memory.words;
    this.base = places.tape.wordBase;
    this.shapesOf = new KeyShapes(places, this.keys);
    this.shapeOf = new Uint8Array(places.tape.count);
    this.root = this.at(node);
  }

  /** The value at an entry. */
  at(entry: number): TapeValue {
    const { words, base } = this;
    const link = words[base + entry * 2 + 1] ?? 0;
    // A container, or a scalar that is as long as neither null, true nor false: its text need not be read.
    if (link < NULL_LENGTH || link > FALSE_LENGTH) return new Entry(entry);
    const byte = this.bytes[words[base + entry * 2] ?? 0];
    if (byte === NULL) return null;
    return byte === TRUE || byte === FALSE ? byte === TRUE : new Entry(entry);
  }

  kind(value: TapeValue): TapeKind {
    if (value instanceof Entry) {
      const at = this.base + value.entry * 2;
      const byte = this.bytes[this.words[at] ?? 0];
      if (((this.words[at + 1] ?? 0) & OPENING) === 0)
        return byte === QUOTE || byte === APOSTROPHE ? 'string' : 'number';
      return byte === BRACE && this.places.tape.bracketLength(value.entry) > 0 ? 'object' : 'array';
    }
    if (value === null) return 'null';
    if (Array.isArray(value)) return 'array';
    return typeof value as 'boolean' | 'number' | 'string' | 'object';
  }

  /** The member of an object with a key; undefined when there is none, and for any other value. */
  member(value: TapeValue, name: Name): TapeValue | undefined {
    if (value instanceof Entry) {
      if (this.kind(value) !== 'object') return undefined;
      const found = this.find(value.entry, name);
      return found < 0 ? undefined : this.at(found);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name.text))
      return undefined;
    return (value as MadeObject)[name.text];
  }

  /** The last member with a key; -1 when there is none. */
  private find(object: number, name: Name): number {
    const { words, base, shapeOf, shapes } = this;
    let id = shapeOf[object] ?? 0;
    if (id === 0) {
      id = this.shapeIdOf(object);
      shapeOf[object] = id;
    }
    if (id === NO_SHAPE && this.isLarge(object)) {
      const read = (): ReadonlyMap<string, number> => new Map(Object.entries(entriesByKey(this.places, object)));
      return keptIn(this.largeKeys, object, read).get(name.text) ?? -1;
    }
    if (id === NO_SHAPE) return this.keys.find(object, name);
    let left = shapes[id - 1]?.positions.get(name.text) ?? -1;
    if (left < 0) return -1;
    let child = object + 1;
    for (; left > 0; left -= 1) {
      const link = words[base + child * 2 + 1] ?? 0;
      child += link < OPENING ? 1 : (link & LINK_MASK) + 1;
    }
    return child;
  }

  /** The number of an object's shape, from 1. */
  private shapeIdOf(object: number): number {
    const shape = this.shapesOf.of(object);
    if (shape === null) return NO_SHAPE;
    const known = this.ids.get(shape);
    if (known !== undefined) return known;
    if (this.shapes.length === NO_SHAPE - 1) return NO_SHAPE;
    this.ids.set(shape, this.shapes.push(shape));
    return this.shapes.length;
  }

  /** The items of an array; `null` for any other value. */
  items(value: TapeValue): readonly TapeValue[] | null {
    if (Array.isArray(value)) return value as readonly TapeValue[];
    if (!(value instanceof Entry) || this.kind(value) !== 'array') return null;
    const { entry } = value;
    return this.isLarge(entry) ? keptIn(this.largeItems, entry, () => this.readItems(entry)) : this.readItems(entry);
  }

  private isLarge(container: number): boolean {
    return ((this.words[this.base + container * 2 + 1] ?? 0) & LINK_MASK) > LARGE;
  }

  private readItems(array: number): readonly TapeValue[] {
    const { words, base } = this;
    const items: TapeValue[] = [];
    const close = array + ((words[base + array * 2 + 1] ?? 0) & LINK_MASK);
    for (let child = array + 1; child < close;) {
      items.push(this.at(child));
      const link = words[base + child * 2 + 1] ?? 0;
      child += (link & OPENING) === 0 ? 1 : (link & LINK_MASK) + 1;
    }
    return items;
  }

  /** The items of an array. @throws NeedsValues for any other value */
  itemsOf(value: TapeValue): readonly TapeValue[] {
    const items = this.items(value);
    if (items === null) throw new NeedsValues();
    return items;
  }

  /** The members of an object, as `members` returns them. @throws NeedsValues for any other value */
  membersOf(value: TapeValue): readonly (readonly [string, TapeValue])[] {
    const members = this.members(value);
    if (members === null) throw new NeedsValues();
    return members;
  }

  /** The items, and instead of each array its items. */
  flattened(items: readonly TapeValue[]): TapeValue[] {
    const made: TapeValue[] = [];
    for (const item of items) {
      const inner = this.items(item);
      if (inner === null) made.push(item);
      else for (const one of inner) made.push(one);
    }
    return made;
  }

  /** The members of an object as JavaScript orders them, the last one of duplicate keys; `null` for any other value. */
  members(value: TapeValue): readonly (readonly [string, TapeValue])[] | null {
    if (this.kind(value) !== 'object') return null;
    if (!(value instanceof Entry)) return Object.entries(value as MadeObject);
    const { entry: object } = value;
    const read = (): readonly (readonly [string, TapeValue])[] =>
      Object.entries(entriesByKey(this.places, object)).map(([key, entry]) => [key, this.at(entry)]);
    return this.isLarge(object) ? keptIn(this.largeMembers, object, read) : read();
  }

  /** Whether an array or an object has nothing in it. */
  isEmpty(value: TapeValue): boolean {
    if (value instanceof Entry) return this.places.tape.closing(value.entry) === value.entry + 1;
    return Object.keys(Object(value)).length === 0;
  }

  /** The text of a string. @throws NeedsValues for any other value */
  string(value: TapeValue): string {
    if (typeof value === 'string') return value;
    if (!(value instanceof Entry) || this.kind(value) !== 'string') throw new NeedsValues();
    const { start, end } = this.places.range(value.entry);
    const { bytes } = this;
    if (end - start <= SHORT && isAscii(bytes, start, end)) {
      let text = '';
      let at = start + 1;
      for (; at < end - 1 && bytes[at] !== BACKSLASH; at += 1) text += String.fromCharCode(bytes[at] ?? 0);
      if (at === end - 1) return text;
    }
    return readString(this.places, value.entry);
  }

  /** A number that a double holds exactly. @throws NeedsValues for any other value */
  number(value: TapeValue): number {
    if (typeof value === 'number') return value;
    const { nearest, digits } = this.numberKey(value);
    if ((digits !== null && !isExact(digits)) || !Number.isFinite(nearest)) throw new NeedsValues();
    return nearest;
  }

  /** A number as it is compared. @throws NeedsValues for any other value */
  numberKey(value: TapeValue): NumberKey {
    if (typeof value === 'number') return { nearest: value, digits: null };
    const nearest = this.nearest(value);
    const { start, end } = this.places.range((value as Entry).entry);
    const isSole = isExactDouble(this.bytes, start, end);
    return { nearest, digits: isSole ? null : plainNumber(decodeUtf8(this.bytes.subarray(start, end))) };
  }

  /** The nearest double of a number. @throws NeedsValues for any other value */
  nearest(value: TapeValue): number {
    if (typeof value === 'number') return value;
    if (!(value instanceof Entry) || this.kind(value) !== 'number') throw new NeedsValues();
    const { words, base } = this;
    const start = words[base + value.entry * 2] ?? 0;
    const nearest = readNumber(this.bytes, start, start + (words[base + value.entry * 2 + 1] ?? 0));
    if (Number.isNaN(nearest)) throw new NeedsValues();
    return nearest;
  }

  /** The order of items by their numbers, as indices; equal ones keep theirs. @throws NeedsValues for any other value */
  orderByNumbers(numbers: readonly TapeValue[], direction: 1 | -1 = 1): Uint32Array {
    const { length } = numbers;
    const nearest = new Float64Array(length);
    const order = new Uint32Array(length);
    for (let index = 0; index < length; index += 1) {
      order[index] = index;
      nearest[index] = this.nearest(numbers[index] ?? null);
    }
    return order.toSorted((a, b) => {
      const left = nearest[a] ?? 0;
      const right = nearest[b] ?? 0;
      if (left < right) return -direction;
      if (left > right) return direction;
      return this.compareNumbers(numbers[a] ?? null, numbers[b] ?? null) * direction || a - b;
    });
  }

  /** Below 0 where number `a` is smaller, above 0 where it is larger; NaN where one is not a number. */
  compareNumbers(a: TapeValue, b: TapeValue): number {
    const difference = this.nearest(a) - this.nearest(b);
    // Rounding keeps the order, so that only equal doubles leave it open.
    if (Math.abs(difference) > 0) return difference;
    return compareNumberKeys(this.numberKey(a), this.numberKey(b));
  }

  /** Whether two values are equal; the order of an object's keys does not count. */
  equals(a: TapeValue, b: TapeValue): boolean {
    if (a === b) return true;
    const kind = this.kind(a);
    if (kind !== this.kind(b)) return false;
    switch (kind) {
      case 'number':
        return this.compareNumbers(a, b) === 0;
      case 'string':
        if (a instanceof Entry && typeof b === 'string') return holdsString(this.places, a.entry, b);
        return this.string(a) === this.string(b);
      case 'array': {
        const [left, right] = [this.items(a) ?? [], this.items(b) ?? []];
        return left.length === right.length && left.every((item, index) => this.equals(item, right[index] ?? null));
      }
      case 'object': {
        const [left, right] = [this.members(a) ?? [], new Map(this.members(b))];
        return (
          left.length === right.size &&
          left.every(([key, member]) => right.has(key) && this.equals(member, right.get(key) ?? null))
        );
      }
      default:
        return false;
    }
  }
}

/** What `read` returns for an entry; read once. */
function keptIn<T>(kept: Map<number, T>, entry: number, read: () => T): T {
  const known = kept.get(entry);
  if (known !== undefined) return known;
  const made = read();
  kept.set(entry, made);
  return made;
}

/** The order of two numbers; NaN where one is NaN. */
export function compareNumberKeys(a: NumberKey, b: NumberKey): number {
  // Rounding keeps the order, so that only equal doubles leave it open.
  if (a.nearest !== b.nearest || (a.digits === null && b.digits === null))
    return a.nearest === b.nearest ? 0 : a.nearest - b.nearest;
  return compareDecimals(a.digits ?? String(a.nearest), b.digits ?? String(b.nearest));
}

/** An object of the last value of each key. */
export function objectOf(entries: Iterable<readonly [string, TapeValue]>): MadeObject {
  const made: Record<string, TapeValue> = {};
  for (const [key, value] of entries) setMember(made, key, value);
  return made;
}
