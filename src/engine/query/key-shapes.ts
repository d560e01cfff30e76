// The keys of objects, which records share: each sequence of keys is read once, and the objects that have it are told by comparing
// bytes. So a member is found by its position among the others, without reading a key again.

import { nameOf, type Name, type ReadPlaces } from '../tape/places.ts';
import { LINK_MASK, OPENING } from '../tape/tape.ts';
import type { SnapshotKeyReader } from './key-reader.ts';
import { isPosition } from './members.ts';

/** Sequences that are remembered for comparison, a power of two; the hash of the first key decides which one is replaced. */
const REMEMBERED = 64;
/** Objects with more keys have no shape. */
const MAX_KEYS = 256;

/** A sequence of keys. */
export interface KeyShape {
  readonly names: readonly Name[];
  /** The position of the last member with each key. */
  readonly positions: ReadonlyMap<string, number>;
  /** Whether JavaScript has fewer members, or another order: for duplicate keys, and for keys that look like indexes. */
  readonly isReordered: boolean;
}

/** Finds the shapes of objects in one value, which must not change. */
export class KeyShapes {
  private readonly words: Uint32Array;
  private readonly base: number;
  private readonly remembered: (KeyShape | undefined)[] = Array.from({ length: REMEMBERED });

  constructor(
    private readonly places: ReadPlaces,
    private readonly keys: SnapshotKeyReader,
  ) {
    this.words = places.tape.memory.words;
    this.base = places.tape.wordBase;
  }

  /** The shape of an object; `null` for one with too many keys. Cost: a comparison of the keys, if it was met before. */
  of(object: number): KeyShape | null {
    const { words, base, keys, remembered } = this;
    const close = object + ((words[base + object * 2 + 1] ?? 0) & LINK_MASK);
    const slot = close === object + 1 ? 0 : keys.hashSpelling(object + 1) & (REMEMBERED - 1);
    const known = remembered[slot];
    if (known !== undefined) {
      const { names } = known;
      const { length } = names;
      let index = 0;
      let child = object + 1;
      for (; child < close && index < length; index += 1) {
        if (!keys.isSpelt(child, names[index] as Name)) break;
        const link = words[base + child * 2 + 1] ?? 0;
        child += link < OPENING ? 1 : (link & LINK_MASK) + 1;
      }
      if (child === close && index === length) return known;
    }
    const shape = this.read(object, close);
    if (shape !== null && this.isPlain(object, shape)) remembered[slot] = shape;
    return shape;
  }

  /** Whether no key of an object has an escape: an escape is longer than what it stands for. */
  private isPlain(object: number, { names }: KeyShape): boolean {
    const { places } = this;
    let child = object + 1;
    return names.every(({ bytes }) => {
      const { start, end } = places.keyRange(child);
      child = places.tape.next(child);
      return end - start === bytes.length + 2;
    });
  }

  private read(object: number, close: number): KeyShape | null {
    const { places } = this;
    const names: Name[] = [];
    const positions = new Map<string, number>();
    let isReordered = false;
    for (let child = object + 1; child < close; child = places.tape.next(child)) {
      if (names.length === MAX_KEYS) return null;
      const key = places.key(child);
      isReordered ||= isPosition(key) || positions.has(key);
      positions.set(key, names.length);
      names.push(nameOf(key));
    }
    return { names, positions, isReordered };
  }
}
