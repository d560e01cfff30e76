// Orders the items of an array or object: by key, by value, or by the value at a path inside each. Numbers come before texts,
// texts before other values, and missing values come last in either direction; equal items keep their order. Numbers compare by
// their exact values, texts in natural order: runs of digits by their number, case last.

import { CodedError } from '../../shared/errors.ts';
import type { SortBy } from '../../shared/protocol/edit-intent.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { Direction } from '../base/ordering.ts';
import type { Places } from '../tape/places.ts';
import { sortNumbers } from './exact-numbers.ts';
import { itemsOf, reorder } from './reorder.ts';
import type { Items } from './items.ts';
import { RANK, readSortKeys, type SortKeys } from './sort-keys.ts';
import { SpliceList } from '../base/splice-list.ts';
import { sortTexts } from './text-order.ts';
import type { Work } from '../base/work.ts';
import { EDIT } from '../../shared/texts/edits.ts';

/** Containers per slice. */
const SLICE_NODES = 64;

/**
 * Returns the splices that sort the items of containers, each separately; empty when they are in order. The tape must be that
 * of the text.
 * @throws CodedError `refused` for a value that is not a container, and for an array by keys
 */
export function* sortNodes(
  places: Places,
  nodes: ArrayLike<number>,
  by: SortBy,
  direction: Direction,
  order: OrderItems,
): Work<Splice[]> {
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index] ?? 0;
    if (!places.tape.isOpening(node)) throw new CodedError('refused', EDIT.notSortable);
    if (!isSortable(places, node, by)) throw new CodedError('refused', EDIT.noKeysToSort);
  }
  const sorted = function* (index: number): Work<Splice[]> {
    const found = yield* order(places, nodes[index] ?? 0, by, direction);
    return yield* reorder(places, found.items, found.order);
  };
  if (nodes.length === 1) return yield* sorted(0);
  const list = new SpliceList(places.tape.memory);
  for (let index = 0; index < nodes.length; index += 1) {
    for (const { start, end, insert } of yield* sorted(index)) list.add(start, end, insert);
    if (index % SLICE_NODES === 0) yield { done: index, total: nodes.length };
  }
  return list.finish();
}

/** Whether a value has items that can be sorted by `by`. */
export function isSortable(places: Places, node: number, by: SortBy): boolean {
  return places.tape.isOpening(node) && !(by.type === 'key' && places.kind(node) === 'array');
}

/** A container's items, and by new position the index of the item there. */
export interface OrderedItems {
  readonly items: Items;
  readonly order: Uint32Array;
}

/** Returns the order of the items of a container. */
export type OrderItems = (places: Places, container: number, by: SortBy, direction: Direction) => Work<OrderedItems>;

/** Orders the items of a container. The tape must be that of the text. */
export const orderItems: OrderItems = function* (places, container, by, direction) {
  const items = yield* itemsOf(places, container);
  const keys = yield* readSortKeys(places, items, by);
  return { items, order: yield* orderOf(keys, direction) };
};

/**
 * Returns the indexes of the items in their new order. `others`: whether values that are neither numbers nor texts are sorted
 * after these in ascending order, or come last in their present order.
 */
export function* orderOf(
  keys: SortKeys,
  direction: Direction,
  others: 'sorted' | 'last' = 'sorted',
): Work<Uint32Array> {
  const ranks = others === 'last' ? keys.ranks.map(lastRank) : keys.ranks;
  const order = new Uint32Array(ranks.length);
  const { number, text, other, missing } = RANK;
  let at = 0;
  for (const rank of direction === 'ascending' ? [number, text, other, missing] : [other, text, number, missing]) {
    const indexes = withRank(ranks, rank);
    order.set(rank === missing ? indexes : yield* ordered(keys, indexes, rank, direction), at);
    at += indexes.length;
  }
  return order;
}

function lastRank(rank: number): number {
  return rank === RANK.other ? RANK.missing : rank;
}

function* ordered(keys: SortKeys, indexes: Uint32Array, rank: number, direction: Direction): Work<Uint32Array> {
  const sortKind = rank === RANK.number ? sortNumbers : sortTexts;
  return yield* sortKind(keys, indexes, direction);
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
