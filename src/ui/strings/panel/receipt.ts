// Texts of the receipt: what a document has kept of what was opened.

import { toJsonPath } from '../../../shared/document/path.ts';
import type { ChangedSpan, Receipt } from '../../../shared/protocol/receipt.ts';

const count = (value: number): string => value.toLocaleString('en-US');
const many = (value: number, one: string, more: string): string => `${count(value)} ${value === 1 ? one : more}`;
const bytes = (value: number): string => many(value, 'byte', 'bytes');

/** The sentence that counts most. */
function summary({ by, spanCount, sameBytes, bytesAfter }: Receipt): string {
  if (by === 'tokens')
    return spanCount === 0
      ? `The white space was laid out anew, so tokens were compared: all of them (${bytes(sameBytes)}) are identical.`
      : `The white space was laid out anew, so tokens were compared: ${many(spanCount, 'place has', 'places have')} changed, all other tokens (${bytes(sameBytes)}) are identical.`;
  if (spanCount === 0) return `All ${bytes(sameBytes)} are identical.`;
  const changed = many(spanCount, 'place has', 'places have');
  return sameBytes === 0 && bytesAfter > 0
    ? `${changed} changed; no stretch of bytes is the same.`
    : `${changed} changed; all other ${bytes(sameBytes)} are identical.`;
}

/** "2 changed, 1 added" */
function valueCounts({ changed, added, removed, moved }: NonNullable<Receipt['values']>): string {
  const parts = [
    ...(changed > 0 ? [`${count(changed)} changed`] : []),
    ...(added > 0 ? [`${count(added)} added`] : []),
    ...(removed > 0 ? [`${count(removed)} removed`] : []),
    ...(moved > 0 ? [`${count(moved)} moved`] : []),
  ];
  return parts.length === 0 ? 'none changed' : parts.join(', ');
}

/** `$.version: 1 → 19`; of white space and punctuation, and where values are not known, its bytes. */
function span({ start, end, newStart, newEnd, value }: ChangedSpan): string {
  if (value === undefined) {
    if (start === end) return `${bytes(newEnd - newStart)} added at byte ${count(newStart)}`;
    if (newStart === newEnd) return `${bytes(end - start)} removed at byte ${count(newStart)}`;
    return `${bytes(end - start)} at byte ${count(newStart)} replaced by ${bytes(newEnd - newStart)}`;
  }
  const [from, to] = [toJsonPath(value.path), toJsonPath(value.newPath)];
  const more = value.others > 0 ? `, and ${many(value.others, 'value', 'values')} more` : '';
  if (value.before === null) return `${to}: ${value.after ?? ''} added${more}`;
  if (value.after === null) return `${from}: ${value.before} removed${more}`;
  if (value.before === value.after && from !== to) return `${from} → ${to}: ${value.after}${more}`;
  return from === to
    ? `${to}: ${value.before} → ${value.after}${more}`
    : `${from}: ${value.before} → ${to}: ${value.after}${more}`;
}

export const RECEIPT = {
  title: 'Receipt',
  places: 'Changed places',
  outdated: 'The document has changed since.',
  again: 'Compare again',
  working: 'Comparing with what was opened',
  opened: 'Opened',
  now: 'Now',
  sent: 'Sent',
  size: 'Size',
  values: 'Values',
  valueCounts,
  valuesUnknown: 'not counted: one of the texts is not valid, or too many have changed',
  bytes,
  summary,
  exact: (numbers: number): string =>
    `${many(numbers, 'number has', 'numbers have')} more digits than a double keeps; ${numbers === 1 ? 'it is' : 'they are'} as spelt in the text.`,
  unsaved: 'The document has changes that are not saved yet; they are part of this comparison.',
  said: (receipt: Receipt): string[] => [
    summary(receipt),
    ...(receipt.values === null
      ? [`Values: ${RECEIPT.valuesUnknown}.`]
      : receipt.spanCount > 0
        ? [`Values: ${valueCounts(receipt.values)}.`]
        : []),
    ...(receipt.exactNumbers !== null && receipt.exactNumbers > 0 ? [RECEIPT.exact(receipt.exactNumbers)] : []),
  ],
  span,
  moreSpans: (left: number): string => `${count(left)} more ${left === 1 ? 'is' : 'are'} not listed.`,
  notes: 'What transforms said',
  note: (language: string, said: readonly string[]): string =>
    `Transform (${language}): ${said.length === 0 ? 'it reported nothing.' : said.join(' ')}`,
  compared: 'Both texts were read and compared in this browser. Nothing was sent.',
  copy: 'Copy as text',
  hashing: 'Computing SHA-256…',
  copied: 'The receipt was copied.',
  noHash: 'This page is not served over https, so the browser offers no SHA-256.',
  head: (name: string, at: Date): string => `Receipt for ${name}, ${at.toISOString()}`,
  /** Why there is no receipt. */
  noOriginal: 'There is no original to compare with: nothing was opened here.',
  recovered:
    'There is no original to compare with: this document was recovered from a draft, and what was opened at first is not known any more.',
  unreadable:
    'There is no original to compare with: what was opened can’t be read any more, because its file has changed since, or is gone.',
} as const;
