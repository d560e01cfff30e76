// After which lines of the editor the free lines of a document stand.

import type { TextSlice } from '../window/slice.ts';

/** The most zones at a time. In a slice with more differences, the rest stays without. */
const MAX_ZONES = 4000;

/** The lines of a slice. */
type Lined = Pick<TextSlice, 'firstLine' | 'foldedLines' | 'lines' | 'end' | 'size'> & {
  readonly gaps: { readonly list: readonly { readonly lines: number }[] };
};

interface Zone {
  /** The line of the editor that it follows; 0 before the first. */
  readonly after: number;
  lines: number;
}

/** A run of lines that the editor shows one after the other: the first one's number there, and in the document. */
interface LineRun {
  readonly shown: number;
  readonly line: number;
}

/** The free lines among the lines of a slice. Those among hidden lines come after the line that is shown before. */
export function zonesOf(slice: Lined, fillers: Uint32Array): Zone[] {
  const runs: LineRun[] = [{ shown: 1, line: slice.firstLine }];
  for (const [index, folded] of slice.foldedLines.entries()) {
    const { shown, line } = runs.at(-1) ?? { shown: 1, line: slice.firstLine };
    runs.push({ shown: folded + 1, line: line + folded - shown + 1 + (slice.gaps.list[index]?.lines ?? 0) });
  }
  const zones: Zone[] = [];
  let run = 0;
  for (let at = 0; at + 1 < fillers.length && zones.length < MAX_ZONES; at += 2) {
    const [before = 0, lines = 0] = fillers.subarray(at, at + 2);
    // Those at the start of the slice belong to the lines above it.
    if (before <= slice.firstLine && before > 0) continue;
    while ((runs[run + 1]?.line ?? Number.POSITIVE_INFINITY) <= before - 1) run += 1;
    const { shown, line } = runs[run] ?? { shown: 1, line: 0 };
    const end = (runs[run + 1]?.shown ?? slice.lines + 1) - 1;
    const after = before === 0 ? 0 : Math.min(shown + before - 1 - line, end);
    if (run === runs.length - 1 && shown + before - 1 - line > end && slice.end < slice.size) break;
    const last = zones.at(-1);
    if (last?.after === after) last.lines += lines;
    else zones.push({ after, lines });
  }
  return zones;
}
