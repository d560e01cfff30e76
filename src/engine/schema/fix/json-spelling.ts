// Converts values of a document to JSON, for insertion into another document.

import { plainNumber, isPlainNumber, unquote } from '../../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { hasComments } from '../../../shared/document/dialect.ts';
import type { Places } from '../../tape/places.ts';

/** Values with more bytes are not copied. */
const MAX_VALUE_BYTES = 10_000;

/**
 * Returns a value as JSON, unchanged when it is JSON already. `null` for long values, for containers in dialects with comments,
 * and for numbers that JSON can't represent.
 */
export function toJsonText(places: Places, entry: number): string | null {
  const { start, end } = places.range(entry);
  if (end - start > MAX_VALUE_BYTES || places.tape.bracketLength(entry) === 0) return null;
  const text = decodeUtf8(places.text.slice(start, end));
  if (!hasComments(places.tape.dialect)) return text;
  switch (places.kind(entry)) {
    case 'string':
      return JSON.stringify(unquote(text));
    case 'number': {
      const number = plainNumber(text);
      return isPlainNumber(number) ? number : null;
    }
    case 'true':
    case 'false':
    case 'null':
      return text;
    default:
      return null;
  }
}
