// Turns a wizard's filter into an edit that removes the items that do not match.

import { CodedError } from '../../shared/errors.ts';
import type { FilterIntent, PlainIntent } from '../../shared/protocol/edit-intent.ts';
import type { FilterCount } from '../../shared/protocol/protocol.ts';
import type { Places } from '../tape/places.ts';
import type { Work } from '../base/work.ts';
import { unmatchedItems } from './filtered-items.ts';
import { EDIT } from '../../shared/texts/edits.ts';

/**
 * The removal for containers that are in order and not nested. Reads the live tape.
 * @throws CodedError `refused` for a node that is not a container
 */
export function* resolveFilter(
  places: Places,
  { nodes, filter }: FilterIntent,
): Work<{ readonly intent: PlainIntent; readonly kept: FilterCount }> {
  const found: Uint32Array[] = [];
  let of = 0;
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index] ?? 0;
    if (!places.tape.isOpening(node)) throw new CodedError('refused', EDIT.notFilterable);
    of += places.children.count(node);
    found.push(yield* unmatchedItems(places, node, filter));
    yield { done: index, total: nodes.length };
  }
  const items = new Uint32Array(found.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of found) {
    items.set(part, at);
    at += part.length;
  }
  return { intent: { type: 'drop', nodes, items }, kept: { count: of - items.length, of } };
}
