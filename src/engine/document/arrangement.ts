// Items of one container that have changed places. The splice that moves their bytes records which item went where, so the tape
// can follow without reading the text: every item's entries move with it, unchanged except for their starts.
//
//   text     [ 30 , {…} , 10 ]     entries   [ 30  {  …  }  10 ]
//   order    2 0 1                 order     2 0 1
//   text     [ 10 , 30 , {…} ]     entries   [ 10  30  {  …  } ]

import type { Splice } from '../../shared/document/splice.ts';
import type { Children } from '../tape/children.ts';
import type { TreeRows } from './tree-rows.ts';
import { TABLE } from '../base/gather.ts';
import { ENTRY_BYTES, type Tape } from '../tape/tape.ts';
import type { Work } from '../base/work.ts';

/** Items copied per call. */
const BATCH_ITEMS = 128;
/** Items per slice; a multiple of `BATCH_ITEMS`. */
const SLICE_ITEMS = 16 * BATCH_ITEMS;
/** The pass may write up to 8 bytes past the end. */
const SPARE_BYTES = 8;

/**
 * Adjacent items of a container: their entries, plus the entry after the last item, and the byte range of each, including its
 * key.
 */
export interface Neighbours {
  readonly nodes: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Position `p` now holds the item that was at `order[p]`. */
export interface ItemOrder {
  readonly container: number;
  readonly order: Uint32Array;
  readonly before: Neighbours;
  readonly after: Neighbours;
}

/** A splice that only moves items. Valid only for the text that it was made for, as the only splice of its list. */
interface ArrangedSplice extends Splice {
  readonly arrangement: ItemOrder;
}

/** Returns the same splice, annotated with the moves that it makes. */
export function arranged(splice: Splice, arrangement: ItemOrder): ArrangedSplice {
  return { ...splice, arrangement };
}

/** The arrangement of a list of splices that only moves items; `null` if it does more. */
export function arrangementOf(splices: readonly Splice[]): ItemOrder | null {
  const [only] = splices;
  return splices.length === 1 && only !== undefined && isArranged(only) ? only.arrangement : null;
}

function isArranged(splice: Splice): splice is ArrangedSplice {
  return 'arrangement' in splice;
}

/** Computes the items' new entries and byte ranges. The separators between items stay where they are. */
export function computePlacement({ nodes, starts, ends }: Neighbours, order: Uint32Array): Neighbours {
  const { length } = order;
  const after = { nodes: new Uint32Array(length + 1), starts: new Uint32Array(length), ends: new Uint32Array(length) };
  let node = nodes[0] ?? 0;
  let at = starts[0] ?? 0;
  for (let place = 0; place < length; place += 1) {
    const item = order[place] ?? 0;
    after.nodes[place] = node;
    after.starts[place] = at;
    node += (nodes[item + 1] ?? 0) - (nodes[item] ?? 0);
    at += (ends[item] ?? 0) - (starts[item] ?? 0);
    after.ends[place] = at;
    at += (starts[place + 1] ?? 0) - (ends[place] ?? 0);
  }
  after.nodes[length] = node;
  return after;
}

/** The memory that an arrangement takes, in bytes. */
export function sizeOf({ order, before, after }: ItemOrder): number {
  const lists = [order, before.nodes, before.starts, before.ends, after.nodes, after.starts, after.ends];
  return lists.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

/** Returns the inverse of an arrangement. */
export function invertArrangement({ container, order, before, after }: ItemOrder): ItemOrder {
  const back = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place += 1) back[order[place] ?? 0] = place;
  return { container, order: back, before: after, after: before };
}

/**
 * Brings a tape and its rows up to date with a text whose items were moved. Cancelling it leaves the tape and the rows
 * unchanged. Expanded containers stay expanded at their new places.
 * @throws CodedError `too-large`; the tape is unchanged then
 */
export function* arrange(tape: Tape, children: Children, rows: TreeRows, arrangement: ItemOrder): Work<void> {
  const { container, order, before } = arrangement;
  const { memory } = tape;
  const { length } = order;
  const [first, behind] = [before.nodes[0] ?? 0, before.nodes[length] ?? 0];
  const size = (behind - first) * ENTRY_BYTES;
  for (let place = 0; place < length; place += BATCH_ITEMS) {
    if (place % SLICE_ITEMS === 0) {
      if (place > 0) yield { done: place, total: length };
      // The new entries are built after the tape, which stays valid until all are there. Code that ran between slices may have
      // used that memory.
      memory.ensure(memory.tapeBase + tape.byteLength + size + SPARE_BYTES);
    }
    moveItems(tape, arrangement, place, Math.min(length, place + BATCH_ITEMS));
  }
  const made = memory.tapeBase + tape.byteLength;
  memory.bytes.copyWithin(memory.tapeBase + first * ENTRY_BYTES, made, made + size);
  children.mapThrough(container, first, behind - first, behind - first);
  // Reads the expansion only now: the user may have changed it between slices.
  rows.rearrange(first, behind, expandedThen(rows, arrangement), () => movesOf(arrangement));
}

/** Where the entries of each item went. */
function* movesOf({ before, after, order }: ItemOrder): Generator<readonly [from: number, end: number, to: number]> {
  for (let place = 0; place < order.length; place += 1) {
    const item = order[place] ?? 0;
    yield [before.nodes[item] ?? 0, before.nodes[item + 1] ?? 0, after.nodes[place] ?? 0];
  }
}

/** The entries of the expanded containers among the items, after the move. */
function expandedThen(rows: TreeRows, arrangement: ItemOrder): number[] {
  const { before, after, order } = arrangement;
  const found = [...rows.expandedEntries(before.nodes[0] ?? 0, before.nodes[order.length] ?? 0)];
  if (found.length === 0) return found;
  const { order: places } = invertArrangement(arrangement);
  let item = 0;
  return found.map((entry) => {
    while ((before.nodes[item + 1] ?? 0) <= entry) item += 1;
    return entry - (before.nodes[item] ?? 0) + (after.nodes[places[item] ?? 0] ?? 0);
  });
}

/** Copies the entries of the items that move to positions `from` to `to` (exclusive) to the memory after the tape. */
function moveItems(tape: Tape, { order, before, after }: ItemOrder, from: number, to: number): void {
  const { memory } = tape;
  const { words, tapeBase } = memory;
  let at = TABLE >>> 2;
  for (let place = from; place < to; place += 1) {
    const item = order[place] ?? 0;
    const node = before.nodes[item] ?? 0;
    words[at] = tapeBase + node * ENTRY_BYTES;
    words[at + 1] = ((before.nodes[item + 1] ?? 0) - node) * ENTRY_BYTES;
    words[at + 2] = (after.starts[place] ?? 0) - (before.starts[item] ?? 0);
    at += 3;
  }
  const target = tape.count + (after.nodes[from] ?? 0) - (before.nodes[0] ?? 0);
  memory.passes.arrange(TABLE, to - from, tapeBase + target * ENTRY_BYTES);
}
