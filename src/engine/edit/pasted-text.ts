// Decides how a pasted text is read:
//
//   {"a": 1}            JSON: one value
//   "a": 1, "b": 2      members without their braces: one value each, with its key
//   3, [1]              items without their brackets
//   anything else       a string
//
// For a text that was copied by the page itself, the number of values and the dialect are known. Where the document cannot hold
// that dialect, the values are spelt as JSON.

import { isPlainNumber, plainNumber } from '../../shared/bytes/literals.ts';
import { acceptsDialect, type Dialect, hasComments, valueDialect } from '../../shared/document/dialect.ts';
import type { EnteredItem, PastedAs, PasteIntent } from '../../shared/protocol/edit-intent.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte } from '../../shared/units.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../document/document.ts';
import type { Places } from '../tape/places.ts';
import { addSource } from '../query/source-text.ts';
import { NO_COMMENTS } from '../layout/comments.ts';
import { parseText } from '../layout/spelling.ts';
import { TextBuffer } from '../base/text-buffer.ts';
import { finish, type Work } from '../base/work.ts';

/** The values of a text, and how it was read. */
export interface PastedText {
  /** The key is empty where the text has none. */
  readonly values: readonly EnteredItem[];
  readonly pastedAs: PastedAs;
  /** How many of JSON5's Infinity and NaN became strings, because the document can't hold them. */
  readonly noNumbers: number;
}

/** Reads a pasted text for a document. */
export function* readPasted(places: Places, { text, as, copied }: PasteIntent): Work<PastedText> {
  if (as === 'text') return textOf(text);
  if (copied == null) return readText(places, text);
  const own = yield* readCopied(places, text, copied.count, copied.dialect);
  if (own === null) return readText(places, text);
  const { comments } = copied;
  if (comments?.length !== own.values.length || !hasComments(places.tape.dialect)) return own;
  return { ...own, values: own.values.map((value, index) => ({ ...value, comments: comments[index] ?? NO_COMMENTS })) };
}

/** Reads a text in the dialect in which the document's values are written. */
function readText(places: Places, text: string): PastedText {
  const trimmed = text.trim();
  const value = parseText(places, trimmed);
  if (value !== null) return { values: [{ key: '', json: trimmed }], pastedAs: 'json', noNumbers: 0 };
  const list = parseList(places, trimmed.endsWith(',') ? trimmed.slice(0, -1) : trimmed);
  return list === null ? textOf(text) : { values: childrenOf(list), pastedAs: 'items', noNumbers: 0 };
}

/** Reads a text of `count` values in `dialect`; `null` when it is not that. */
function* readCopied(places: Places, text: string, count: number, dialect: Dialect): Work<PastedText | null> {
  const own = valueDialect(dialect);
  const parsed = count === 1 ? parseText(places, text.trim(), own) : parseList(places, text, own);
  if (parsed === null) return null;
  const { dialect: wanted } = places.tape;
  const isHeld = acceptsDialect(valueDialect(wanted), own);
  const pastedAs = count === 1 ? 'json' : 'items';
  if (count === 1 && isHeld) return { values: [{ key: '', json: text.trim() }], pastedAs, noNumbers: 0 };
  const noNumbers = isHeld ? 0 : quoteNonNumbers(parsed);
  const json = isHeld ? null : yield* spellValue(parsed);
  if (count === 1 && json !== null) return { values: [{ key: '', json }], pastedAs, noNumbers };
  const list = json === null ? parsed : parseText(places, json, 'json');
  const values = list === null ? [] : childrenOf(list);
  return values.length === count ? { values, pastedAs, noNumbers } : null;
}

/** Turns Infinity and NaN into strings of their spelling. Returns their number. */
function quoteNonNumbers(document: JsonDocument): number {
  const { tape, places } = document;
  const splices: Splice[] = [];
  for (let entry = 0; entry < tape.count; entry += 1) {
    if (tape.isOpening(entry) || tape.isClosing(entry) || places.kind(entry) !== 'number') continue;
    const { start, end } = places.range(entry);
    const text = decodeUtf8(places.text.slice(start, end));
    if (isPlainNumber(plainNumber(text))) continue;
    splices.push({ start: asByte(start), end: asByte(end), insert: encodeUtf8(JSON.stringify(text)) });
  }
  if (splices.length === 0) return 0;
  document.apply(splices);
  finish(document.settle());
  return splices.length;
}

/** A value of another dialect, spelt as JSON; a text that is none, as a string. */
export function* spellAsJson(places: Places, text: string, dialect: Dialect): Work<string> {
  const parsed = parseText(places, text, dialect);
  if (parsed === null) return JSON.stringify(text);
  quoteNonNumbers(parsed);
  return yield* spellValue(parsed);
}

function* spellValue({ places }: JsonDocument): Work<string> {
  const out = new TextBuffer();
  yield* addSource(places, 0, out);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return out
    .finish()
    .map((piece) => decoder.decode(piece, { stream: true }))
    .join('');
}

function textOf(text: string): PastedText {
  return { values: [{ key: '', json: JSON.stringify(text) }], pastedAs: 'text', noNumbers: 0 };
}

/** Parses members or items as a document of their own; `null` when a text is neither, or has none. */
function parseList(places: Places, inner: string, dialect?: Dialect): JsonDocument | null {
  for (const [opening, closing] of ['{}', '[]'] as const) {
    // The last line may end in a line comment.
    const list = parseText(places, `${opening}${inner}\n${closing}`, dialect);
    if (list !== null && list.tape.closing(0) > 1) return list;
  }
  return null;
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
