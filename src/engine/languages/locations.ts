// Finds the tape entries of nodes that were found in values. A container is identified by its object; a scalar has no identity,
// and is found through its container.

import type { JSONPathNode } from 'json-p3';
import type { ReadPlaces } from '../tape/places.ts';

/** Looks up the entries of nodes. */
export class Locations {
  /** The last array and position that were looked up: nodes mostly come in order. */
  private array = -1;
  private ordinal = 0;
  private item = 0;

  constructor(
    private readonly places: ReadPlaces,
    private readonly node: number,
    private readonly nodes: ReadonlyMap<object, number>,
  ) {}

  entry({ value, location, root }: JSONPathNode): number {
    if (typeof value === 'object' && value !== null) {
      const entry = this.nodes.get(value);
      if (entry !== undefined) return entry;
    }
    const last = location.at(-1);
    if (last === undefined) return this.node;
    let container: unknown = root;
    for (const segment of location.slice(0, -1)) container = Reflect.get(Object(container), segment);
    const around = this.nodes.get(Object(container)) ?? -1;
    return typeof last === 'number' ? this.nth(around, last) : this.places.child(around, last);
  }

  private nth(array: number, ordinal: number): number {
    if (array !== this.array || ordinal < this.ordinal || ordinal > this.ordinal + 1) {
      this.item = this.places.children.nth(array, ordinal);
    } else if (ordinal > this.ordinal) this.item = this.places.tape.next(this.item);
    this.array = array;
    this.ordinal = ordinal;
    return this.item;
  }
}
