// How many values an edit changes, for the name of its step.

import type { PlainIntent } from '../../shared/protocol/edit-intent.ts';
import type { JsonDocument } from '../../engine/document/document.ts';

/** Containers whose items are counted; more are not sorted one by one. */
const MAX_COUNTED = 1000;

/** Returns the number of values of an edit; `applied` is known of some. Must be called before the edit. */
export function countOf({ children }: JsonDocument, intent: PlainIntent, applied: number | null): number {
  if (intent.type === 'sort') {
    let items = 0;
    for (const node of intent.nodes.slice(0, MAX_COUNTED)) items += children.count(node);
    return items;
  }
  if (intent.type === 'drop') return intent.items.length;
  if (intent.type === 'insert-all') return intent.items.length;
  return applied ?? ('nodes' in intent ? intent.nodes.length : 1);
}
