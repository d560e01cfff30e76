// Items of one container that have changed places. The splice that exchanges their bytes says which went where, and the
// tape follows without a look at the text: every item's entries move with it, unchanged but for where they start.
//
//   text     [ 30 , {…} , 10 ]     entries   [ 30  {  …  }  10 ]
//   order    2 0 1                 order     2 0 1
//   text     [ 10 , 30 , {…} ]     entries   [ 10  30  {  …  } ]

import type { Splice } from '../../../shared/document/splice.ts';
import type { Children } from '../tape/children.ts';
import type { Rows } from './rows.ts';
import { TABLE } from '../base/gather.ts';
import { ENTRY_BYTES, type Tape } from '../tape/tape.ts';
import type { Work } from '../base/work.ts';

/** Items that are copied with one call. */
const MOST = 128;
/** After so many items the work lets others in; a multiple of those. */
const SLICE_ITEMS = 16 * MOST;
/** The pass writes up to 8 bytes behind. */
const SPARE_BYTES = 8;

/** Neighbours in a container: their entries, with the one behind the last, and the bytes of each, with its key. */
export interface Neighbours {
  readonly nodes: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** At place `p` is now what was at `order[p]`. */
export interface Arrangement {
  readonly container: number;
  readonly order: Uint32Array;
  readonly before: Neighbours;
  readonly after: Neighbours;
}

/** A splice that only moves items. True of the text that it was made for, alone and whole. */
interface ArrangedSplice extends Splice {
  readonly arrangement: Arrangement;
}

/** The same splice, saying what it does to items. */
export function arranged(splice: Splice, arrangement: Arrangement): ArrangedSplice {
  return { ...splice, arrangement };
}

/** What a list of splices says of items that it only moves; `null` where it does more. */
export function arrangementOf(splices: readonly Splice[]): Arrangement | null {
  const [only] = splices;
  return splices.length === 1 && only !== undefined && isArranged(only) ? only.arrangement : null;
}

function isArranged(splice: Splice): splice is ArrangedSplice {
  return 'arrangement' in splice;
}

/** Where the items come to stand: the gaps between them stay where they are. */
export function placeItems({ nodes, starts, ends }: Neighbours, order: Uint32Array): Neighbours {
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

/** The bytes that an arrangement holds. */
export function sizeOf({ order, before, after }: Arrangement): number {
  const lists = [order, before.nodes, before.starts, before.ends, after.nodes, after.starts, after.ends];
  return lists.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

/** What takes an arrangement back. */
export function turnedBack({ container, order, before, after }: Arrangement): Arrangement {
  const back = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place += 1) back[order[place] ?? 0] = place;
  return { container, order: back, before: after, after: before };
}

/**
 * Brings a tape and its rows up to date with a text whose items were moved so; may be ended early, and nothing has
 * happened then. What is expanded moves along.
 * @throws CodedError `too-large`; the tape is unchanged then
 */
export function* arrange(tape: Tape, children: Children, rows: Rows, arrangement: Arrangement): Work<void> {
  const { container, order, before } = arrangement;
  const { memory } = tape;
  const { length } = order;
  const [first, behind] = [before.nodes[0] ?? 0, before.nodes[length] ?? 0];
  const size = (behind - first) * ENTRY_BYTES;
  for (let place = 0; place < length; place += MOST) {
    if (place % SLICE_ITEMS === 0) {
      if (place > 0) yield { done: place, total: length };
      // Beside the tape, which is right until all is there. What ran in between may have asked for room.
      memory.ensure(memory.tapeBase + tape.byteLength + size + SPARE_BYTES);
    }
    moveItems(tape, arrangement, place, Math.min(length, place + MOST));
  }
  const made = memory.tapeBase + tape.byteLength;
  memory.bytes.copyWithin(memory.tapeBase + first * ENTRY_BYTES, made, made + size);
  children.follow(container, first, behind - first, behind - first);
  // As it is by now: a person may have gone on meanwhile.
  rows.rearrange(first, behind, expandedThen(rows, arrangement));
}

/** The entries of what is expanded among the items, where they are then. */
function expandedThen(rows: Rows, arrangement: Arrangement): number[] {
  const { before, after, order } = arrangement;
  const found = [...rows.expandedEntries(before.nodes[0] ?? 0, before.nodes[order.length] ?? 0)];
  if (found.length === 0) return found;
  const { order: places } = turnedBack(arrangement);
  let item = 0;
  return found.map((entry) => {
    while ((before.nodes[item + 1] ?? 0) <= entry) item += 1;
    return entry - (before.nodes[item] ?? 0) + (after.nodes[places[item] ?? 0] ?? 0);
  });
}

/** Copies the entries of what comes to some places to behind the tape. */
function moveItems(tape: Tape, { order, before, after }: Arrangement, from: number, to: number): void {
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
