// Values taken out of their containers, with their keys, and for each run of neighbours exactly the commas
// that become too many.

import { CodedError } from '../../shared/errors.ts';
import { hasComments } from '../../shared/dialect.ts';
import type { Splice } from '../../shared/splice.ts';
import { asByte } from '../../shared/units.ts';
import type { Places } from './places.ts';
import { removeRelaxed } from './relaxededit.ts';

const NOTHING = new Uint8Array();

/** Neighbours in one container, from the entry `first` to `last`, both inclusive. */
export interface Run {
  readonly container: number;
  readonly ordinal: number;
  readonly first: number;
  readonly last: number;
  readonly length: number;
}

/**
 * Sorts nodes into runs, in the order of the text. What lies inside another of the nodes goes with that one.
 * @throws CodedError `refused` for the root
 */
export function runsOf(places: Places, nodes: Iterable<number>): Run[] {
  const { tape } = places;
  const sorted = Uint32Array.from(new Set(nodes)).toSorted();
  const runs: Run[] = [];
  for (let index = 0; index < sorted.length;) {
    const first = sorted[index] ?? 0;
    const { container, ordinal } = locate(places, first, runs.at(-1));
    let last = first;
    let length = 1;
    for (index += 1; index < sorted.length; index += 1) {
      const node = sorted[index] ?? 0;
      const next = tape.next(last);
      if (node > next) break;
      if (node < next) continue;
      last = node;
      length += 1;
    }
    runs.push({ container, ordinal, first, last, length });
  }
  return runs;
}

/** The container and position of a node. Found from the run before where both are in one container. */
function locate(places: Places, node: number, before: Run | undefined): { container: number; ordinal: number } {
  const { tape } = places;
  if (before !== undefined && node < tape.closing(before.container)) {
    let child = tape.next(before.last);
    let ordinal = before.ordinal + before.length;
    for (let next = tape.next(child); next <= node; next = tape.next(child)) {
      child = next;
      ordinal += 1;
    }
    if (child === node) return { container: before.container, ordinal };
  }
  const at = places.steps(node).at(-1);
  if (at === undefined) throw new CodedError('refused', 'The root value can be replaced, but not removed or moved.');
  return at;
}

/** The splices that remove runs, which are sorted, don't overlap and don't touch. */
export function removeRuns(places: Places, runs: readonly Run[]): Splice[] {
  const { tape, children } = places;
  if (hasComments(tape.dialect)) return runs.flatMap((run) => removeRelaxed(places, run));
  return runs.map(({ container, ordinal, first, last }) => {
    const close = tape.closing(container);
    const behind = tape.next(last);
    if (behind < close) return cut(places.itemStart(container, first), places.itemStart(container, behind));
    if (ordinal === 0) return cut(tape.start(container) + tape.bracketLength(container), tape.start(close));
    return cut(places.range(children.nth(container, ordinal - 1)).end, places.range(last).end);
  });
}

function cut(start: number, end: number): Splice {
  return { start: asByte(start), end: asByte(end), insert: NOTHING };
}
