// A comparison of structure alone, as the views show it: one difference for each path, at the first value that shows it.
//
//   left   [{"id": 1, "a": 2}, {"id": 2}]      /*/a vanished ──▶ delete, at the first "a" on the left
//   right  [{"id": "1"}]                       /*/id: number → string ──▶ update, at the first "id" on both sides

import { CHANGE, CHANGE_WORDS, MARK_WORDS, NO_NODE, type CompareOptions } from '../../../shared/protocol/compare.ts';
import type { JsonDocument } from '../../document/document.ts';
import type { Work } from '../../base/work.ts';
import type { Places } from '../../tape/places.ts';
import { compareDocuments, type Comparison } from './compare.ts';
import { counterpartOf } from './counterparts.ts';
import { findStructure, type StructureChange } from './structure.ts';

/**
 * Compares the structure of two documents. Values are paired as in a whole comparison, so that both panels scroll together.
 * @throws CodedError as the whole comparison
 */
export function* compareStructures(left: JsonDocument, right: JsonDocument, options: CompareOptions): Work<Comparison> {
  const whole = yield* compareDocuments(left, right, options);
  const { sides } = whole;
  const found = (yield* findStructure(left.places, right.places)).filter(
    ({ one, other }) => sides.left.ignored?.has(one) !== true && sides.right.ignored?.has(other) !== true,
  );
  // In the order of the left document; what only the right one has comes after its nearest place there.
  const ordered = found
    .map((change) => ({ change, at: placeOf(whole, change) }))
    .toSorted((a, b) => a.at - b.at || a.change.other - b.change.other)
    .map(({ change }) => change);
  const changes = new Uint32Array(ordered.length * CHANGE_WORDS);
  for (const [index, { one, other }] of ordered.entries()) {
    const kind = one < 0 ? CHANGE.create : other < 0 ? CHANGE.delete : CHANGE.update;
    changes.set([kind, one < 0 ? NO_NODE : one, other < 0 ? NO_NODE : other, NO_NODE], index * CHANGE_WORDS);
  }
  const marks = {
    left: marksOf(left.places, ordered, ({ one, other }) => [one, other < 0 ? CHANGE.delete : CHANGE.update]),
    right: marksOf(right.places, ordered, ({ one, other }) => [other, one < 0 ? CHANGE.create : CHANGE.update]),
  };
  return { ...whole, changes, marks, count: ordered.length, notes: [] };
}

function placeOf(comparison: Comparison, { one, other }: StructureChange): number {
  return one >= 0 ? one : counterpartOf(comparison, 'right', other).node + 0.5;
}

/** The marks of one side: of the values themselves, and of the containers around them. */
function marksOf(
  places: Places,
  changes: readonly StructureChange[],
  markOf: (change: StructureChange) => readonly [node: number, mark: number],
): Uint32Array<ArrayBuffer> {
  const counts = new Map<number, { mark: number; count: number }>();
  const count = (node: number, mark: number): void => {
    const known = counts.get(node);
    if (known === undefined) counts.set(node, { mark, count: 1 });
    // A value whose kind has changed, and that holds other differences, is marked for these.
    else counts.set(node, { mark: CHANGE.inside, count: known.count + 1 });
  };
  for (const change of changes) {
    const [node, mark] = markOf(change);
    if (node < 0) continue;
    count(node, mark);
    for (const { container } of places.steps(node)) count(container, CHANGE.inside);
  }
  const marks = new Uint32Array(counts.size * MARK_WORDS);
  for (const [index, [node, { mark, count: inside }]] of [...counts].toSorted(([a], [b]) => a - b).entries())
    marks.set([node, places.tape.next(node), mark, inside], index * MARK_WORDS);
  return marks;
}
