// Carries expanded containers over to a new tape, identified by the byte that each starts at. Containers whose start an edit
// left in the text stay expanded, wherever they are now; those it removed are stored with the undo step. What a filter of the rows
// shows is carried over in the same way.

import { type ChangeMap, mapAscending } from '../../shared/document/changes.ts';
import { bitsBetween, countBitsAround } from '../base/bits.ts';
import type { Tape } from '../tape/tape.ts';

/** When more entries than this lie between two offsets, the second is looked up by binary search. */
const NEAR_ENTRIES = 32;

/** Offsets of one text, divided by whether an edit removed the bytes there. */
export interface SplitOffsets {
  /** The remaining ones, as offsets of the other text. */
  readonly kept: Uint32Array;
  /** The removed ones, as offsets of their own text. */
  readonly gone: Uint32Array;
}

/** Divides the ascending offsets of bytes by whether these are kept. Cost: the offsets, and the changes. */
export function splitOffsets(offsets: Uint32Array, map: ChangeMap): SplitOffsets {
  const gone = new Uint32Array(offsets.length);
  let count = 0;
  const kept = mapAscending(map, offsets, 'after', 'drop-deleted', (first, end) => {
    gone.set(offsets.subarray(first, end), count);
    count += end - first;
  });
  return { kept, gone: gone.slice(0, count) };
}

/** The starts in the text of the entries from `from` to `to` (exclusive) that have a bit; without a root that has no brackets. */
export function startsOf(tape: Tape, bits: Uint32Array, from: number, to: number): Uint32Array {
  const found = new Uint32Array(countBitsAround(bits, from, to));
  let count = 0;
  for (const entry of bitsBetween(bits, from, to)) {
    if (tape.bracketLength(entry) === 0) continue;
    found[count] = tape.start(entry);
    count += 1;
  }
  return found.subarray(0, count);
}

/** The entries that start at these offsets, which ascend; offsets where none starts are ignored. */
export function* entriesAt(tape: Tape, starts: Uint32Array): Generator<number, void, void> {
  const { count } = tape;
  let entry = starts.length > 0 ? Math.max(0, tape.lastAtOrBefore(starts[0] ?? 0)) : count;
  for (const start of starts) {
    for (let steps = 0; entry < count && tape.start(entry) < start && steps < NEAR_ENTRIES; steps += 1) entry += 1;
    if (entry < count && tape.start(entry) < start) entry = tape.lastAtOrBefore(start);
    if (entry >= count) return;
    if (tape.start(entry) === start) yield entry;
  }
}
