// JSONPath straight over the tape, without values: names, positions, slices, wildcards, unions, descendants, and
// filters that compare a member with a scalar or ask whether it is there. A result is the entries of nodes, in the
// order of RFC 9535 with the members of objects as the text has them. @see RFC 9535 §2.3 to §2.5

import type { Name, ReadPlaces } from '../places.ts';
import type { Work } from '../work.ts';
import { childEntries } from './members.ts';
import { Shadowed } from './shadowed.ts';
import { Tests, type Test } from './tapetest.ts';

/** One selector of a segment. */
export type TapeSelector =
  | { readonly type: 'name'; readonly name: Name }
  | { readonly type: 'index'; readonly index: number }
  | { readonly type: 'slice'; readonly start: number | null; readonly end: number | null; readonly step: number }
  | { readonly type: 'wildcard' }
  | { readonly type: 'filter'; readonly test: Test };

/** A segment of a path. */
export interface TapeSegment {
  readonly isDescendant: boolean;
  readonly selectors: readonly TapeSelector[];
}

export type TapePath = readonly TapeSegment[];

const SLICE_STEPS = 1 << 14;

/** Answers paths on one value, which stays as it is. */
export class TapeQuery {
  private readonly shadowed: Shadowed;
  private readonly tests: Tests;

  constructor(
    private readonly places: ReadPlaces,
    private readonly node: number,
  ) {
    this.shadowed = new Shadowed(places);
    this.tests = new Tests(this, places);
  }

  /** The entries of the nodes that a path leads to. */
  *run(path: TapePath): Work<number[]> {
    if (path.some(({ isDescendant }) => isDescendant)) yield* this.shadowed.checkAll(this.node);
    let nodes = [this.node];
    const total = this.places.text.size;
    for (const segment of path) {
      const found: number[] = [];
      let steps = 0;
      for (const node of nodes) {
        for (const parent of this.parents(segment, node)) {
          for (const selector of segment.selectors) {
            if (selector.type === 'filter') yield* this.filter(selector.test, parent, found);
            else this.select(selector, parent, found);
          }
          steps += 1;
          if (steps % SLICE_STEPS === 0) yield { done: this.places.tape.start(parent), total };
        }
      }
      nodes = found;
    }
    return nodes;
  }

  /** Whether a path that has no filters leads anywhere from a node. */
  leadsFrom(path: TapePath, from: number): boolean {
    let nodes = [from];
    for (const segment of path) {
      const found: number[] = [];
      for (const node of nodes) {
        for (const parent of this.parents(segment, node)) {
          for (const selector of segment.selectors) this.select(selector, parent, found);
        }
      }
      nodes = found;
    }
    return nodes.length > 0;
  }

  /** The node at a singular path from another; -1 where there is none. */
  follow(path: TapePath, from: number): number {
    let node = from;
    for (const { selectors } of path) {
      const [selector] = selectors;
      if (node < 0) return -1;
      if (selector?.type === 'name') node = this.member(node, selector.name);
      else if (selector?.type === 'index') node = this.item(node, selector.index);
    }
    return node;
  }

  /** The containers whose children a segment selects from: of a descendant segment the node and all in it, in order. */
  private *parents({ isDescendant }: TapeSegment, node: number): Generator<number> {
    const { tape } = this.places;
    if (!tape.isOpening(node)) return;
    if (!isDescendant) {
      yield node;
      return;
    }
    const close = tape.closing(node);
    for (let entry = node; entry < close; entry += 1) {
      if (!tape.isOpening(entry)) continue;
      if (this.shadowed.has(entry)) entry = tape.closing(entry);
      else yield entry;
    }
  }

  private select(selector: Exclude<TapeSelector, { type: 'filter' }>, parent: number, found: number[]): void;
  private select(selector: TapeSelector, parent: number, found: number[]): void;
  private select(selector: TapeSelector, parent: number, found: number[]): void {
    switch (selector.type) {
      case 'name': {
        const member = this.member(parent, selector.name);
        if (member >= 0) found.push(member);
        return;
      }
      case 'index': {
        const item = this.item(parent, selector.index);
        if (item >= 0) found.push(item);
        return;
      }
      case 'slice':
        if (this.places.kind(parent) === 'array')
          this.slice(parent, selector.start, selector.end, selector.step, found);
        return;
      case 'wildcard': {
        const { tape } = this.places;
        const isObject = this.startObject(parent);
        const close = tape.closing(parent);
        for (let child = parent + 1; child < close; child = tape.next(child)) {
          if (!isObject || !this.shadowed.has(child)) found.push(child);
        }
        return;
      }
      case 'filter':
        throw new RangeError('a filter inside of a filter, expected a path without');
    }
  }

  private *filter(test: Test, parent: number, found: number[]): Work<void> {
    const { tape, text } = this.places;
    const isObject = this.startObject(parent);
    const close = tape.closing(parent);
    let steps = 0;
    for (let child = parent + 1; child < close; child = tape.next(child)) {
      if (isObject && this.shadowed.has(child)) continue;
      if (this.tests.holds(test, child)) found.push(child);
      steps += 1;
      if (steps % SLICE_STEPS === 0) yield { done: tape.start(child), total: text.size };
    }
  }

  /** Whether a container is an object, whose duplicate keys are known then. */
  private startObject(container: number): boolean {
    const isObject = this.places.kind(container) === 'object';
    if (isObject) this.shadowed.check(container);
    return isObject;
  }

  /** The member of a value with this name, of several the last; -1 if there is none. */
  private member(container: number, name: Name): number {
    const { places } = this;
    const { tape } = places;
    if (!tape.isOpening(container) || places.kind(container) !== 'object') return -1;
    const close = tape.closing(container);
    let found = -1;
    for (let child = container + 1; child < close; child = tape.next(child)) {
      if (places.isKey(child, name)) found = child;
    }
    return found;
  }

  /** The item of a value at a position, which counts from the end below 0; -1 if there is none. */
  private item(container: number, index: number): number {
    const { places } = this;
    if (!places.tape.isOpening(container) || places.kind(container) !== 'array') return -1;
    return places.children.nth(container, index < 0 ? places.children.count(container) + index : index);
  }

  /** @see RFC 9535 §2.3.4.2.2 */
  private slice(array: number, start: number | null, end: number | null, step: number, found: number[]): void {
    if (step === 0) return;
    const items = childEntries(this.places, array);
    const { length } = items;
    const bound = (given: number | null, otherwise: number): number => {
      const at = given === null ? otherwise : given < 0 ? length + given : given;
      return step > 0 ? Math.min(Math.max(at, 0), length) : Math.min(Math.max(at, -1), length - 1);
    };
    if (step > 0) {
      const to = bound(end, length);
      for (let at = bound(start, 0); at < to; at += step) found.push(items[at] ?? 0);
    } else {
      // Without a bound it ends behind the first item, and a bound of -1 would be the last one.
      const to = end === null ? -1 : bound(end, 0);
      for (let at = bound(start, length - 1); at > to; at += step) found.push(items[at] ?? 0);
    }
  }
}
