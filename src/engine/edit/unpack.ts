// Strings that hold JSON, unpacked into that JSON all at once, and packed again. What is unpacked stands as it was written inside of
// the string, so that what nobody changed is packed into the same bytes.
//
//   "a": "{\"b\": \"[1]\"}"   ──▶   "a": {"b": [1]}      packed: {"b": [1]} from "{\"b\": \"[1]\"}", and in it [1] from "[1]"

import { unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { QUOTE } from '../../shared/bytes/ascii.ts';
import { lengthDelta } from '../../shared/document/changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte } from '../../shared/units.ts';
import type { Work } from '../base/work.ts';
import { holdsJson } from '../layout/spelling.ts';
import type { Places } from '../tape/places.ts';

/** Entries of the tape in a slice. */
const SLICE = 4096;
/** A string, a bracket, a colon or a comma of JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]/gs;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** A value that was in a string: its range, and the bytes of that string. */
export interface PackedString {
  readonly start: number;
  readonly end: number;
  readonly raw: Uint8Array;
}

/** The splices that unpack all strings with an object or an array in them, and where these are then, outer ones first. */
export function* planUnpack(places: Places): Work<{ splices: Splice[]; packed: PackedString[] }> {
  const { tape, text } = places;
  const splices: Splice[] = [];
  const packed: PackedString[] = [];
  let shift = 0;
  for (let node = 0; node < tape.count; node += 1) {
    if (node % SLICE === 0) yield { done: node, total: tape.count };
    if (tape.isClosing(node) || places.kind(node) !== 'string') continue;
    const { start, end } = places.range(node);
    // A copy: the view would change with the text.
    const raw = text.slice(start, end).slice();
    if (raw[0] !== QUOTE || !mayHoldJson(raw)) continue;
    const json = contentOf(places, raw);
    if (json === null) continue;
    const value = unpack(places, json, start + shift, packed, raw);
    const insert = encodeUtf8(value);
    splices.push({ start: asByte(start), end: asByte(end), insert });
    shift += lengthDelta(splices.slice(-1));
  }
  return { splices, packed };
}

/** The splices that pack values again; they are sorted, outer ones first, and still containers. */
export function* planPack(places: Places, packed: readonly PackedString[]): Work<Splice[]> {
  const splices: Splice[] = [];
  let last = 0;
  for (let index = 0; index < packed.length; index += 1) {
    const entry = packed[index];
    if (entry === undefined || entry.start < last) continue;
    if (index % SLICE === 0) yield { done: index, total: packed.length };
    last = entry.end;
    splices.push({ start: asByte(entry.start), end: asByte(entry.end), insert: pack(places, packed, index) });
  }
  return splices;
}

/** The text of a value with what is in its strings unpacked, noted as standing at an offset. */
function unpack(places: Places, json: string, offset: number, packed: PackedString[], raw: Uint8Array): string {
  const index = packed.push({ start: offset, end: offset, raw }) - 1;
  let out = '';
  let from = 0;
  let at = offset;
  const take = (piece: string): void => {
    out += piece;
    at += encodeUtf8(piece).length;
  };
  for (const token of json.matchAll(TOKEN)) {
    const [spelt] = token;
    if (!spelt.startsWith('"') || /^\s*:/.test(json.slice(token.index + spelt.length, token.index + spelt.length + 64)))
      continue;
    const inner = encodeUtf8(spelt);
    const content = mayHoldJson(inner) ? contentOf(places, inner) : null;
    if (content === null) continue;
    take(json.slice(from, token.index));
    const value = unpack(places, content, at, packed, inner);
    out += value;
    at += encodeUtf8(value).length;
    from = token.index + spelt.length;
  }
  take(json.slice(from));
  packed[index] = { start: offset, end: at, raw };
  return out;
}

function pack(places: Places, packed: readonly PackedString[], index: number): Uint8Array {
  const { start, end, raw } = packed[index] ?? { start: 0, end: 0, raw: new Uint8Array(0) };
  const parts: Uint8Array[] = [];
  let from = start;
  for (let inner = index + 1; inner < packed.length; inner += 1) {
    const entry = packed[inner];
    if (entry === undefined || entry.start >= end) break;
    if (entry.start < from) continue;
    parts.push(places.text.slice(from, entry.start), pack(places, packed, inner));
    from = entry.end;
  }
  parts.push(places.text.slice(from, end));
  const json = decodeUtf8(join(parts));
  // A layout of the document is none of the string.
  const before = contentOf(places, raw);
  return before !== null && withoutLayout(before) === withoutLayout(json) ? raw : encodeUtf8(JSON.stringify(json));
}

/** Whether the bytes of a string begin with a bracket. */
function mayHoldJson(raw: Uint8Array): boolean {
  let at = 1;
  while (
    raw[at] === 0x20 ||
    (raw[at] === 0x5c && (raw[at + 1] === 0x6e || raw[at + 1] === 0x74 || raw[at + 1] === 0x72))
  )
    at += raw[at] === 0x20 ? 1 : 2;
  return raw[at] === 0x7b || raw[at] === 0x5b || (raw[at] === 0x5c && raw[at + 1] === 0x75);
}

/** The JSON in a string, on one line where a line is a record; `null` if it holds no object or array. */
function contentOf(places: Places, raw: Uint8Array): string | null {
  const text = unquote(decodeUtf8(raw));
  const json = places.tape.dialect === 'ndjson' ? text.replaceAll(/[\n\r]/g, ' ') : text;
  if (!/^\s*[[{]/.test(json) || LONE_SURROGATE.test(json)) return null;
  return holdsJson(places, json) ? json : null;
}

/** JSON without the white space between its tokens. */
function withoutLayout(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/gs, '$1');
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
