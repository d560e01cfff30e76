// Values copied and moved inside the document, letter for letter.

import { CodedError } from '../../shared/errors.ts';
import type { Where } from '../../shared/protocol.ts';
import { hasComments } from '../../shared/dialect.ts';
import type { Splice } from '../../shared/splice.ts';
import { fillWith, insertItems, slotAt } from './insertion.ts';
import { movedItem, type Item, type Slot } from './items.ts';
import { freeKey } from './keys.ts';
import type { Places } from './places.ts';
import { removeRuns, runsOf, type Run } from './removal.ts';
import { isTail, replaceTail } from './relaxededit.ts';
import { itemsOf, reorder } from './reorder.ts';
import type { Work } from './work.ts';

/** The nodes of a run, in order. */
export function nodesOf(places: Places, { first, last }: Run): number[] {
  const nodes: number[] = [];
  for (let node = first; node <= last; node = places.tape.next(node)) nodes.push(node);
  return nodes;
}

/** The splices that put copies of each run of neighbours behind it. */
export function duplicateNodes(places: Places, nodes: Iterable<number>): Splice[] {
  const taken = new Map<number, Set<string>>();
  return runsOf(places, nodes).flatMap((run) => {
    const names = taken.get(run.container) ?? new Set<string>();
    taken.set(run.container, names);
    const items = nodesOf(places, run).map((node) => itemFor(places, node, run.container, run.container, names));
    return insertItems(places, { container: run.container, ordinal: run.ordinal + run.length }, items);
  });
}

/**
 * The splices that move values to another place, in the order of the text.
 * @throws CodedError `refused` for the root, and for a target inside what moves
 */
export function* moveNodes(places: Places, nodes: Iterable<number>, target: number, where: Where): Work<Splice[]> {
  const { tape } = places;
  const runs = runsOf(places, nodes);
  const slot = slotAt(places, target, where);
  for (const { first, last } of runs) {
    if (slot.container >= first && slot.container <= tape.closing(last))
      throw new CodedError('refused', 'A value cannot be moved into itself.');
  }
  // Out of this container they leave gaps; inside it they only change places.
  const here = runs.filter((run) => run.container === slot.container);
  const elsewhere = runs.filter((run) => run.container !== slot.container);
  if (elsewhere.length === 0) return yield* moveInside(places, slot, here);
  const names = new Set<string>();
  const items = runs.flatMap((run) =>
    nodesOf(places, run).map((node) => itemFor(places, node, run.container, slot.container, names, run.first)),
  );
  // What is put in stands beside an item that stays; if none does, it takes the place of all that were there.
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
  const moved = new Set(runs.flatMap((run) => nodesOf(places, run)));
  const isMoved = (index: number): boolean => moved.has(items.nodes[index] ?? -1);
  const indexes = items.nodes.map((_, index) => index);
  const order = new Uint32Array(indexes.length);
  const goesIn = indexes.filter((index) => isMoved(index));
  const before = indexes.subarray(0, slot.ordinal).filter((index) => !isMoved(index));
  const behind = indexes.subarray(slot.ordinal).filter((index) => !isMoved(index));
  order.set(before);
  order.set(goesIn, before.length);
  order.set(behind, before.length + goesIn.length);
  return yield* reorder(places, items, order);
}

/**
 * A value as an item of another container. What had no key gets one. Of a run that begins with `first` and
 * leaves, the comments go along, those between its values too.
 */
function itemFor(places: Places, node: number, from: number, to: number, names: Set<string>, first = -1): Item {
  const [leaves, extent] = [first < 0 ? -1 : from, first === node ? 'own' : 'before'] as const;
  if (places.kind(to) === 'array') return movedItem(places, node, '', leaves, extent);
  const wanted = places.kind(from) === 'object' ? places.key(node) : 'key';
  return movedItem(places, node, freeKey(places, to, wanted, names), leaves, extent);
}
