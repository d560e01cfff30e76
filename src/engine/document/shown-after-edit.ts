// Which values an edit has touched: those that it has written, in whole or in part, and those whose key it has. They are shown
// even where a filter of the rows would hide them, so that no edit is out of sight.

import type { Splice } from '../../shared/document/splice.ts';
import type { Places } from '../tape/places.ts';
import type { Touched } from './row-filter.ts';

/** The values that were touched by splices; `back` reverts them. In ascending order. */
export function touchedBy(places: Places, back: readonly Splice[]): Touched[] {
  const { tape } = places;
  const found: Touched[] = [];
  const add = (entry: number, end: number): void => {
    const last = found.at(-1)?.entry ?? -1;
    if (entry > last) found.push({ entry, end });
  };
  for (const { start, end } of back) {
    const at = tape.count === 0 ? -1 : places.atOffset(start);
    // White space, and what was removed before or after a value, has no row: what counts are its key and its own bytes.
    if (at >= 0 && (tape.start(at) > start || (!tape.isOpening(at) && start < places.range(at).end))) add(at, at + 1);
    for (let entry = tape.lastAtOrBefore(start - 1) + 1; entry < tape.count && tape.start(entry) < end; entry += 1) {
      if (tape.isClosing(entry)) continue;
      const next = tape.next(entry);
      const isWhole = next - 1 === entry || tape.start(next - 1) < end;
      add(entry, isWhole ? next : entry + 1);
      // Only the outermost of new values are shown for their own sake.
      if (isWhole) entry = next - 1;
    }
  }
  return found;
}
