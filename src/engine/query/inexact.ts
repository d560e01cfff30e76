// Finds the numbers of a document that a double cannot hold: a query in native numbers would change them. Spelling does not
// matter here: 1.0 and 1e3 are exact.

import { hasComments } from '../../shared/document/dialect.ts';
import { isPlainNumber, plainNumber } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { equalNumbers } from '../base/decimals.ts';
import type { ReadPlaces } from '../tape/places.ts';
import type { Work } from '../base/work.ts';
import { NumberSpelling, SAFE_LENGTH } from './number-spelling.ts';
import { APOSTROPHE, LETTER_E, NINE, QUOTE } from '../../shared/bytes/ascii.ts';

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
  const { tape, text } = places;
  const bytes = text.slice(0, text.size);
  const found: number[] = [];
  const numbers = new NumberSpelling(bytes, (entry, what) => what === 'inexact' && found.push(entry));
  const isRelaxed = hasComments(tape.dialect);
  const close = tape.closing(node);
  for (let entry = node; entry <= close; entry += 1) {
    if ((entry - node) % SLICE_ENTRIES === SLICE_ENTRIES - 1) yield { done: entry - node, total: close - node };
    if (tape.isOpening(entry) || tape.isClosing(entry)) continue;
    if (isRelaxed) {
      if (isSuspect(places, entry) && !isExact(numberAt(places, entry))) found.push(entry);
      continue;
    }
    const start = tape.start(entry);
    const first = bytes[start] ?? 0;
    if (first !== QUOTE && first <= NINE) numbers.add(entry, start, start + tape.scalarLength(entry));
  }
  numbers.finish();
  return Uint32Array.from(found).toSorted();
}
