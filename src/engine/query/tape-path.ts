// Evaluates JSONPath directly on the tape, without creating values: names, positions, slices, wildcards, unions, descendants,
// and filters that compare a member with a scalar or test whether it exists. A result is the entries of nodes, in the order of
// RFC 9535 with the members of objects in text order. @see RFC 9535 §2.3 to §2.5

import type { Name, ReadPlaces } from '../tape/places.ts';
import { finish, type Progress, type Work } from '../base/work.ts';
import { SnapshotKeyReader } from './key-reader.ts';
import { childEntries } from './members.ts';
import { Shadowed } from './shadowed.ts';
import type { PathSlice, TapePath, TapeSegment, TapeSelector, Test } from './segments.ts';
import { Tests } from './tape-test.ts';

const SLICE_STEPS = 1 << 14;

/** Evaluates paths on one value, which must not change. */
export class TapeQuery {
  private readonly keys: SnapshotKeyReader;
  private readonly shadowed: Shadowed;
  private readonly tests: Tests;

  constructor(
    private readonly places: ReadPlaces,
    private readonly node: number,
  ) {
    this.keys = new SnapshotKeyReader(places, node);
    this.shadowed = new Shadowed(places, this.keys);
    this.tests = new Tests(this, places);
  }

  /** Returns the entries of the nodes that a path selects. */
  *run(path: TapePath): Work<number[]> {
    if (looksDeep(path)) yield* this.shadowed.checkAll(this.node);
    let nodes = [this.node];
    for (const segment of path) {
      const found: number[] = [];
      let left = SLICE_STEPS;
      for (const node of nodes) {
        left -= 1;
        const work = segment.isDescendant ? this.descend(segment, node, found) : this.selectAll(segment, node, found);
        if (work !== null) yield* work;
        if (left > 0) continue;
        left = SLICE_STEPS;
        yield this.progressAt(node);
      }
      nodes = found;
    }
    return nodes;
  }

  /** Whether a path without filters selects any node from a node. */
  leadsFrom(path: TapePath, from: number): boolean {
    let nodes = [from];
    for (const segment of path) {
      const found: number[] = [];
      for (const node of nodes) {
        const work = segment.isDescendant ? this.descend(segment, node, found) : this.selectAll(segment, node, found);
        if (work !== null) finish(work);
      }
      nodes = found;
    }
    return nodes.length > 0;
  }

  /** The node at a singular path from another; -1 when there is none. */
  resolve(path: TapePath, from: number): number {
    let node = from;
    for (const { selectors } of path) {
      const [selector] = selectors;
      if (node < 0) return -1;
      if (selector?.type === 'name') node = this.member(node, selector.name);
      else if (selector?.type === 'index') node = this.item(node, selector.index);
    }
    return node;
  }

  /** Selects from a node and all its descendants, in order. */
  private *descend(segment: TapeSegment, node: number, found: number[]): Work<void> {
    const { tape } = this.places;
    const close = tape.closing(node);
    let left = SLICE_STEPS;
    for (let entry = node; entry < close; entry += 1) {
      if (!tape.isOpening(entry)) continue;
      if (this.shadowed.has(entry)) {
        entry = tape.closing(entry);
        continue;
      }
      const work = this.selectAll(segment, entry, found);
      if (work !== null) yield* work;
      left -= 1;
      if (left > 0) continue;
      left = SLICE_STEPS;
      yield this.progressAt(entry);
    }
  }

  /** Applies the selectors of a segment to one node: immediately, or as the returned work if that takes long. */
  private selectAll(segment: TapeSegment, parent: number, found: number[]): Work<void> | null {
    const { tape } = this.places;
    if (!tape.isOpening(parent)) return null;
    if (segment.hasFilter && tape.closing(parent) - parent > SLICE_STEPS)
      return this.selectLong(segment, parent, found);
    for (const selector of segment.selectors) {
      if (selector.type === 'filter') this.filter(selector.test, parent, parent + 1, Infinity, found);
      else this.select(selector, parent, found);
    }
    return null;
  }

  /** The same, in slices. */
  private *selectLong(segment: TapeSegment, parent: number, found: number[]): Work<void> {
    const close = this.places.tape.closing(parent);
    for (const selector of segment.selectors) {
      if (selector.type !== 'filter') {
        this.select(selector, parent, found);
        continue;
      }
      for (let child = parent + 1; child < close;) {
        child = this.filter(selector.test, parent, child, SLICE_STEPS, found);
        yield this.progressAt(child);
      }
    }
  }

  private select(selector: Exclude<TapeSelector, { type: 'filter' }>, parent: number, found: number[]): void {
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
        if (this.places.kind(parent) === 'array') this.slice(parent, selector, found);
        return;
      case 'wildcard': {
        const { tape } = this.places;
        const isObject = this.startObject(parent);
        const close = tape.closing(parent);
        for (let child = parent + 1; child < close; child = tape.next(child)) {
          if (!isObject || !this.shadowed.has(child)) found.push(child);
        }
      }
    }
  }

  /** Tests at most `most` children from one on. Returns the next child. */
  private filter(test: Test, parent: number, from: number, most: number, found: number[]): number {
    const { tape } = this.places;
    const isObject = this.startObject(parent);
    const close = tape.closing(parent);
    let child = from;
    for (let left = most; child < close && left > 0; child = tape.next(child), left -= 1) {
      if (isObject && this.shadowed.has(child)) continue;
      if (this.tests.holds(test, child)) found.push(child);
    }
    return child;
  }

  private progressAt(entry: number): Progress {
    const { tape, text } = this.places;
    return { done: tape.start(Math.min(entry, tape.count - 1)), total: text.size };
  }

  /** Whether a container is an object. If so, its shadowed members are determined. */
  private startObject(container: number): boolean {
    const isObject = this.places.kind(container) === 'object';
    if (isObject) this.shadowed.check(container);
    return isObject;
  }

  /** The member of a value with this name, the last one of several; -1 when there is none. */
  private member(container: number, name: Name): number {
    const { keys, places } = this;
    return places.tape.isOpening(container) && places.kind(container) === 'object' ? keys.find(container, name) : -1;
  }

  /** The item of a value at a position, counted from the end if negative; -1 when there is none. */
  private item(container: number, index: number): number {
    const { places } = this;
    if (!places.tape.isOpening(container) || places.kind(container) !== 'array') return -1;
    return places.children.nth(container, index < 0 ? places.children.count(container) + index : index);
  }

  /** @see RFC 9535 §2.3.4.2.2 */
  private slice(array: number, { start, end, step }: PathSlice, found: number[]): void {
    if (step === 0) return;
    if (step > 0 && start !== null && start >= 0 && end !== null && end >= 0) {
      // Both bounds are known: the rest of a long array is not read.
      const { tape, children } = this.places;
      const close = tape.closing(array);
      let item = start < end ? children.nth(array, start) : -1;
      for (let at = start; item >= 0 && item < close && at < end; at += 1, item = tape.next(item)) {
        if ((at - start) % step === 0) found.push(item);
      }
      return;
    }
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
      // Without a bound it includes the first item; a bound of -1 would mean the last one.
      const to = end === null ? -1 : bound(end, 0);
      for (let at = bound(start, length - 1); at > to; at += step) found.push(items[at] ?? 0);
    }
  }
}

/** Whether a path, or one in its filters, reads all descendants of a value. Recursion is limited by the path's own text. */
function looksDeep(path: TapePath): boolean {
  return path.some(
    ({ isDescendant, selectors }) =>
      isDescendant || selectors.some((selector) => selector.type === 'filter' && testLooksDeep(selector.test)),
  );
}

function testLooksDeep(test: Test): boolean {
  switch (test.type) {
    case 'and':
    case 'or':
      return testLooksDeep(test.left) || testLooksDeep(test.right);
    case 'not':
      return testLooksDeep(test.test);
    case 'exists':
      return looksDeep(test.path);
    case 'compare':
      return false;
  }
}
