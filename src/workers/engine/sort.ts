// Orders the items of an array or object: by key, by value, or by what is at a path inside each. Numbers come
// before texts, texts before everything else, and what is missing comes last in either direction; equals
// keep their order. Texts compare as people read them: runs of digits by their number, case last.

import { CodedError } from '../../shared/errors.ts';
import type { SortBy } from '../../shared/protocol.ts';
import type { Splice } from '../../shared/splice.ts';
import { mergeSort, sortNumbers, type Direction } from './ordering.ts';
import type { Places } from './places.ts';
import { itemsOf, reorder } from './reorder.ts';
import { RANK, readSortKeys, type SortKeys } from './sortkeys.ts';
import { SpliceList } from './splicelist.ts';
import type { Work } from './work.ts';

/** After so many containers the work lets others in. */
const SLICE_NODES = 64;

/**
 * The splices that sort the items of containers, each by itself; none where they are in order. Of the live tape.
 * @throws CodedError `refused` for what holds nothing, and for an array by keys
 */
export function* sortNodes(places: Places, nodes: ArrayLike<number>, by: SortBy, direction: Direction): Work<Splice[]> {
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index] ?? 0;
    if (!places.tape.isOpening(node)) throw new CodedError('refused', 'Only an object or an array can be sorted.');
    if (!isSortable(places, node, by))
      throw new CodedError('refused', 'An array has no keys to be sorted by. Sort it by its values instead.');
  }
  if (nodes.length === 1) return yield* sortItems(places, nodes[0] ?? 0, by, direction);
  const list = new SpliceList(places.tape.memory);
  for (let index = 0; index < nodes.length; index += 1) {
    for (const { start, end, insert } of yield* sortItems(places, nodes[index] ?? 0, by, direction))
      list.add(start, end, insert);
    if (index % SLICE_NODES === 0) yield { done: index, total: nodes.length };
  }
  return list.finish();
}

/** Whether a value holds items that can be sorted by that. */
export function isSortable(places: Places, node: number, by: SortBy): boolean {
  return places.tape.isOpening(node) && !(by.type === 'key' && places.kind(node) === 'array');
}

/** The splice that sorts a container's items; none where they are in order. Of the live tape. */
export function* sortItems(places: Places, container: number, by: SortBy, direction: Direction): Work<Splice[]> {
  const items = yield* itemsOf(places, container);
  const keys = yield* readSortKeys(places, items, by);
  return yield* reorder(places, items, yield* orderOf(keys, direction));
}

/** The indexes of the items in their new order. */
export function* orderOf(keys: SortKeys, direction: Direction): Work<Uint32Array> {
  const { ranks, numbers, texts } = keys;
  const order = new Uint32Array(ranks.length);
  const { number, text, other, missing } = RANK;
  const sign = direction === 'ascending' ? 1 : -1;
  const lower = texts.map((one) => one.toLowerCase());
  const compare = (a: number, b: number): number =>
    sign * (compareNatural(lower[a] ?? '', lower[b] ?? '') || compareUnits(texts[a] ?? '', texts[b] ?? '')) || a - b;
  let at = 0;
  for (const rank of direction === 'ascending' ? [number, text, other, missing] : [other, text, number, missing]) {
    const indexes = withRank(ranks, rank);
    if (rank === number) {
      const own = new Float64Array(indexes.length);
      for (let index = 0; index < own.length; index += 1) own[index] = numbers[indexes[index] ?? 0] ?? 0;
      const sorted = yield* sortNumbers(own, direction);
      for (let index = 0; index < sorted.length; index += 1) order[at + index] = indexes[sorted[index] ?? 0] ?? 0;
    } else {
      order.set(rank === missing ? indexes : yield* mergeSort(indexes.slice(), compare), at);
    }
    at += indexes.length;
  }
  return order;
}

function withRank(ranks: Uint8Array, rank: number): Uint32Array {
  const found = new Uint32Array(ranks.length);
  let count = 0;
  for (let index = 0; index < ranks.length; index += 1) {
    if (ranks[index] !== rank) continue;
    found[count] = index;
    count += 1;
  }
  return found.subarray(0, count);
}

/** Compares texts as people read them; those that differ only in case, by their units. */
export function compareTexts(one: string, two: string): number {
  return compareNatural(one.toLowerCase(), two.toLowerCase()) || compareUnits(one, two);
}

/** Compares texts in lower case as people read: `item 9` before `item 10`. */
function compareNatural(one: string, two: string): number {
  let i = 0;
  let j = 0;
  while (i < one.length && j < two.length) {
    const [x, y] = [one.charCodeAt(i), two.charCodeAt(j)];
    if (isDigit(x) && isDigit(y)) {
      const [m, n] = [digitsEnd(one, i), digitsEnd(two, j)];
      const [s, t] = [skipZeros(one, i, m), skipZeros(two, j, n)];
      if (m - s !== n - t) return m - s - (n - t);
      for (let k = 0; k < m - s; k += 1) {
        const difference = one.charCodeAt(s + k) - two.charCodeAt(t + k);
        if (difference !== 0) return difference;
      }
      i = m;
      j = n;
    } else if (x !== y) {
      return x - y;
    } else {
      i += 1;
      j += 1;
    }
  }
  return one.length - i - (two.length - j);
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function digitsEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

function skipZeros(text: string, start: number, end: number): number {
  let at = start;
  while (at < end - 1 && text.charCodeAt(at) === 0x30) at += 1;
  return at;
}
