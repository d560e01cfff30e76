// Writes values of a document as JSON text: byte for byte where the document is JSON, token by token otherwise. Comments and
// trailing commas are omitted, records become the items of an array, and Infinity and NaN become null, as with
// `JSON.stringify`.

import { hasComments } from '../../shared/document/dialect.ts';
import { isPlainNumber, plainNumber, unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { ReadPlaces } from '../tape/places.ts';
import type { Range } from '../tape/tape.ts';
import type { TextBuffer } from '../base/text-buffer.ts';
import type { Work } from '../base/work.ts';

/** Bytes per slice. */
const SLICE_BYTES = 256 * 1024;

/** The byte range of a value that is its JSON text as it is; `null` when the text has to be assembled. */
export function runOf(places: ReadPlaces, node: number): Range | null {
  const { tape } = places;
  return hasComments(tape.dialect) || tape.bracketLength(node) === 0 ? null : places.range(node);
}

/** Adds the JSON text of a value. Cost: its size, if the document is not plain JSON; otherwise almost nothing. */
export function* addSource(places: ReadPlaces, node: number, out: TextBuffer): Work<void> {
  yield* addEntries(places, node, places.tape.closing(node) + 1, out);
}

/**
 * Adds the JSON text of the entries from a value's own to `end`, which is exclusive and is where a child would begin, or after
 * the value. Brackets that are open there stay open.
 */
export function* addEntries(places: ReadPlaces, node: number, end: number, out: TextBuffer): Work<void> {
  const { tape } = places;
  if (hasComments(tape.dialect)) yield* respell(places, node, end, out);
  else if (tape.bracketLength(node) === 0) yield* joinRecords(places, node, end, out);
  else addBytes(places, { start: tape.start(node), end: endOf(places, end - 1) }, out);
}

/** Adds the JSON text of a member's key, quotes included. */
export function addKey(places: ReadPlaces, entry: number, out: TextBuffer): void {
  addString(places, places.keyRange(entry), out);
}

/** Adds the JSON text of a scalar. */
export function addScalar(places: ReadPlaces, entry: number, out: TextBuffer): void {
  const range = places.range(entry);
  const kind = hasComments(places.tape.dialect) ? places.kind(entry) : null;
  if (kind === 'string') addString(places, range, out);
  else if (kind === 'number') {
    const number = plainNumber(textOf(places, range));
    out.addText(isPlainNumber(number) ? number : 'null');
  } else addBytes(places, range, out);
}

/** The offset after an entry: a scalar or a bracket. */
function endOf(places: ReadPlaces, entry: number): number {
  const { tape } = places;
  const isBracket = tape.isOpening(entry) || tape.isClosing(entry);
  return isBracket ? tape.start(entry) + 1 : places.range(entry).end;
}

function* joinRecords(places: ReadPlaces, node: number, end: number, out: TextBuffer): Work<void> {
  const { tape } = places;
  const close = tape.closing(node);
  out.addText('[');
  for (let record = node + 1; record < Math.min(end, close); record = tape.next(record)) {
    if (record > node + 1) out.addText(',');
    const last = Math.min(tape.next(record), end) - 1;
    addBytes(places, { start: tape.start(record), end: endOf(places, last) }, out);
    if (record % 1024 === 0) yield { done: tape.start(record), total: places.text.size };
  }
  if (end > close) out.addText(']');
}

function* respell(places: ReadPlaces, node: number, end: number, out: TextBuffer): Work<void> {
  const { tape } = places;
  // For each open container, whether it is an object.
  const levels: boolean[] = [];
  let isFirst = true;
  let paused = tape.start(node);
  for (let entry = node; entry < end; entry += 1) {
    if (tape.isClosing(entry)) {
      out.addText(levels.pop() === true ? '}' : ']');
      isFirst = false;
      continue;
    }
    if (!isFirst) out.addText(',');
    if (levels.at(-1) === true) {
      addKey(places, entry, out);
      out.addText(':');
    }
    isFirst = tape.isOpening(entry);
    if (isFirst) {
      const isObject = places.kind(entry) === 'object';
      levels.push(isObject);
      out.addText(isObject ? '{' : '[');
    } else addScalar(places, entry, out);
    const at = tape.start(entry);
    if (at - paused < SLICE_BYTES) continue;
    paused = at;
    yield { done: at, total: places.text.size };
  }
}

function addString(places: ReadPlaces, range: Range, out: TextBuffer): void {
  if (!hasComments(places.tape.dialect)) {
    addBytes(places, range, out);
    return;
  }
  const text = textOf(places, range);
  if (isJsonString(text)) addBytes(places, range, out);
  else out.addText(JSON.stringify(unquote(text)));
}

/** Whether a JSON5 string is also a JSON string. */
function isJsonString(text: string): boolean {
  if (!text.startsWith('"')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function addBytes({ text }: ReadPlaces, { start, end }: Range, out: TextBuffer): void {
  out.add(text.slice(start, end));
}

function textOf({ text }: ReadPlaces, { start, end }: Range): string {
  return decodeUtf8(text.slice(start, end));
}
