// Carries expanded containers over to a new tape, identified by the byte that each starts at. Containers whose start an edit
// left in the text stay expanded, wherever they are now; those it removed are stored with the undo step.

import type { Splice } from '../../../shared/document/splice.ts';

/** Offsets of one text, divided by whether an edit removed the bytes there. */
export interface SplitOffsets {
  /** The remaining ones, as offsets of the other text. */
  readonly kept: Uint32Array;
  /** The removed ones, as offsets of their own text. */
  readonly gone: Uint32Array;
}

/**
 * Maps ascending offsets from the text that `back` produces to the text that `back` applies to. Cost: the lengths of both
 * lists.
 */
export function followBack(offsets: Uint32Array, back: readonly Splice[]): SplitOffsets {
  const [kept, gone] = [new Uint32Array(offsets.length), new Uint32Array(offsets.length)];
  let [keptCount, goneCount] = [0, 0];
  let index = 0;
  // By how much an offset moves, given the splices passed so far.
  let delta = 0;
  for (const offset of offsets) {
    let splice = back[index];
    while (splice !== undefined && splice.start - delta + splice.insert.length <= offset) {
      delta += splice.end - splice.start - splice.insert.length;
      index += 1;
      splice = back[index];
    }
    if (splice !== undefined && splice.start - delta <= offset) {
      gone[goneCount] = offset;
      goneCount += 1;
    } else {
      kept[keptCount] = offset + delta;
      keptCount += 1;
    }
  }
  return { kept: kept.subarray(0, keptCount), gone: gone.slice(0, goneCount) };
}
