// Resolves intents whose splices depend on the text or the tree: what a pasted text means, where a shift by one place leads,
// and which of many values can be changed.

import { CodedError } from '../../shared/errors.ts';
import type { EnteredItem, PastedAs, PasteIntent, PlainIntent, TreeIntent } from '../../shared/protocol/edit-intent.ts';
import type { FilterCount } from '../../shared/protocol/protocol.ts';
import { asNode } from '../../shared/units.ts';
import { applyToMany } from './applicable.ts';
import { resolveFilter } from '../query/filter.ts';
import { slotAt } from './insertion.ts';
import { FreeKeys } from '../layout/new-keys.ts';
import { readPasted } from './pasted-text.ts';
import type { Places } from '../tape/places.ts';
import { runsOf } from './removal.ts';
import type { Work } from '../base/work.ts';
import { EDIT } from '../../shared/texts/edits.ts';

const DEFAULT_KEY = 'key';
/** Values per slice. */
const SLICE_ITEMS = 4096;

/** An intent that only states what to write, and where. */
export interface Resolved {
  readonly intent: PlainIntent | null;
  /** For a paste: how the text was read. */
  readonly pastedAs: PastedAs | null;
  /** For a paste: how many Infinity and NaN became strings. */
  readonly noNumbers: number;
  /** For an edit of many values: the number of values that it applies to. */
  readonly count: number | null;
  /** For a filter: the number of items that stay. */
  readonly kept: FilterCount | null;
}

const PLAIN = { pastedAs: null, noNumbers: 0, count: null, kept: null };

type Shift = Extract<TreeIntent, { readonly type: 'shift' }>;

/** Resolves an intent. The result has no intent when there is nothing to do. @throws CodedError `refused`, `too-large` */
export function* resolveIntent(places: Places, intent: TreeIntent): Work<Resolved> {
  switch (intent.type) {
    case 'paste':
      return yield* resolvePaste(places, intent);
    case 'shift':
      return { ...PLAIN, intent: resolveShift(places, intent) };
    case 'sort':
    case 'convert':
    case 'unwrap':
    case 'extract': {
      const applied = yield* applyToMany(places, intent);
      return { ...PLAIN, intent: applied, count: applied.nodes.length };
    }
    case 'filter': {
      const applied = yield* applyToMany(places, intent);
      return { ...PLAIN, ...(yield* resolveFilter(places, applied)), count: applied.nodes.length };
    }
    default:
      return { ...PLAIN, intent };
  }
}

function* resolvePaste(places: Places, paste: PasteIntent): Work<Resolved> {
  const { node, where, keys } = paste;
  const { values, pastedAs, noNumbers } = yield* readPasted(places, paste);
  const told = { ...PLAIN, pastedAs, noNumbers };
  const [only] = values;
  if (where === 'replace') {
    if (only === undefined || values.length > 1) throw new CodedError('refused', EDIT.severalInPlace);
    return { ...told, intent: { type: 'set', node, json: only.json } };
  }
  const { container } = slotAt(places, node, where);
  if (places.kind(container) === 'array')
    return { ...told, intent: { type: 'insert-all', node, where, items: values } };
  const wanted = values.map(({ key }, index) => (key === '' ? (keys[index] ?? DEFAULT_KEY) : key));
  const free = yield* FreeKeys.make(places, container, wanted);
  const items: EnteredItem[] = [];
  for (const [index, value] of values.entries()) {
    items.push({ ...value, key: free.take(wanted[index] ?? DEFAULT_KEY) });
    if (index % SLICE_ITEMS === 0) yield { done: index, total: values.length };
  }
  return { ...told, intent: { type: 'insert-all', node, where, items } };
}

/** Moves values up or down by one place among their siblings; `null` when they are already first or last. */
function resolveShift(places: Places, { nodes, by }: Shift): PlainIntent | null {
  const runs = runsOf(places, nodes);
  const container = runs[0]?.container ?? -1;
  const within = runs.filter((run) => run.container === container);
  if (within.length < runs.length) throw new CodedError('refused', EDIT.apart);
  const [first, last] = [within[0], within.at(-1)];
  if (first === undefined || last === undefined) return null;
  const ordinal = by === 'up' ? first.ordinal - 1 : last.ordinal + last.length;
  const target = places.children.nth(container, ordinal);
  if (target < 0) return null;
  return { type: 'move', nodes, target: asNode(target), where: by === 'up' ? 'before' : 'after' };
}
