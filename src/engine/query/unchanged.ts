// Determines whether code has changed a value that it was given: compares each container with its bytes, once, level by level.
// A container is unchanged if all its members and items are in their places and unchanged. Containers whose text is what
// `JSON.stringify` writes are not recorded: an equal one in their place is as good.

import { nameOf, type Name, type ReadPlaces } from '../tape/places.ts';
import type { Work } from '../base/work.ts';
import { ExactNumber } from '../values/exact-number.ts';
import { isExact, isSuspect, numberAt } from './inexact.ts';
import type { ValueKind } from './input.ts';
import { SnapshotKeyReader } from './key-reader.ts';
import { childEntries, membersWith } from './members.ts';
import { holdsString, readNumber } from './scalars.ts';

/** Most keys that are cached as bytes: records share their keys. */
const MAX_NAMES = 4096;
const SLICE_VALUES = 1 << 16;

/** A container that is being compared. */
interface Level {
  readonly container: object;
  /** Whether it is recorded: its result is kept. */
  readonly isKnown: boolean;
  readonly items: readonly unknown[];
  readonly entries: readonly number[];
  next: number;
}

/** Compares containers with the entries that they were made from. */
export class Unchanged {
  private readonly known = new Map<object, boolean>();
  private readonly names = new Map<string, Name>();
  private readonly keys: SnapshotKeyReader;
  private recorded: ReadonlySet<number> | null = null;

  /** `nodes` maps the recorded containers made from the value at `node` to their entries. */
  constructor(
    private readonly places: ReadPlaces,
    node: number,
    private readonly nodes: ReadonlyMap<object, number>,
    private readonly kind: ValueKind,
  ) {
    this.keys = new SnapshotKeyReader(places, node);
  }

  /** Whether a container still equals its entry, in the same order. Cost over all calls: each container once. */
  *holds(container: object, entry: number): Work<boolean> {
    const known = this.known.get(container);
    if (known !== undefined) return known;
    const { tape } = this.places;
    const levels: Level[] = [];
    if (!this.enter(container, entry, true, levels)) return false;
    let seen = 0;
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      if (level.next === level.entries.length) {
        if (level.isKnown) this.known.set(level.container, true);
        levels.pop();
        continue;
      }
      const child = level.entries[level.next] ?? 0;
      const item = level.items[level.next];
      level.next += 1;
      const isSame = tape.isOpening(child) ? this.holdsPlace(item, child, levels) : this.holdsScalar(item, child);
      if (!isSame) {
        for (const around of levels) if (around.isKnown) this.known.set(around.container, false);
        return false;
      }
      seen += 1;
      if (seen % SLICE_VALUES === 0) yield { done: tape.start(child), total: this.places.text.size };
    }
    return true;
  }

  /** Whether a value is the scalar at an entry. */
  holdsScalar(value: unknown, entry: number): boolean {
    const { places } = this;
    if (typeof value === 'object' && value !== null) {
      const text = ExactNumber.textOf(value);
      return text !== null && places.kind(entry) === 'number' && text === numberAt(places, entry);
    }
    const kind = places.kind(entry);
    if (typeof value === 'string') return kind === 'string' && holdsString(places, entry, value);
    if (typeof value !== 'number') return kind === String(value);
    if (kind !== 'number' || (this.kind === 'guarded' && isSuspect(places, entry) && !isExact(numberAt(places, entry))))
      return false;
    return Object.is(value, readNumber(places, entry));
  }

  /** Whether the container made from an entry, or an equal one if it is not recorded, is in its place. If so, it is entered. */
  private holdsPlace(item: unknown, entry: number, levels: Level[]): boolean {
    if (typeof item !== 'object' || item === null) return false;
    const own = this.nodes.get(item);
    if (own !== undefined) return own === entry && (this.known.get(item) ?? this.enter(item, entry, true, levels));
    this.recorded ??= new Set(this.nodes.values());
    return !this.recorded.has(entry) && this.enter(item, entry, false, levels);
  }

  private enter(container: object, entry: number, isKnown: boolean, levels: Level[]): boolean {
    const isObject = this.places.kind(entry) === 'object';
    const prototype: unknown = Object.getPrototypeOf(container);
    if (!isKnown && (isObject ? prototype !== Object.prototype : !Array.isArray(container))) return false;
    const items: readonly unknown[] = Array.isArray(container) ? container : Object.values(container);
    const entries = Array.isArray(container)
      ? childEntries(this.places, entry)
      : membersWith(this.places, entry, Object.keys(container), (member, key) => this.keys.is(member, this.name(key)));
    if (entries === null || entries.length !== items.length) {
      if (isKnown) this.known.set(container, false);
      return false;
    }
    levels.push({ container, isKnown, items, entries, next: 0 });
    return true;
  }

  private name(key: string): Name {
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const made = nameOf(key);
    if (this.names.size < MAX_NAMES) this.names.set(key, made);
    return made;
  }
}
