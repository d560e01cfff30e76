// Spells a value of one document for another, or for a JSON file: byte for byte where both allow the same spellings. What only
// JSON5 or JSON with comments can spell becomes plain JSON.

import type { Dialect } from '../../../shared/document/dialect.ts';
import { CodedError } from '../../../shared/errors.ts';
import { plainNumber, unquote } from '../../../shared/bytes/literals.ts';
import { encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { Places } from '../../tape/places.ts';
import { spelling } from '../match/equal.ts';
import { FORMAT } from '../../../shared/texts/formatting.ts';

/** Each dialect includes those of a lower rank. */
const RANKS: Readonly<Record<Dialect, number>> = { json: 0, ndjson: 0, jsonc: 1, json5: 2 };

/**
 * Returns the bytes of a value for a document of a dialect; a view of the text where the spelling is kept.
 * @throws CodedError `refused` for NaN and Infinity
 */
export function textForDialect(places: Places, node: number, dialect: Dialect): Uint8Array {
  const isRecords = places.tape.bracketLength(node) === 0;
  if (!isRecords && RANKS[places.tape.dialect] <= RANKS[dialect]) {
    const { start, end } = places.range(node);
    return places.text.slice(start, end);
  }
  return encodeUtf8(spellPlain(places, node));
}

/** A value as JSON on one line. */
function spellPlain(places: Places, node: number): string {
  const { tape } = places;
  const end = tape.next(node);
  const parts: string[] = [];
  // The open containers: whether each is an object, and whether it is still empty.
  const open: { readonly isObject: boolean; isEmpty: boolean }[] = [];
  for (let entry = node; entry < end; entry += 1) {
    if (tape.isClosing(entry)) {
      parts.push(open.pop()?.isObject === true ? '}' : ']');
      continue;
    }
    const around = open.at(-1);
    if (around !== undefined) {
      if (!around.isEmpty) parts.push(',');
      around.isEmpty = false;
      if (around.isObject) parts.push(JSON.stringify(places.key(entry)), ':');
    }
    if (tape.isOpening(entry)) {
      const isObject = places.kind(entry) === 'object';
      open.push({ isObject, isEmpty: true });
      parts.push(isObject ? '{' : '[');
    } else parts.push(spellScalar(places, entry));
  }
  return parts.join('');
}

function spellScalar(places: Places, node: number): string {
  const text = spelling(places, node);
  const kind = places.kind(node);
  if (kind === 'string') return JSON.stringify(unquote(text));
  if (kind !== 'number') return text;
  const number = plainNumber(text);
  if (/\d/.test(number)) return number;
  throw new CodedError('refused', FORMAT.noSuchNumber(number));
}
