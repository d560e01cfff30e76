// Sorts texts in natural order, first by their packed beginnings (`packed-text.ts`). Of texts with equal beginnings, a few are
// compared by the packed words that follow, and then as a whole; many are sorted by what follows the beginning that they share.

import { indexesAt, mergeSort, sortWords, wordsAt, type Direction, type SortWords } from '../base/ordering.ts';
import { compareNatural, compareUnits, foldText, isDigit, type Collation } from './natural-order.ts';
import { StringUnits, TextKey } from './packed-text.ts';
import type { Work } from '../base/work.ts';

/** Runs of up to this many texts are compared directly. */
const FEW = 64;
/** After this many levels too: what the texts share is not worth another one. */
const MAX_DEPTH = 8;
const SLICE_TEXTS = 16384;

/** Texts, and the words that pack their beginnings. */
export interface Texts extends SortWords {
  readonly collation: Collation;
  text(index: number): string;
  /** Packs what follows the words of a text into two more. */
  next(index: number): Pick<TextKey, 'high' | 'low'>;
}

/** The direction and the collation of a sort. */
interface Order {
  readonly direction: Direction;
  readonly collation: Collation;
}

/** Sorts the indexes of texts; equal texts keep their order. */
export function* sortTexts(texts: Texts, indexes: Uint32Array, direction: Direction): Work<Uint32Array> {
  return yield* sortByWords(texts, indexes, { direction, collation: texts.collation }, -1);
}

/** Sorts by words, and texts with the same words by what follows these. */
function* sortByWords(texts: Texts, indexes: Uint32Array, order: Order, depth: number): Work<Uint32Array> {
  const { low, high, indexes: places } = yield* sortWords(wordsAt(texts, indexes), order.direction);
  const sorted = indexesAt(indexes, places);
  const { length } = sorted;
  const few = new FewTexts(texts, order);
  let slice = SLICE_TEXTS;
  for (let start = 0, end = 1; start < length; start = end, end += 1) {
    while (end < length && low[end] === low[start] && high[end] === high[start]) end += 1;
    if (end - start > FEW) {
      // All texts are equal so far, for the second time: another level would gain nothing.
      const next = depth >= 0 && end - start === length ? MAX_DEPTH : depth + 1;
      sorted.set(yield* sortMany(texts, sorted.slice(start, end), order, next), start);
    } else if (end - start > 1) few.sort(sorted.subarray(start, end));
    if (end < slice) continue;
    slice = end + SLICE_TEXTS;
    yield { done: end, total: length };
  }
  return sorted;
}

/** Sorts many texts with equal beginnings by what follows the beginning that they share. */
function* sortMany(texts: Texts, run: Uint32Array, order: Order, depth: number): Work<Uint32Array> {
  const { collation } = order;
  const known = Array.from(run, (index) => texts.text(index));
  const folded = known.map((text) => foldText(text, collation));
  const shared = depth === MAX_DEPTH ? 0 : sharedBeginning(folded);
  if (shared === 0) return yield* compareAll(run, known, folded, order);
  const words = { low: new Uint32Array(run.length), high: new Uint32Array(run.length) };
  const key = new TextKey(collation);
  for (const [place, text] of folded.entries()) {
    key.read(new StringUnits(text, shared));
    words.low[place] = key.low;
    words.high[place] = key.high;
    if (place % SLICE_TEXTS === 0) yield { done: place, total: run.length };
  }
  const rest: Texts = {
    ...words,
    collation,
    text: (place) => known[place] ?? '',
    next: (place) => {
      key.follow(new StringUnits(folded[place] ?? '', shared));
      return key;
    },
  };
  const places = Uint32Array.from(run.keys());
  return indexesAt(run, yield* sortByWords(rest, places, order, depth));
}

/** Sorts a few texts with equal beginnings, by insertion. There may be a hundred thousand such runs. */
class FewTexts {
  private readonly high = new Uint32Array(FEW);
  private readonly low = new Uint32Array(FEW);
  private readonly sign: number;

  constructor(
    private readonly texts: Texts,
    private readonly order: Order,
  ) {
    this.sign = signOf(order);
  }

  sort(run: Uint32Array): void {
    const { high, low } = this;
    for (let place = 0; place < run.length; place += 1) {
      const index = run[place] ?? 0;
      const key = this.texts.next(index);
      const [upper, lower] = [key.high, key.low];
      let at = place;
      for (; at > 0 && this.isBehind(at - 1, run[at - 1] ?? 0, upper, lower, index); at -= 1) {
        run[at] = run[at - 1] ?? 0;
        high[at] = high[at - 1] ?? 0;
        low[at] = low[at - 1] ?? 0;
      }
      run[at] = index;
      high[at] = upper;
      low[at] = lower;
    }
  }

  /** Whether the text at a position belongs after a later one, by its words or as a whole. */
  private isBehind(place: number, index: number, upper: number, lower: number, later: number): boolean {
    const difference = (this.high[place] ?? 0) - upper || (this.low[place] ?? 0) - lower;
    if (difference !== 0) return difference * this.sign > 0;
    const { texts, order, sign } = this;
    const [one, other] = [texts.text(index), texts.text(later)];
    const { collation } = order;
    return sign * compareWhole(one, foldText(one, collation), other, foldText(other, collation), collation) > 0;
  }
}

function signOf({ direction }: Order): number {
  return direction === 'ascending' ? 1 : -1;
}

/** Compares texts with known folded forms: by these, and then as they are. */
function compareWhole(
  one: string,
  oneFolded: string,
  other: string,
  otherFolded: string,
  collation: Collation,
): number {
  const folded =
    collation === 'natural' ? compareNatural(oneFolded, otherFolded) : compareUnits(oneFolded, otherFolded);
  return folded || compareUnits(one, other);
}

function* compareAll(
  indexes: Uint32Array,
  texts: readonly string[],
  folded: readonly string[],
  order: Order,
): Work<Uint32Array> {
  const sign = signOf(order);
  const compare = (a: number, b: number): number =>
    sign * compareWhole(texts[a] ?? '', folded[a] ?? '', texts[b] ?? '', folded[b] ?? '', order.collation) || a - b;
  const places = yield* mergeSort(Uint32Array.from(indexes.keys()), compare);
  return indexesAt(indexes, places);
}

/** The number of leading units that all texts share, without trailing digits, whose run may continue. */
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
