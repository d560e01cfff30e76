// Selects the values that an edit of many values applies to. For a single value, the edit itself reports why it is refused. Of
// many values, those that it does not apply to stay unchanged, and it is only refused if it applies to none.

import { CodedError } from '../../shared/errors.ts';
import type { EditIntent } from '../../shared/protocol/edit-intent.ts';
import { isConvertible } from './convert.ts';
import type { Places } from '../tape/places.ts';
import { outermost } from '../treeview/selected-nodes.ts';
import { isSortable } from '../sort/sort.ts';
import type { Work } from '../base/work.ts';
import { EDIT, NONE } from '../../shared/texts/edits.ts';

/** An edit of each of many values. */
export type ManyIntent = Extract<EditIntent, { readonly type: 'sort' | 'filter' | 'convert' | 'unwrap' | 'extract' }>;

/** Values per slice. */
const SLICE_NODES = 1024;

/**
 * Restricts an edit to the values that it applies to; values nested in another selected value are left out.
 * @throws CodedError `refused` when there are none
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

/** Returns the refusal message as a function of the number of values. */
function refusal(intent: ManyIntent): (count: number) => string {
  if (intent.type === 'sort') return intent.by.type === 'key' ? NONE.sortByKey : NONE.sort;
  if (intent.type !== 'convert') return intent.type === 'filter' ? NONE.filter : NONE.unwrap;
  return { object: NONE.toObject, array: NONE.toArray, text: NONE.toText, json: NONE.toJson }[intent.to];
}
