// What a pasted text means, what a move by one place is, and which of many values can be changed as is wanted: intents
// that have to look at the text or at the tree before it is clear what is to be written.
//
//   {"a": 1}            JSON: one value
//   "a": 1, "b": 2      members, as they stand between braces: as many values, with their keys
//   [1], [2]            items, as they stand between brackets
//   anything else       a string

import { CodedError } from '../../shared/errors.ts';
import type { EditIntent, EnteredItem, Kept, PastedAs, PlainIntent } from '../../shared/protocol.ts';
import { asNode } from '../../shared/units.ts';
import { decodeUtf8 } from '../../shared/utf8.ts';
import { applyToMany } from './applicable.ts';
import type { JsonDocument } from './document.ts';
import { resolveFilter } from './query/filter.ts';
import { slotAt } from './insertion.ts';
import { FreeKeys } from './keys.ts';
import type { Places } from './places.ts';
import { runsOf } from './removal.ts';
import { parseEntered } from './spelling.ts';
import type { Work } from './work.ts';
import { EDIT } from '../../shared/texts/edits.ts';

const DEFAULT_KEY = 'key';
/** After so many values the work lets others in. */
const SLICE_ITEMS = 4096;

/** An intent that only says what is to be written, and where. */
export interface Resolved {
  readonly intent: PlainIntent | null;
  /** Of a paste: what the text was taken for. */
  readonly pastedAs: PastedAs | null;
  /** Of a change of many values: how many of them can be changed. */
  readonly count: number | null;
  /** Of a filter: how many items stay. */
  readonly kept: Kept | null;
}

const PLAIN = { pastedAs: null, count: null, kept: null };

type Paste = Extract<EditIntent, { readonly type: 'paste' }>;
type Shift = Extract<EditIntent, { readonly type: 'shift' }>;

/** @throws CodedError `refused`, `too-large`. No intent: there is nothing to do */
export function* resolveIntent(places: Places, intent: EditIntent): Work<Resolved> {
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

function* resolvePaste(places: Places, { node, where, text, keys, as }: Paste): Work<Resolved> {
  const { values, pastedAs } = as === 'text' ? textOf(text) : readPasted(places, text);
  const [only] = values;
  if (where === 'replace') {
    if (only === undefined || values.length > 1) throw new CodedError('refused', EDIT.severalInPlace);
    return { ...PLAIN, intent: { type: 'set', node, json: only.json }, pastedAs };
  }
  const { container } = slotAt(places, node, where);
  if (places.kind(container) === 'array')
    return { ...PLAIN, intent: { type: 'insert-all', node, where, items: values }, pastedAs };
  const wanted = values.map(({ key }, index) => (key === '' ? (keys[index] ?? DEFAULT_KEY) : key));
  const free = yield* FreeKeys.make(places, container, wanted);
  const items: EnteredItem[] = [];
  for (const [index, { json }] of values.entries()) {
    items.push({ json, key: free.take(wanted[index] ?? DEFAULT_KEY) });
    if (index % SLICE_ITEMS === 0) yield { done: index, total: values.length };
  }
  return { ...PLAIN, intent: { type: 'insert-all', node, where, items }, pastedAs };
}

/** The values of a text; keys are empty where it has none. */
function readPasted(places: Places, text: string): { values: EnteredItem[]; pastedAs: PastedAs } {
  const trimmed = text.trim();
  if (isParsed(places, trimmed)) return { values: [{ key: '', json: trimmed }], pastedAs: 'json' };
  // Words with commas between them are words.
  if (!/^["[{]/.test(trimmed)) return textOf(text);
  const inner = trimmed.endsWith(',') ? trimmed.slice(0, -1) : trimmed;
  for (const [opening, closing] of ['{}', '[]'] as const) {
    const list = tryParse(places, `${opening}${inner}${closing}`);
    if (list !== null) return { values: childrenOf(list), pastedAs: 'items' };
  }
  return textOf(text);
}

function textOf(text: string): { values: EnteredItem[]; pastedAs: PastedAs } {
  return { values: [{ key: '', json: JSON.stringify(text) }], pastedAs: 'text' };
}

function childrenOf({ tape, places }: JsonDocument): EnteredItem[] {
  const values: EnteredItem[] = [];
  const isObject = places.kind(0) === 'object';
  const close = tape.closing(0);
  for (let child = 1; child < close; child = tape.next(child)) {
    const { start, end } = places.range(child);
    values.push({ key: isObject ? places.key(child) : '', json: decodeUtf8(places.text.slice(start, end)) });
  }
  return values;
}

function isParsed(places: Places, text: string): boolean {
  return text !== '' && tryParse(places, text) !== null;
}

function tryParse(places: Places, text: string): JsonDocument | null {
  try {
    return parseEntered(places, text);
  } catch (error) {
    if (error instanceof CodedError && error.code === 'syntax') return null;
    throw error;
  }
}

/** Values by one place up or down among their siblings; `null` at the end of the way. */
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
