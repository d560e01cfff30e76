// How a value is spelt where it is inserted: JSON that the user typed or pasted gets the layout of its new surroundings; a
// value that moves within the document changes only its indentation. A line end can only be inside a string after a backslash,
// so re-indenting cannot change a value.

import { copyBytes } from '../../shared/bytes/bytes.ts';
import { type Dialect, DIALECT_LABELS, hasComments, valueDialect } from '../../shared/document/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { JsonDocument } from '../document/document.ts';
import { formatDocument } from './format.ts';
import { hasLines, indentUnit, lineEnd } from './container-layout.ts';
import type { Places } from '../tape/places.ts';
import { layOutText } from './small-text.ts';
import { skipTrivia } from '../tape/trivia.ts';
import { finish } from '../base/work.ts';
import { EDIT } from '../../shared/texts/edits.ts';
import { BACKSLASH, CR, LF } from '../../shared/bytes/ascii.ts';
import { isJson } from '../../shared/document/json-text.ts';
import { loadDocument } from '../document/load-document.ts';

/** Texts shorter than this are checked with `JSON.parse`, and scanned only if it rejects them. */
const SHORT = 16384;

/**
 * Checks that a text is valid in the document's dialect. Returns whether it is short, and strict JSON.
 * @throws CodedError `syntax` with the reason
 */
export function checkJson(places: Places, json: string): boolean {
  if (json.length < SHORT && isJson(json)) return true;
  parseEntered(places, json);
  return false;
}

/** Whether a text is a valid value in the document's dialect. */
export function holdsJson(places: Places, json: string): boolean {
  if (json.length < SHORT) {
    if (isJson(json)) return true;
    // For plain JSON `JSON.parse` is authoritative; a scan would need a memory of its own.
    if (!hasComments(places.tape.dialect)) return false;
  }
  return parseFragment(places, encodeUtf8(json)).error === null;
}

/** Parses entered text in the document's dialect. @throws CodedError `syntax` with the reason */
export function parseEntered(places: Places, json: string): JsonDocument {
  const document = parseFragment(places, encodeUtf8(json));
  if (document.error === null) return document;
  const { label, error } = { label: DIALECT_LABELS[document.dialect], error: document.error };
  throw new CodedError('syntax', EDIT.notEntered(label, error.message), error.place);
}

/** A text as a document of its own in `dialect`; `null` if it holds no value or is not valid. */
export function parseText(
  places: Places,
  text: string,
  dialect: Dialect = valueDialect(places.tape.dialect),
): JsonDocument | null {
  // For plain JSON `JSON.parse` is authoritative; a scan would need a memory of its own.
  if (text.length < SHORT && !hasComments(dialect) && !isJson(text)) return null;
  const fragment = parseFragment(places, encodeUtf8(text), dialect);
  return fragment.error === null && fragment.tape.count > 0 ? fragment : null;
}

function parseFragment(
  places: Places,
  bytes: Uint8Array,
  dialect: Dialect = valueDialect(places.tape.dialect),
): JsonDocument {
  return loadDocument(bytes, dialect);
}

/**
 * Entered JSON, spelt for a line that is indented by `indent`; if that is `null`, for the line of its container.
 * @throws CodedError `syntax`
 */
export function formatEntered(places: Places, json: string, indent: string | null): Uint8Array {
  const isStrict = checkJson(places, json);
  const trimmed = json.trim();
  const bytes = encodeUtf8(endsInLineComment(places, trimmed) ? trimmed + lineEnd(places) : trimmed);
  if (!/^[[{]/.test(trimmed)) return bytes;
  const inLines = trimmed.includes('\n');
  const format = (style: 'format' | 'compact'): Uint8Array => {
    const unit = indentUnit(places);
    const step = /^(?: {1,16}|\t{1,16})$/.test(unit) ? unit : '  ';
    if (isStrict) return encodeUtf8(layOutText(trimmed, style === 'compact' ? null : step));
    const options = { style, indent: step, maxLineLength: 80 } as const;
    return finish(formatDocument(parseFragment(places, bytes), options))
      .memory.text()
      .slice();
  };
  if (!hasLines(places) || indent === null) return inLines ? format('compact') : bytes;
  const laidOut = inLines ? bytes : format('format');
  return reindent(laidOut, lastIndent(laidOut), indent, lineEnd(places));
}

/** Whether an entered text ends in a line comment, which would swallow what follows it. */
function endsInLineComment(places: Places, entered: string): boolean {
  if (!hasComments(places.tape.dialect) || !entered.includes('//')) return false;
  const fragment = parseFragment(places, encodeUtf8(entered)).places;
  let isLine = false;
  skipTrivia(fragment.text, fragment.range(0).end, (comment) => ({ isLine } = comment));
  return isLine;
}

/** The indentation of a text's last line; empty if it has only one line. */
function lastIndent(bytes: Uint8Array): string {
  const start = bytes.lastIndexOf(LF) + 1;
  let end = start;
  while (bytes[end] === 0x20 || bytes[end] === 0x09) end += 1;
  return start === 0 ? '' : decodeUtf8(bytes.subarray(start, end));
}

/**
 * Replaces the indentation `from` of a text's lines, as far as they have it, by `to`; the first line is not changed. If `eol`
 * is given, it replaces the line ends. Cost: the text's length.
 */
export function reindent(bytes: Uint8Array, from: string, to: string, eol?: string): Uint8Array {
  if ((from === to && (eol === undefined || (eol === '\n' && !bytes.includes(CR)))) || !bytes.includes(LF))
    return bytes;
  const [old, indent] = [encodeUtf8(from), encodeUtf8(to)];
  const ending = eol === undefined ? null : encodeUtf8(eol);
  // Computes the length first: with an array for each line, a text of 50 million lines would not fit in memory.
  let size = bytes.length;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (isLeftOut(bytes, at)) continue;
    if (ending !== null) size += ending.length - (bytes[at - 1] === CR ? 2 : 1);
    size += indent.length - commonLength(bytes, at + 1, old);
  }
  const out = new Uint8Array(size);
  let written = 0;
  const write = (part: Uint8Array, start: number, end: number): void => {
    copyBytes(part, start, end, out, written);
    written += end - start;
  };
  let start = 0;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (isLeftOut(bytes, at)) continue;
    if (ending === null) write(bytes, start, at + 1);
    else {
      write(bytes, start, bytes[at - 1] === CR ? at - 1 : at);
      write(ending, 0, ending.length);
    }
    write(indent, 0, indent.length);
    start = at + 1 + commonLength(bytes, at + 1, old);
  }
  write(bytes, start, bytes.length);
  return out;
}

/** Whether a line end is a line continuation inside a JSON5 string. White space after it is part of the string. */
function isLeftOut(bytes: Uint8Array, at: number): boolean {
  return bytes[at - 1] === BACKSLASH || (bytes[at - 1] === CR && bytes[at - 2] === BACKSLASH);
}

/** How many of the first bytes of `wanted` are at an offset. */
function commonLength(bytes: Uint8Array, offset: number, wanted: Uint8Array): number {
  let length = 0;
  while (length < wanted.length && bytes[offset + length] === wanted[length]) length += 1;
  return length;
}
