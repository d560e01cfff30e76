// Which of many selected values a change can be made to. Of one value the change itself says what stands in the way;
// of many those that it can't be made to stay as they are, and only if that is all of them, that is said.

import { CodedError } from '../../../shared/errors.ts';
import type { EditIntent } from '../../../shared/protocol/edit-intent.ts';
import { isConvertible } from './convert.ts';
import type { Places } from '../tape/places.ts';
import { outermost } from '../treeview/selected-nodes.ts';
import { isSortable } from '../sort/sort.ts';
import type { Work } from '../base/work.ts';
import { EDIT, NONE } from '../../../shared/texts/edits.ts';

/** A change of each of many values. */
export type ManyIntent = Extract<EditIntent, { readonly type: 'sort' | 'filter' | 'convert' | 'unwrap' | 'extract' }>;

/** After so many values the work lets others in. */
const SLICE_NODES = 1024;

/**
 * The same change of those values that it can be made to; what is inside another of them goes with that.
 * @throws CodedError `refused` where there are none
 */
export function* applyToMany<T extends ManyIntent>(places: Places, intent: T): Work<T & { nodes: Uint32Array }> {
  const nodes = outermost(places.tape, intent.nodes);
  if (intent.type === 'extract' && nodes[0] === 0) throw new CodedError('refused', EDIT.rootIsWhole);
  if (nodes.length === 1 || intent.type === 'extract') return { ...intent, nodes };
  const chosen = new Uint32Array(nodes.length);
  let count = 0;
  for (const [index, node] of nodes.entries()) {
    if (isApplicable(places, intent, node)) {
      chosen[count] = node;
      count += 1;
    }
    if (index % SLICE_NODES === 0) yield { done: index, total: nodes.length };
  }
  if (count > 0) return { ...intent, nodes: chosen.slice(0, count) };
  throw new CodedError('refused', refusal(intent)(nodes.length));
}

function isApplicable(places: Places, intent: Exclude<ManyIntent, { type: 'extract' }>, node: number): boolean {
  if (intent.type === 'convert') return isConvertible(places, node, intent.to);
  return intent.type === 'sort' ? isSortable(places, node, intent.by) : places.tape.isOpening(node);
}

/** The sentence for so many values. */
function refusal(intent: ManyIntent): (count: number) => string {
  if (intent.type === 'sort') return intent.by.type === 'key' ? NONE.sortByKey : NONE.sort;
  if (intent.type !== 'convert') return intent.type === 'filter' ? NONE.filter : NONE.unwrap;
  return { object: NONE.toObject, array: NONE.toArray, text: NONE.toText, json: NONE.toJson }[intent.to];
}
