// Replaces a value with the result of a query, in the layout of its surroundings.

import type { Splice } from '../../shared/document/splice.ts';
import { LF } from '../../shared/bytes/ascii.ts';
import { equalBytes, joinBytes } from '../../shared/bytes/bytes.ts';
import { asByte } from '../../shared/units.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { JsonDocument } from '../document/document.ts';
import { formatDocument } from '../layout/format.ts';
import { hasLines, indentUnit, lineEnd, lineIndent } from '../layout/container-layout.ts';
import type { Places } from '../tape/places.ts';
import { reindent } from '../layout/spelling.ts';
import type { Work } from '../base/work.ts';
import { loadDocument } from '../document/load-document.ts';

const COMPACT = { style: 'compact', indent: '', maxLineLength: 80 } as const;
/** Records per slice. */
const SLICE_ITEMS = 4096;

/**
 * The splice that replaces the value at an entry with `json`, which is valid and already laid out. In place of the records of
 * an NDJSON document, the items of an array become records; any other value becomes the only record.
 */
export function* placeResult(places: Places, node: number, json: Uint8Array): Work<Splice[]> {
  const { start, end } = places.range(node);
  return [{ start: asByte(start), end: asByte(end), insert: yield* spellResult(places, node, json) }];
}

function* spellResult(places: Places, node: number, json: Uint8Array): Work<Uint8Array> {
  const { tape } = places;
  if (tape.bracketLength(node) === 0) return yield* recordsOf(yield* compact(json), lineEnd(places));
  const indent = hasLines(places) ? lineIndent(places, places.range(node).start) : null;
  if (indent === null) return (yield* compact(json)).memory.text().slice();
  return reindent(withUnit(json, indentUnit(places)), '', indent, lineEnd(places));
}

/** Replaces each level of indentation of laid out JSON, whose strings have no line ends, by `unit`. */
function withUnit(json: Uint8Array, unit: string): Uint8Array {
  const second = json.indexOf(LF) + 1;
  let width = 0;
  while (second > 0 && isBlank(json[second + width])) width += 1;
  const own = json.subarray(second, second + width);
  const wanted = encodeUtf8(unit);
  if (width === 0 || equalBytes(own, wanted)) return json;
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let line = second; line > 0; line = json.indexOf(LF, line) + 1) {
    let blanks = 0;
    while (isBlank(json[line + blanks])) blanks += 1;
    const levels = Math.floor(blanks / width);
    parts.push(json.subarray(from, line));
    for (let level = 0; level < levels; level += 1) parts.push(wanted);
    from = line + levels * width;
  }
  parts.push(json.subarray(from));
  return joinBytes(parts);
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09;
}

function* compact(json: Uint8Array): Work<JsonDocument> {
  return yield* formatDocument(loadDocument(json), COMPACT);
}

function* recordsOf({ places, tape, memory }: JsonDocument, eol: string): Work<Uint8Array> {
  const lineBreak = encodeUtf8(eol);
  if (places.kind(0) !== 'array') return joinBytes([memory.text(), lineBreak]);
  const parts: Uint8Array[] = [];
  const close = tape.closing(0);
  for (let item = 1; item < close; item = tape.next(item)) {
    const { start, end } = places.range(item);
    parts.push(memory.text(start, end), lineBreak);
    if (parts.length % SLICE_ITEMS === 0) yield { done: end, total: memory.size };
  }
  return joinBytes(parts);
}
