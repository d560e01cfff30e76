// Copies and moves values inside the document, byte for byte.

import { hasComments } from '../../shared/document/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import type { NodeList, Where } from '../../shared/protocol/edit-intent.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { hasBit, makeBits, setBit } from '../base/bits.ts';
import { fillWith, insertItems, slotAt } from './insertion.ts';
import { movedItem, type Item, type Slot } from '../layout/item-spelling.ts';
import { FreeKeys } from '../layout/new-keys.ts';
import type { Places } from '../tape/places.ts';
import { removeRuns, runsOf } from './removal.ts';
import type { Run } from './run.ts';
import { isTail, replaceTail } from './relaxed-edit.ts';
import { itemsOf, reorder } from '../sort/reorder.ts';
import type { Work } from '../base/work.ts';
import { EDIT, TOO_MANY } from '../../shared/texts/edits.ts';

/** Most values that are copied, moved or wrapped in one edit: each takes about 500 bytes of memory until it is done. */
export const MANY_VALUES = 2_000_000;
/** Values per slice. */
const SLICE_NODES = 4096;
/** Runs per slice: a layout is read for each, which takes time at great depth. */
export const SLICE_RUNS = 64;

/** The nodes of a run, in order. */
export function nodesOf(places: Places, { first, last }: Run): number[] {
  const nodes: number[] = [];
  for (let node = first; node <= last; node = places.tape.next(node)) nodes.push(node);
  return nodes;
}

/** Limits the number of values. @throws CodedError `too-large` for more than `MANY_VALUES` */
export function refuseMany(runs: readonly Run[], deed: 'duplicate' | 'move' | 'wrap'): void {
  const count = runs.reduce((sum, { length }) => sum + length, 0);
  if (count <= MANY_VALUES) return;
  throw new CodedError('too-large', TOO_MANY.values(count, deed, MANY_VALUES));
}

/** The splices that insert a copy of each run of neighbours after it. @throws CodedError `refused`, `too-large` */
export function* duplicateNodes(places: Places, nodes: NodeList): Work<Splice[]> {
  const runs = runsOf(places, nodes);
  refuseMany(runs, 'duplicate');
  // The preferred keys of the copies, by container.
  const wanted = new Map<number, string[]>();
  for (const run of runs) {
    if (places.kind(run.container) !== 'object') continue;
    const keys = wanted.get(run.container) ?? [];
    for (const node of nodesOf(places, run)) keys.push(places.key(node));
    wanted.set(run.container, keys);
  }
  const free = new Map<number, FreeKeys>();
  for (const [container, keys] of wanted) free.set(container, yield* FreeKeys.make(places, container, keys));
  const splices: Splice[] = [];
  for (const [index, run] of runs.entries()) {
    const { container, ordinal, length } = run;
    const names = free.get(container) ?? null;
    const items = nodesOf(places, run).map((node) => itemFor(places, node, names));
    splices.push(...insertItems(places, { container, ordinal: ordinal + length }, items));
    if (index % SLICE_RUNS === 0) yield { done: index, total: runs.length };
  }
  return splices;
}

/**
 * The splices that move values to another place, in text order.
 * @throws CodedError `refused` for the root, and for a target inside a moved value; `too-large`
 */
export function* moveNodes(places: Places, nodes: NodeList, target: number, where: Where): Work<Splice[]> {
  const { tape } = places;
  const runs = runsOf(places, nodes);
  const slot = slotAt(places, target, where);
  for (const { first, last } of runs) {
    if (slot.container >= first && slot.container <= tape.closing(last))
      throw new CodedError('refused', EDIT.intoItself);
  }
  // Values are removed from other containers; inside the target container they only change places.
  const here = runs.filter((run) => run.container === slot.container);
  const elsewhere = runs.filter((run) => run.container !== slot.container);
  if (elsewhere.length === 0) return yield* moveInside(places, slot, here);
  refuseMany(runs, 'move');
  const items = yield* itemsFor(places, runs, slot.container);
  // The items are inserted next to an item that stays; if none stays, they replace all items of the container.
  const leaving = here.find(({ ordinal, length }) => ordinal < slot.ordinal && ordinal + length >= slot.ordinal);
  const beside: Slot =
    leaving === undefined
      ? slot
      : leaving.ordinal > 0
        ? { ...slot, ordinal: leaving.ordinal }
        : { ...slot, ordinal: leaving.length, before: true };
  const emptied = here.length > 0 && here[0]?.length === places.children.count(slot.container);
  const tail = here.find((run) => run.ordinal === beside.ordinal && beside.before !== true && isTail(places, run));
  const splices = emptied
    ? [...removeRuns(places, elsewhere), fillWith(places, slot.container, items)]
    : tail !== undefined && hasComments(tape.dialect)
      ? [
          ...removeRuns(
            places,
            runs.filter((run) => run !== tail),
          ),
          replaceTail(places, tail, items),
        ]
      : [...removeRuns(places, runs), ...insertItems(places, beside, items)];
  return splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

function* moveInside(places: Places, slot: Slot, runs: readonly Run[]): Work<Splice[]> {
  const items = yield* itemsOf(places, slot.container);
  const moved = makeBits(places.tape.count);
  for (const { first, last } of runs) {
    for (let node = first; node <= last; node = places.tape.next(node)) setBit(moved, node);
  }
  const { length } = items.nodes;
  const order = new Uint32Array(length);
  let count = 0;
  const take = (start: number, end: number, moves: boolean): void => {
    for (let index = start; index < end; index += 1) {
      if (hasBit(moved, items.nodes[index] ?? 0) !== moves) continue;
      order[count] = index;
      count += 1;
    }
  };
  take(0, slot.ordinal, false);
  take(0, length, true);
  take(slot.ordinal, length, false);
  return yield* reorder(places, items, order);
}

/** The values of runs as items of another container, with their comments, including those between the values of a run. */
function* itemsFor(places: Places, runs: readonly Run[], to: number): Work<Item[]> {
  const isObject = places.kind(to) === 'object';
  const wanted: string[] = [];
  const nodes: number[] = [];
  const origins: Run[] = [];
  for (const run of runs) {
    for (const node of nodesOf(places, run)) {
      origins.push(run);
      if (isObject) wanted.push(places.kind(run.container) === 'object' ? places.key(node) : 'key');
      nodes.push(node);
    }
  }
  const free = isObject ? yield* FreeKeys.make(places, to, wanted) : null;
  const items: Item[] = [];
  for (const [index, node] of nodes.entries()) {
    const origin = origins[index];
    const extent = origin?.first === node ? 'own' : 'before';
    items.push(movedItem(places, node, free?.take(wanted[index] ?? '') ?? '', origin?.container, extent));
    if (index % SLICE_NODES === 0) yield { done: index, total: nodes.length };
  }
  return items;
}

/** A copy of a value as an item of its own container; `free` is `null` for an array. */
function itemFor(places: Places, node: number, free: FreeKeys | null): Item {
  return movedItem(places, node, free?.take(places.key(node)) ?? '');
}
