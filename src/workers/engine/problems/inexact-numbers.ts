// Numbers that a double can't hold: their value is not the value of the nearest double as it is written back. 1.0 and 1e3
// are exact, 0.1 is too (a double writes it back as 0.1), 9007199254740993 and 1e400 are not.

import { isExact, isSuspect, numberAt } from '../query/inexact.ts';
import type { Places } from '../tape/places.ts';
import type { Work } from '../base/work.ts';
import { Found } from './found.ts';

/** Scalars between two slices; a suspect costs as much as a hundred others. */
const SLICE_COST = 1 << 18;
const SUSPECT_COST = 100;

/** Finds the entries of all of them. The tape has to be that of the text. */
export function* findInexactNumbers(places: Places): Work<Found<number>> {
  const { tape } = places;
  const found = new Found<number>();
  const total = tape.count;
  let cost = 0;
  for (let entry = 0; entry < total; entry += 1) {
    cost += 1;
    if (cost > SLICE_COST) {
      cost = 0;
      yield { done: entry, total };
    }
    if (tape.isOpening(entry) || tape.isClosing(entry) || !isSuspect(places, entry)) continue;
    cost += SUSPECT_COST;
    if (!isExact(numberAt(places, entry))) found.add(entry, () => entry);
  }
  return found;
}
