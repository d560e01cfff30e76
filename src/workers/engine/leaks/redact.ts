// Replaces the secrets of a document. The same secret gets the same placeholder everywhere, and different ones get different
// ones; a number becomes 0, so that no value changes its type. What is not part of a secret keeps its bytes.

import type { Splice } from '../../../shared/document/splice.ts';
import { encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { RedactOrder } from '../../../shared/protocol/leaks.ts';
import { asByte } from '../../../shared/units.ts';
import type { Work } from '../base/work.ts';
import type { Places } from '../tape/places.ts';
import { findPlaces, isIgnored, type LeakPlace } from './find-leaks.ts';
import { Placeholders } from './placeholders.ts';
import type { Secret } from './secret.ts';

/** Returns the changes that replace the secrets of a document, sorted. Cost: as `findLeaks`. */
export function* redact(places: Places, { form, except, ignored }: RedactOrder): Work<Splice[]> {
  const splices: Splice[] = [];
  const placeholders = new Placeholders(form);
  const kept = new Set(except);
  const left = new Set(ignored);
  yield* findPlaces(places, (place) => {
    const secrets = place.secrets.filter(({ kind }) => !kept.has(kind));
    if (secrets.length === 0) return;
    if (left.size > 0 && isIgnored(places.path(place.entry), left)) return;
    const { start, end } = place.isKey ? places.keyRange(place.entry) : places.range(place.entry);
    const insert = encodeUtf8(speltAnew(places, place, secrets, placeholders));
    splices.push({ start: asByte(start), end: asByte(end), insert });
  });
  // A key is found with its value, before which it stands.
  return splices.toSorted((a, b) => a.start - b.start);
}

function speltAnew(
  places: Places,
  { entry, isKey, text }: LeakPlace,
  secrets: readonly Secret[],
  placeholders: Placeholders,
): string {
  const kind = isKey ? 'string' : places.kind(entry);
  if (kind === 'number') return '0';
  const replaced = replaceSecrets(text, secrets, placeholders);
  return kind === 'string' ? JSON.stringify(replaced) : replaced;
}

/** Replaces each secret wherever it stands in the text. Of two that overlap, both go. */
function replaceSecrets(text: string, secrets: readonly Secret[], placeholders: Placeholders): string {
  const ranges: { start: number; end: number; readonly placeholder: string }[] = [];
  for (const secret of secrets) {
    const placeholder = placeholders.of(secret);
    for (let at = text.indexOf(secret.text); at >= 0; at = text.indexOf(secret.text, at + secret.text.length))
      ranges.push({ start: at, end: at + secret.text.length, placeholder });
  }
  ranges.sort((a, b) => a.start - b.start || b.end - a.end);
  let made = '';
  let end = 0;
  for (const range of ranges) {
    if (range.start >= end) made += text.slice(end, range.start) + range.placeholder;
    end = Math.max(end, range.end);
  }
  return made + text.slice(end);
}
