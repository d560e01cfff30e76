// Which containers were expanded where the tape gives way to a new one: by the byte that each starts at. What
// an edit left in the text stays expanded, wherever it is now; what it took away is kept with the undo step.

import type { Splice } from '../../../shared/document/splice.ts';

/** Offsets of one text, parted by what became of the bytes there. */
export interface Parted {
  /** Where they are in the other text. */
  readonly kept: Uint32Array;
  /** Where they were in theirs. */
  readonly gone: Uint32Array;
}

/** Follows rising offsets of the text that `back` leads to into the text that it is for. Cost: both lengths. */
export function followBack(offsets: Uint32Array, back: readonly Splice[]): Parted {
  const [kept, gone] = [new Uint32Array(offsets.length), new Uint32Array(offsets.length)];
  let [keptCount, goneCount] = [0, 0];
  let index = 0;
  // How much further an offset is behind the splices so far.
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
