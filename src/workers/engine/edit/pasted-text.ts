// Decides how a pasted text is read:
//
//   {"a": 1}            JSON: one value
//   "a": 1, "b": 2      members without their braces: one value each, with its key
//   3, [1]              items without their brackets
//   anything else       a string
//
// For a text that was copied by the page itself, the number of values and the dialect are known. Where the document cannot hold
// that dialect, the values are spelt as JSON.

import { acceptsDialect, type Dialect } from '../../../shared/document/dialect.ts';
import type { EnteredItem, PastedAs, PasteIntent } from '../../../shared/protocol/edit-intent.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../document/document.ts';
import type { Places } from '../tape/places.ts';
import { addSource } from '../query/sourcetext.ts';
import { parseText } from '../layout/spelling.ts';
import { TextBuffer } from '../base/text-buffer.ts';
import type { Work } from '../base/work.ts';

/** The values of a text, and how it was read. */
export interface PastedText {
  /** The key is empty where the text has none. */
  readonly values: readonly EnteredItem[];
  readonly pastedAs: PastedAs;
}

/** Reads a pasted text for a document. */
export function* readPasted(places: Places, { text, as, copied }: PasteIntent): Work<PastedText> {
  if (as === 'text') return textOf(text);
  const own = copied == null ? null : yield* readCopied(places, text, copied.count, copied.dialect);
  return own ?? readText(places, text);
}

/** Reads a text in the dialect in which the document's values are written. */
function readText(places: Places, text: string): PastedText {
  const trimmed = text.trim();
  const value = parseText(places, trimmed);
  if (value !== null) return { values: [{ key: '', json: trimmed }], pastedAs: 'json' };
  const list = parseList(places, trimmed.endsWith(',') ? trimmed.slice(0, -1) : trimmed);
  return list === null ? textOf(text) : { values: childrenOf(list), pastedAs: 'items' };
}

/** Reads a text of `count` values in `dialect`; `null` when it is not that. */
function* readCopied(places: Places, text: string, count: number, dialect: Dialect): Work<PastedText | null> {
  const own = dialect === 'ndjson' ? 'json' : dialect;
  const parsed = count === 1 ? parseText(places, text.trim(), own) : parseList(places, text, own);
  if (parsed === null) return null;
  const { dialect: wanted } = places.tape;
  const isHeld = acceptsDialect(wanted === 'ndjson' ? 'json' : wanted, own);
  const pastedAs = count === 1 ? 'json' : 'items';
  if (count === 1 && isHeld) return { values: [{ key: '', json: text.trim() }], pastedAs };
  const json = isHeld ? null : yield* spellValue(parsed);
  if (count === 1 && json !== null) return { values: [{ key: '', json }], pastedAs };
  const list = json === null ? parsed : parseText(places, json, 'json');
  const values = list === null ? [] : childrenOf(list);
  return values.length === count ? { values, pastedAs } : null;
}

/** A value of another dialect, spelt as JSON; a text that is none, as a string. */
export function* spellAsJson(places: Places, text: string, dialect: Dialect): Work<string> {
  const parsed = parseText(places, text, dialect);
  return parsed === null ? JSON.stringify(text) : yield* spellValue(parsed);
}

function* spellValue({ places }: JsonDocument): Work<string> {
  const out = new TextBuffer();
  yield* addSource(places, 0, out);
  const decoder = new TextDecoder();
  return out
    .finish()
    .map((piece) => decoder.decode(piece, { stream: true }))
    .join('');
}

function textOf(text: string): PastedText {
  return { values: [{ key: '', json: JSON.stringify(text) }], pastedAs: 'text' };
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
