// Orders texts as people read them. How they begin says most (`textkeys.ts`); of those that begin alike, what follows the
// beginning that they share is packed in the same way, and a few are compared as they are.

import { indexesAt, mergeSort, sortWords, wordsAt, type Direction, type Words } from './ordering.ts';
import { compareNatural, compareUnits, foldText, isDigit, StringUnits, TextKey, type Collation } from './textkeys.ts';
import type { Work } from './work.ts';

/** Up to so many texts are compared as they are. */
const FEW = 64;
/** After so many steps too: what they share is not worth more. */
const DEEPEST = 8;
const SLICE_TEXTS = 16384;

/** Texts with the words that they begin with. */
export interface Texts extends Words {
  readonly collation: Collation;
  text(index: number): string;
}

/** Which way, and by what. */
interface Order {
  readonly direction: Direction;
  readonly collation: Collation;
}

/** Puts the indexes of texts in order; equals keep theirs. */
export function* sortTexts(texts: Texts, indexes: Uint32Array, direction: Direction): Work<Uint32Array> {
  return yield* sortRuns(wordsAt(texts, indexes), indexes, direction, function* (run) {
    const known = Array.from(run, (index) => texts.text(index));
    return yield* sortAlike(run, known, { direction, collation: texts.collation }, 0);
  });
}

/** Orders by words, and whatever has the same ones by `resolve`. */
function* sortRuns(
  words: Words,
  indexes: Uint32Array,
  direction: Direction,
  resolve: (run: Uint32Array, places: Uint32Array) => Work<Uint32Array>,
): Work<Uint32Array> {
  const { low, high, indexes: order } = yield* sortWords(words, direction);
  const sorted = indexesAt(indexes, order);
  for (let start = 0, end = 1; start < sorted.length; start = end, end += 1) {
    while (end < sorted.length && low[end] === low[start] && high[end] === high[start]) end += 1;
    if (end - start > 1) sorted.set(yield* resolve(sorted.slice(start, end), order.subarray(start, end)), start);
    if (start % SLICE_TEXTS === 0) yield { done: start, total: sorted.length };
  }
  return sorted;
}

/** Orders texts that begin alike. */
function* sortAlike(indexes: Uint32Array, texts: readonly string[], order: Order, depth: number): Work<Uint32Array> {
  const { direction, collation } = order;
  const lower = texts.map((text) => foldText(text, collation));
  const shared = texts.length <= FEW || depth === DEEPEST ? 0 : sharedBeginning(lower);
  if (shared === 0) return yield* compareAll(indexes, texts, lower, order);
  const words = { low: new Uint32Array(texts.length), high: new Uint32Array(texts.length) };
  const key = new TextKey(collation);
  for (const [place, text] of lower.entries()) {
    key.read(new StringUnits(text, shared));
    words.low[place] = key.low;
    words.high[place] = key.high;
    if (place % SLICE_TEXTS === 0) yield { done: place, total: texts.length };
  }
  return yield* sortRuns(words, indexes, direction, (run, places) => {
    const known = Array.from(places, (place) => texts[place] ?? '');
    // All of them alike: no more is to be gained.
    return sortAlike(run, known, order, known.length === texts.length ? DEEPEST : depth + 1);
  });
}

function* compareAll(
  indexes: Uint32Array,
  texts: readonly string[],
  lower: readonly string[],
  { direction, collation }: Order,
): Work<Uint32Array> {
  const compareFirst = collation === 'natural' ? compareNatural : compareUnits;
  const sign = direction === 'ascending' ? 1 : -1;
  const compare = (a: number, b: number): number =>
    sign * (compareFirst(lower[a] ?? '', lower[b] ?? '') || compareUnits(texts[a] ?? '', texts[b] ?? '')) || a - b;
  const places = yield* mergeSort(
    indexes.map((_, place) => place),
    compare,
  );
  return indexesAt(indexes, places);
}

/** How many units at the start are the same in all texts, without digits of a run that may go on. */
function sharedBeginning(texts: readonly string[]): number {
  const [first = ''] = texts;
  let shared = first.length;
  for (const text of texts) {
    let at = 0;
    while (at < shared && text.charCodeAt(at) === first.charCodeAt(at)) at += 1;
    shared = at;
  }
  while (shared > 0 && isDigit(first.charCodeAt(shared - 1))) shared -= 1;
  return shared;
}
