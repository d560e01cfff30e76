// Works out which rows and lines remain when only some values are shown: those, and the containers around them.
//
//   found   d, f          { a: { b: 1,            rows   { a: { c: { d } }
//                                c: { d: 2 } },            e: [ f ] }
//                           e: [ 0, f, 3 ] }
//
// One walk over the tape that skips every container without a found value. A container that was found can be opened, and shows
// all that is in it; if more was found there, then only that, unless containers are shown as a whole.

import type { NarrowedTo } from '../../shared/protocol/narrowing.ts';
import { hasBit, makeRoomyBits, setBit, setBits } from '../base/bits.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import type { Narrowing } from '../document/row-filter.ts';
import { Descent } from '../tape/descent.ts';
import { CLOSING, ENTRY_BYTES, type Tape } from '../tape/tape.ts';

const SLICE_ENTRIES = SLICE_BYTES / ENTRY_BYTES;
const SLICE_STEPS = 1 << 16;

/** What is to be shown: sorted nodes, which may repeat. */
export interface NarrowingInput {
  readonly nodes: Uint32Array;
  /** Shown like the containers around a found value. */
  readonly around: Uint32Array;
  readonly whole: boolean;
}

/** Works out what is shown of a document that is narrowed to some of its values. */
export function* narrowTo(tape: Tape, about: NarrowedTo, { nodes, around, whole }: NarrowingInput): Work<Narrowing> {
  const { count } = tape;
  const [shown, own, open] = [makeRoomyBits(count), makeRoomyBits(count), makeRoomyBits(count)];
  const surround = (container: number): void => {
    setBit(shown, container);
    setBit(shown, tape.closing(container));
    if (tape.isOpening(container)) setBit(open, container);
  };
  if (count > 0) surround(0);
  let left = SLICE_STEPS;
  const walk = new Descent(tape, surround);
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index] ?? 0;
    if (node >= count || tape.isClosing(node) || hasBit(own, node)) continue;
    left -= 1 + walk.to(node);
    setBit(own, node);
    let after = index + 1;
    while (after < nodes.length && nodes[after] === node) after += 1;
    const hasMore = (nodes[after] ?? count) < tape.closing(node);
    if (whole || !hasMore) setBits(shown, node, tape.next(node));
    else setBit(shown, node);
    if (left > 0) continue;
    left = SLICE_STEPS;
    yield { done: index, total: nodes.length };
  }
  const besides = new Descent(tape, surround);
  for (let index = 0; index < around.length; index += 1) {
    const node = around[index] ?? 0;
    if (node >= count || tape.isClosing(node)) continue;
    left -= 1 + besides.to(node);
    surround(node);
    if (left > 0) continue;
    left = SLICE_STEPS;
    yield { done: index, total: around.length };
  }
  return { about, shown, own, open, total: yield* countValues(tape), whole };
}

/** The number of values on a tape. */
export function* countValues(tape: Tape): Work<number> {
  let values = 0;
  for (let entry = 0; entry < tape.count;) {
    const { words } = tape.memory;
    const base = tape.wordBase + 1;
    const stop = Math.min(tape.count, entry + SLICE_ENTRIES);
    for (; entry < stop; entry += 1) values += 1 - ((words[base + entry * 2] ?? 0) >>> 31);
    yield { done: entry, total: tape.count };
  }
  return values;
}

/**
 * The values that bytes belong to: pairs of a start and an end, sorted by start. Bytes of a key, or before a value, are those of
 * its value; bytes after the last value of a container are the container's. Cost: the number of pairs, and of the values that
 * begin in them.
 */
export function* nodesAt(tape: Tape, bytes: Uint32Array): Work<Uint32Array> {
  let nodes = new Uint32Array(Math.max(16, bytes.length / 2));
  let found = 0;
  const add = (node: number): void => {
    if (found > 0 && nodes[found - 1] === node) return;
    if (found === nodes.length) {
      const grown = new Uint32Array(nodes.length * 2);
      grown.set(nodes);
      nodes = grown;
    }
    nodes[found] = node;
    found += 1;
  };
  const finder = new Ahead(tape);
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    if (at % SLICE_STEPS === SLICE_STEPS - 2) yield { done: at, total: bytes.length };
    const [start = 0, end = 0] = bytes.subarray(at, at + 2);
    const before = finder.lastAtOrBefore(start);
    add(ownerOf(tape, before, start));
    for (let entry = before + 1; entry < tape.count && tape.start(entry) < end; entry += 1)
      if (!tape.isClosing(entry)) add(entry);
  }
  return nodes.subarray(0, found).toSorted();
}

/** The value that a byte belongs to; `before` is the last entry that starts at or before it. */
function ownerOf(tape: Tape, before: number, offset: number): number {
  if (before < 0) return 0;
  const start = tape.start(before);
  if (tape.isClosing(before) && start === offset) return before - (tape.link(before) & ~CLOSING);
  const isToken = tape.isOpening(before)
    ? offset < start + tape.bracketLength(before)
    : !tape.isClosing(before) && offset < start + tape.scalarLength(before);
  if (isToken) return before;
  const next = before + 1;
  if (next >= tape.count) return tape.isClosing(before) ? before - (tape.link(before) & ~CLOSING) : before;
  return tape.isClosing(next) ? next - (tape.link(next) & ~CLOSING) : next;
}

/** Looks up entries for offsets that ascend: near ones by walking, distant ones by binary search. */
class Ahead {
  private entry = -1;

  constructor(private readonly tape: Tape) {}

  lastAtOrBefore(offset: number): number {
    const { tape } = this;
    for (let steps = 0; steps < NEAR_ENTRIES; steps += 1) {
      if (this.entry + 1 >= tape.count || tape.start(this.entry + 1) > offset) return this.entry;
      this.entry += 1;
    }
    this.entry = tape.lastAtOrBefore(offset);
    return this.entry;
  }
}

const NEAR_ENTRIES = 32;
