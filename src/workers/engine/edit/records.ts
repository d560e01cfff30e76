// The root of NDJSON: records, each on a line of its own, and no brackets around them.

import { CodedError } from '../../../shared/errors.ts';
import type { PlainIntent } from '../../../shared/protocol/edit-intent.ts';
import { joinBytes } from '../../../shared/bytes/bytes.ts';
import { decodeUtf8, encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { layoutOf } from '../layout/container-layout.ts';
import type { Places } from '../tape/places.ts';
import { parseEntered, spellEntered } from '../layout/spelling.ts';
import { EDIT } from '../../../shared/texts/edits.ts';

/**
 * The items of an entered array as records.
 * @throws CodedError `syntax`; `refused` for what is no array
 */
export function recordsOf(places: Places, json: string): Uint8Array {
  const { places: entered, tape } = parseEntered(places, json);
  if (entered.kind(0) !== 'array') throw new CodedError('refused', EDIT.noList);
  const eol = encodeUtf8(layoutOf(places, 0).separator);
  const parts: Uint8Array[] = [];
  const close = tape.closing(0);
  for (let item = 1; item < close; item = tape.next(item)) {
    const { start, end } = entered.range(item);
    parts.push(spellEntered(places, decodeUtf8(entered.text.slice(start, end)), null), eol);
  }
  return joinBytes(parts);
}

/** @throws CodedError `refused` for what can't be done to the list of records itself */
export function refuseRecords({ tape }: Places, intent: PlainIntent): void {
  if (tape.dialect !== 'ndjson') return;
  const isRoot = 'node' in intent ? intent.node === 0 : 'nodes' in intent && intent.nodes.some((node) => node === 0);
  const refused: readonly PlainIntent['type'][] = ['convert', 'wrap', 'unwrap', 'extract', 'format'];
  if (isRoot && refused.includes(intent.type)) throw new CodedError('refused', EDIT.listStays);
}

/** What can be done to a record that is no JSON: its bytes are exchanged, go, or stand twice. */
const FOR_BROKEN: ReadonlySet<PlainIntent['type']> = new Set(['set', 'set-all', 'remove', 'drop', 'duplicate']);

/** @throws CodedError `refused` for what would take a broken record for a value, or carry it into one */
export function refuseBroken(places: Places, intent: PlainIntent): void {
  const { tape } = places;
  if (tape.broken.length === 0 || FOR_BROKEN.has(intent.type)) return;
  const refuse = (): never => {
    throw new CodedError('refused', EDIT.brokenRecord);
  };
  if (intent.type === 'insert' || intent.type === 'insert-all') {
    if (intent.where === 'inside' && tape.isBroken(intent.node)) refuse();
    return;
  }
  const nodes = 'nodes' in intent ? intent.nodes : [intent.node];
  const isBroken = nodes.some((node) => tape.isBroken(node));
  if (intent.type === 'move') {
    const { target, where } = intent;
    if (where === 'inside' && tape.isBroken(target)) refuse();
    const container = where === 'inside' ? target : places.parent(target);
    if (isBroken && container !== 0) refuse();
  } else if (isBroken || nodes.some((node) => node === 0)) refuse();
}
