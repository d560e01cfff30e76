// Finds numbers that a double can't represent: those that differ from the nearest double as it is written back. 1.0 and 1e3 are
// exact, 0.1 is too (a double writes it back as 0.1), 9007199254740993 and 1e400 are not.

import { isExact, isSuspect, numberAt } from '../query/inexact.ts';
import { SAFE_LENGTH } from '../query/number-spelling.ts';
import type { Places } from '../tape/places.ts';
import { TEXT_BASE } from '../base/memory.ts';
import type { Work } from '../base/work.ts';
import { CountedProblems } from './counted-problems.ts';
import { MINUS, NINE, POINT, ZERO } from '../../shared/bytes/ascii.ts';

/** Cost of a slice, in scalars; a number that is read costs as much as a hundred scalars. */
const SLICE_COST = 1 << 18;
const READ_COST = 100;
/** Longer numbers are decoded like any other text. */
const SHORT = 32;

/** Finds the entries of all inexact numbers. The tape must be that of the text. */
export function* findInexactNumbers(places: Places): Work<CountedProblems<number>> {
  const { tape } = places;
  const found = new CountedProblems<number>();
  const total = tape.count;
  let cost = 0;
  for (let entry = 0; entry < total; entry += 1) {
    cost += 1;
    if (cost > SLICE_COST) {
      cost = 0;
      yield { done: entry, total };
    }
    if (tape.isOpening(entry) || tape.isClosing(entry) || !isSuspect(places, entry)) continue;
    const digits = significantDigits(places, entry);
    if (digits >= 0 && digits <= SAFE_LENGTH) continue;
    cost += READ_COST;
    if (!holds(places, entry)) found.add(entry, () => entry);
  }
  return found;
}

/** The number of digits of a plain decimal number, without leading zeros; -1 for any other spelling. */
function significantDigits({ tape }: Places, entry: number): number {
  const { bytes } = tape.memory;
  const start = TEXT_BASE + tape.start(entry);
  const end = start + tape.scalarLength(entry);
  let count = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= ZERO && byte <= NINE) count += count > 0 || byte !== ZERO ? 1 : 0;
    else if (byte !== POINT && (byte !== MINUS || at > start)) return -1;
  }
  return count;
}

/** Whether a double represents a number. Most are written back just as they are spelt, which needs no UTF-8 decoding. */
function holds(places: Places, entry: number): boolean {
  const { tape } = places;
  const length = tape.scalarLength(entry);
  if (length <= SHORT) {
    const start = TEXT_BASE + tape.start(entry);
    let text = '';
    for (let at = start; at < start + length; at += 1) text += String.fromCharCode(tape.memory.bytes[at] ?? 0);
    if (String(Number(text)) === text) return true;
  }
  return isExact(numberAt(places, entry));
}
