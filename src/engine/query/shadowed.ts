// Finds members that a later one with the same key replaces: queries ignore them. The hashes of keys are in one table for all
// objects; a stamp per slot tells which object it belongs to.

import { sameKey } from '../tape/key-table.ts';
import type { ReadPlaces } from '../tape/places.ts';
import type { Work } from '../base/work.ts';
import type { SnapshotKeyReader } from './key-reader.ts';

const SLICE_ENTRIES = 1 << 17;

/** Finds shadowed members, object by object, on demand. */
export class Shadowed {
  private readonly entries = new Set<number>();
  private readonly checked = new Set<number>();
  private isComplete = false;
  private slots = new Uint32Array(64);
  private stamps = new Uint32Array(64);
  private hashes = new Uint32Array(64);
  private stamp = 0;

  constructor(
    private readonly places: ReadPlaces,
    private readonly keys: SnapshotKeyReader,
  ) {}

  /** The number of shadowed members that were found. */
  get count(): number {
    return this.entries.size;
  }

  /** Whether a member of an object that was checked is shadowed. */
  has(entry: number): boolean {
    return this.entries.size > 0 && this.entries.has(entry);
  }

  /** Checks one object. Cost: its members, once. */
  check(object: number): void {
    if (this.isComplete || this.checked.has(object)) return;
    this.checked.add(object);
    this.find(object);
  }

  /** Checks all objects in a value. */
  *checkAll(node: number): Work<void> {
    const { places } = this;
    const { tape } = places;
    const close = tape.closing(node);
    if (this.isComplete) return;
    for (let entry = node; entry < close; entry += 1) {
      if (tape.isOpening(entry) && places.kind(entry) === 'object') this.find(entry);
      if (entry % SLICE_ENTRIES === 0) yield { done: entry - node, total: close - node };
    }
    this.isComplete = true;
  }

  private find(object: number): void {
    const { places, keys } = this;
    const { tape } = places;
    const close = tape.closing(object);
    if (close - object <= 2) return;
    this.stamp += 1;
    const { stamp } = this;
    let { slots, stamps, hashes } = this;
    let count = 0;
    for (let child = object + 1; child < close; child = tape.next(child)) {
      count += 1;
      if (count * 2 > slots.length) {
        this.grow();
        ({ slots, stamps, hashes } = this);
      }
      const hash = keys.hash(child);
      const mask = slots.length - 1;
      let slot = hash & mask;
      while (stamps[slot] === stamp) {
        const known = slots[slot] ?? 0;
        if (hashes[slot] === hash && sameKey(places, known, places, child)) {
          this.entries.add(known);
          break;
        }
        slot = (slot + 1) & mask;
      }
      slots[slot] = child;
      stamps[slot] = stamp;
      hashes[slot] = hash;
    }
  }

  /** Doubles the slots and rehashes those of the current object. */
  private grow(): void {
    const { slots, stamps, hashes } = this;
    const size = slots.length * 2;
    this.slots = new Uint32Array(size);
    this.stamps = new Uint32Array(size);
    this.hashes = new Uint32Array(size);
    for (let from = 0; from < slots.length; from += 1) {
      if (stamps[from] !== this.stamp) continue;
      const hash = hashes[from] ?? 0;
      let slot = hash & (size - 1);
      while (this.stamps[slot] === this.stamp) slot = (slot + 1) & (size - 1);
      this.slots[slot] = slots[from] ?? 0;
      this.stamps[slot] = this.stamp;
      this.hashes[slot] = hash;
    }
  }
}
