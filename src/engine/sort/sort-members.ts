// Sorts the members of every object inside a value by key. Commas and white space stay where they are and the members change
// places, as in `reorder.ts`, but on all levels in one pass over the tape, with an explicit stack. Comments move with their
// members.

import { hasComments } from '../../shared/document/dialect.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte } from '../../shared/units.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { endsLine, gapAfter, gapBefore, leadStart, trailEnd } from '../layout/comment-owner.ts';
import { lineEnd } from '../layout/container-layout.ts';
import type { Direction } from '../base/ordering.ts';
import { Output } from '../base/output.ts';
import type { Places } from '../tape/places.ts';
import { commaWithComments } from './relaxed-reorder.ts';
import { itemsOf } from './reorder.ts';
import { orderOf } from './sort.ts';
import { readSortKeys } from './sort-keys.ts';
import { compareTexts } from './natural-order.ts';
import type { Work } from '../base/work.ts';

/** Objects up to this size are ordered within one slice. */
const SMALL = 1000;
/** Entries per slice. */
const SLICE_ENTRIES = 4096;

/** The result of sorting keys. */
export interface SortedKeys {
  /** Empty when the keys are in order. */
  readonly splices: Splice[];
  /** Returns the new number of an entry. */
  entryOf(entry: number): number;
}

/** A container that is being written. If its order does not change, its text is copied, except for the values inside it. */
interface Frame {
  readonly container: number;
  /**
   * Its items in their old order, and by new position the index of the item there; `nodes` is `null` when the order does not
   * change.
   */
  readonly nodes: ArrayLike<number> | null;
  readonly order: ArrayLike<number>;
  /** The next position; the next entry when the order does not change. */
  next: number;
  /** The end of the text that has been written, when the order does not change. */
  written: number;
}

/** Returns the splice that sorts the members of all objects in `node` by key. The tape must be that of the text. */
export function* sortKeysInside(places: Places, node: number, direction: Direction): Work<SortedKeys> {
  const { tape } = places;
  const { start, end } = places.range(node);
  const close = tape.closing(node);
  const writer = new Writer(places, node);
  let reported = node;
  if (tape.isOpening(node)) writer.enter(node, yield* orderOfKeys(places, node, direction));
  for (let inner = writer.step(); inner !== null; inner = writer.step()) {
    if (inner >= 0) writer.enter(inner, yield* orderOfKeys(places, inner, direction));
    if (writer.entry - reported < SLICE_ENTRIES) continue;
    reported = writer.entry;
    yield { done: writer.entry - node, total: close - node };
  }
  if (!writer.changed) return { splices: [], entryOf: (old) => old };
  const splice = { start: asByte(start), end: asByte(end), insert: writer.take(), disposable: true as const };
  return { splices: [splice], entryOf: (old) => writer.moved[old - node] ?? old };
}

/** The members of an object, and an order that differs from theirs. */
interface Ordered {
  readonly nodes: ArrayLike<number>;
  readonly order: ArrayLike<number>;
}

/** Writes a value container by container. */
class Writer {
  /** The number of the next entry that is written. */
  entry: number;
  changed = false;
  /** The new number of each entry of the value. */
  readonly moved: Uint32Array;
  private readonly out: Output;
  private readonly stack: Frame[] = [];
  private readonly relaxed: boolean;

  constructor(
    private readonly places: Places,
    private readonly root: number,
  ) {
    const { tape } = places;
    const { start, end } = places.range(root);
    this.entry = root;
    this.moved = new Uint32Array(tape.closing(root) - root + 1);
    this.out = new Output(tape.memory, end - start);
    this.relaxed = hasComments(tape.dialect);
  }

  /** Returns the text. */
  take(): Uint8Array {
    return this.out.take();
  }

  /** Starts a container. */
  enter(container: number, ordered: Ordered | null): void {
    const { tape } = this.places;
    const start = tape.start(container);
    this.note(container);
    if (ordered === null) {
      this.stack.push({ container, nodes: null, order: [], next: container + 1, written: start });
      return;
    }
    this.changed = true;
    this.stack.push({ container, ...ordered, next: 0, written: 0 });
    this.out.copy(start, this.head(container, ordered.nodes[0] ?? 0));
  }

  /**
   * Writes the next item, or the end, of the innermost container. Returns a container to enter, -1 when there is none, `null`
   * when everything is written.
   */
  step(): number | null {
    const frame = this.stack.at(-1);
    if (frame === undefined) return null;
    return frame.nodes === null ? this.follow(frame) : this.place(frame, frame.nodes);
  }

  /** Advances in a container whose order does not change, to the next container inside it. */
  private follow(frame: Frame): number {
    const { tape } = this.places;
    const close = tape.closing(frame.container);
    const stop = Math.min(close, frame.next + SLICE_ENTRIES);
    let child = frame.next;
    for (; child < stop && !tape.isOpening(child); child += 1) this.note(child);
    frame.next = child;
    if (child === stop && child < close) return -1;
    if (child === close) {
      this.out.copy(frame.written, this.places.range(frame.container).end);
      this.leave(close);
      return -1;
    }
    this.out.copy(frame.written, tape.start(child));
    frame.next = tape.next(child);
    frame.written = this.places.range(child).end;
    return child;
  }

  /** Writes the item that moves to the next position. */
  private place(frame: Frame, nodes: ArrayLike<number>): number {
    const { tape } = this.places;
    const { container, order, next } = frame;
    if (next > 0) this.writeBehind(container, nodes, order, next - 1);
    if (next === nodes.length) {
      const close = tape.closing(container);
      this.out.copy(tape.start(close), tape.start(close) + 1);
      this.leave(close);
      return -1;
    }
    frame.next += 1;
    const item = nodes[order[next] ?? 0] ?? 0;
    const { start, end } = this.places.range(item);
    this.out.copy(this.head(container, item), start);
    if (tape.isOpening(item)) return item;
    this.out.copy(start, end);
    this.note(item);
    return -1;
  }

  private leave(close: number): void {
    this.note(close);
    this.stack.pop();
  }

  private note(old: number): void {
    this.moved[old - this.root] = this.entry;
    this.entry += 1;
  }

  /** The start of an item, including what belongs to it. */
  private head(container: number, item: number): number {
    return this.relaxed ? leadStart(gapBefore(this.places, container, item)) : this.places.keyRange(item).start;
  }

  /** Writes what follows a position. It stays there, except for the comments, which belong to the item that has moved there. */
  private writeBehind(container: number, nodes: ArrayLike<number>, order: ArrayLike<number>, place: number): void {
    const { places, out } = this;
    const { tape, text } = places;
    const [old, next] = [nodes[place] ?? 0, nodes[place + 1]];
    const close = tape.start(tape.closing(container));
    if (!this.relaxed) {
      out.copy(places.range(old).end, next === undefined ? close : places.keyRange(next).start);
      return;
    }
    const slot = gapAfter(places, container, old);
    const own = gapAfter(places, container, nodes[order[place] ?? 0] ?? 0);
    for (const part of commaWithComments(places, slot, own, (start, end) => text.slice(start, end).slice()))
      out.write(part);
    if (own.trail.at(-1)?.isLine === true && !endsLine(text, trailEnd(slot))) out.write(encodeUtf8(lineEnd(places)));
    out.copy(trailEnd(slot), next === undefined ? close : leadStart(slot));
  }
}

/** The members of an object and their order by key; `null` when they are in this order, and for an array. */
function* orderOfKeys(places: Places, container: number, direction: Direction): Work<Ordered | null> {
  const { tape } = places;
  if (places.kind(container) !== 'object') return null;
  const close = tape.closing(container);
  let nodes: ArrayLike<number> = [];
  let order: ArrayLike<number>;
  const children: number[] = [];
  for (let child = container + 1; child < close && children.length <= SMALL; child = tape.next(child))
    children.push(child);
  if (children.length < 2) return null;
  if (children.length <= SMALL) {
    const sign = direction === 'ascending' ? 1 : -1;
    const keys = children.map((child) => places.key(child));
    nodes = children;
    order = keys
      .map((_, index) => index)
      .toSorted((a, b) => sign * compareTexts(keys[a] ?? '', keys[b] ?? '') || a - b);
  } else {
    const items = yield* itemsOf(places, container);
    ({ nodes } = items);
    order = yield* orderOf(yield* readSortKeys(places, items, { type: 'key' }), direction);
  }
  for (let index = 0; index < order.length; index += 1) if (order[index] !== index) return { nodes, order };
  return null;
}
