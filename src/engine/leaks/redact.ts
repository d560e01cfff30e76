// Replaces the secrets of a document. The same secret gets the same placeholder everywhere, and different ones get different
// ones; a number becomes 0, so that no value changes its type. Only the bytes that spell a secret change.

import type { Splice } from '../../shared/document/splice.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { RedactOrder } from '../../shared/protocol/leaks.ts';
import { asByte } from '../../shared/units.ts';
import type { Work } from '../base/work.ts';
import type { Places } from '../tape/places.ts';
import { findPlaces, isIgnored } from './find-leaks.ts';
import { Placeholders } from './placeholders.ts';
import { joinRanges } from './secret.ts';

/** Returns the changes that replace the secrets of a document, sorted. Cost: as `findLeaks`. */
export function* redact(places: Places, { form, except, ignored }: RedactOrder): Work<Splice[]> {
  const splices: Splice[] = [];
  const placeholders = new Placeholders(form);
  const kept = new Set(except);
  const left = new Set(ignored);
  yield* findPlaces(places, (place) => {
    const secrets = place.secrets.filter(({ kind }) => !kept.has(kind));
    if (secrets.length === 0) return;
    if (left.size > 0 && place.entry !== null && isIgnored(places.path(place.entry), left)) return;
    const ranges = joinRanges(secrets);
    if (place.isName) {
      // A name of JSON5 without quotes can't hold a placeholder.
      let name = '';
      let at = 0;
      for (const { start, end, secret } of ranges) {
        name += place.text.slice(at, start) + placeholders.of(secret);
        at = end;
      }
      const insert = encodeUtf8(JSON.stringify(name + place.text.slice(at)));
      splices.push({ start: asByte(place.byteAt(0)), end: asByte(place.byteAt(place.text.length)), insert });
      return;
    }
    for (const { start, end, secret } of ranges) {
      const insert = encodeUtf8(placeholders.of(secret));
      splices.push({ start: asByte(place.byteAt(start)), end: asByte(place.byteAt(end)), insert });
    }
  });
  // A key is found with its value, before which it stands, and comments after all values.
  return splices.toSorted((a, b) => a.start - b.start);
}
