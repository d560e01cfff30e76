// Values of a document as JSON, to be put into another one.

import { plainNumber, isPlainNumber, unquote } from '../../../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../../../shared/bytes/utf8.ts';
import { hasComments } from '../../../../shared/document/dialect.ts';
import type { Places } from '../../tape/places.ts';

/** What takes more bytes is not copied. */
const LONGEST = 10_000;

/** A value as JSON, as it is spelt where that is JSON; `null` for a long one, and for a container or number that JSON can't spell so. */
export function spellJson(places: Places, entry: number): string | null {
  const { start, end } = places.range(entry);
  if (end - start > LONGEST || places.tape.bracketLength(entry) === 0) return null;
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
