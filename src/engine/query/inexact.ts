// Finds the numbers of a document that a double cannot hold: a query in native numbers would change them. Spelling does not
// matter here: 1.0 and 1e3 are exact.

import { isPlainNumber, plainNumber } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { equalNumbers } from '../base/decimals.ts';
import type { ReadPlaces } from '../tape/places.ts';
import type { Work } from '../base/work.ts';
import { APOSTROPHE, LETTER_E, QUOTE } from '../../shared/bytes/ascii.ts';

/** A double keeps any decimal of this many digits. */
export const SAFE_LENGTH = 15;
const SLICE_ENTRIES = 1 << 19;
const LOWER_CASE = 0x20;
const LETTER_A = 0x61;

/** Whether a double has exactly the value of a number. Infinity and NaN count as exact. */
export function isExact(number: string): boolean {
  const nearest = String(Number(number));
  return nearest === number || !isPlainNumber(number) || equalNumbers(number, nearest);
}

/** Whether the scalar at an entry may be a number that a double cannot hold. Cheap, with few false positives. */
export function isSuspect({ tape, text }: ReadPlaces, entry: number): boolean {
  const start = tape.start(entry);
  const first = text.byteAt(start);
  // A string, true, false or null; NaN and Infinity are handled by `isExact`.
  if (first === QUOTE || first === APOSTROPHE || first >= LETTER_A) return false;
  const length = tape.scalarLength(entry);
  if (length > SAFE_LENGTH) return true;
  for (let at = start + 1; at < start + length; at += 1) {
    if ((text.byteAt(at) | LOWER_CASE) === LETTER_E) return true;
  }
  return false;
}

/** The number at an entry, in JSON spelling. */
export function numberAt(places: ReadPlaces, entry: number): string {
  const { start, end } = places.range(entry);
  return plainNumber(decodeUtf8(places.text.slice(start, end)));
}

/** The entries of all numbers in a value that a double cannot hold, in order. */
export function* findInexact(places: ReadPlaces, node: number): Work<Uint32Array<ArrayBuffer>> {
  const { tape } = places;
  const close = tape.closing(node);
  let found = new Uint32Array(64);
  let count = 0;
  for (let entry = node; entry <= close; entry += 1) {
    if ((entry - node) % SLICE_ENTRIES === SLICE_ENTRIES - 1) yield { done: entry - node, total: close - node };
    if (tape.isOpening(entry) || tape.isClosing(entry) || !isSuspect(places, entry)) continue;
    if (isExact(numberAt(places, entry))) continue;
    if (count === found.length) {
      const larger = new Uint32Array(count * 2);
      larger.set(found);
      found = larger;
    }
    found[count] = entry;
    count += 1;
  }
  return found.slice(0, count);
}
