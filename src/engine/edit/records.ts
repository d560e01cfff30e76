// The root of an NDJSON document: records, each on its own line, without brackets around them.

import { CodedError } from '../../shared/errors.ts';
import type { PlainIntent } from '../../shared/protocol/edit-intent.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { layoutOf } from '../layout/container-layout.ts';
import type { Places } from '../tape/places.ts';
import { parseEntered, formatEntered } from '../layout/spelling.ts';
import { EDIT } from '../../shared/texts/edits.ts';

/**
 * Spells the items of an entered array as records.
 * @throws CodedError `syntax`; `refused` for a value that is not an array
 */
export function recordsOf(places: Places, json: string): Uint8Array {
  const { places: entered, tape } = parseEntered(places, json);
  if (entered.kind(0) !== 'array') throw new CodedError('refused', EDIT.noList);
  const eol = encodeUtf8(layoutOf(places, 0).separator);
  const parts: Uint8Array[] = [];
  const close = tape.closing(0);
  for (let item = 1; item < close; item = tape.next(item)) {
    const { start, end } = entered.range(item);
    parts.push(formatEntered(places, decodeUtf8(entered.text.slice(start, end)), null), eol);
  }
  return joinBytes(parts);
}

/** Refuses edits that do not apply to the list of records itself. @throws CodedError `refused` */
export function refuseRecords({ tape }: Places, intent: PlainIntent): void {
  if (tape.dialect !== 'ndjson') return;
  const isRoot = 'node' in intent ? intent.node === 0 : 'nodes' in intent && intent.nodes.some((node) => node === 0);
  const refused: readonly PlainIntent['type'][] = ['convert', 'wrap', 'unwrap', 'extract', 'format'];
  if (isRoot && refused.includes(intent.type)) throw new CodedError('refused', EDIT.listStays);
}

/** Edits that are allowed for a broken record: its bytes are replaced, removed or duplicated. */
const FOR_BROKEN: ReadonlySet<PlainIntent['type']> = new Set(['set', 'set-all', 'remove', 'drop', 'duplicate']);

/** Refuses edits that would treat a broken record as a value, or move it into one. @throws CodedError `refused` */
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
