// Describes the key or value at a byte, for a tooltip.

import { unquote } from '../../shared/bytes/literals.ts';
import type { Description } from '../../shared/protocol/textview.ts';
import { asByte } from '../../shared/units.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../document/document.ts';
import type { Range } from '../tape/tape.ts';
import { findKey } from '../tape/trivia.ts';

/** Bytes of a scalar that are returned, at most; enough for numbers and dates. */
const MAX_TEXT_BYTES = 1024;
/** Longest string whose characters are counted, in bytes. */
const MAX_COUNTED = 1_000_000;

/**
 * Describes the key or value that contains a byte, a container only at its brackets. `null` when there is neither, or the text
 * is not valid.
 */
export function describeAt(document: JsonDocument, offset: number): Description | null {
  if (!document.isLive) return null;
  const { places, tape, children } = document;
  const entry = places.atOffset(offset);
  if (entry < 0) return null;
  const range = tokenAt(document, entry, offset);
  if (range === null) return null;
  const value = places.range(entry);
  const kind = places.kind(entry);
  const isContainer = tape.isOpening(entry);
  const text = isContainer
    ? ''
    : decodeUtf8(places.text.slice(value.start, Math.min(value.end, value.start + MAX_TEXT_BYTES)));
  const size = value.end - value.start;
  const isCounted = kind === 'string' && size <= MAX_COUNTED;
  return {
    path: places.path(entry),
    kind,
    range: { start: asByte(range.start), end: asByte(range.end) },
    count: isContainer ? children.count(entry) : null,
    text,
    isCut: !isContainer && size > MAX_TEXT_BYTES,
    size,
    characters: isCounted ? unquote(decodeUtf8(places.text.slice(value.start, value.end))).length : null,
  };
}

/** The key, scalar or bracket of an entry that contains a byte. */
function tokenAt(document: JsonDocument, entry: number, offset: number): Range | null {
  const { places, tape } = document;
  const value = places.range(entry);
  const bracket = tape.bracketLength(entry);
  const tokens: Range[] = tape.isOpening(entry)
    ? [
        { start: value.start, end: value.start + bracket },
        { start: value.end - bracket, end: value.end },
      ]
    : [value];
  const container = places.parent(entry);
  if (container >= 0 && places.kind(container) === 'object') {
    const key = findKey(places, entry);
    if (key !== null) tokens.push(key);
  }
  return tokens.find(({ start, end }) => offset >= start && offset < end) ?? null;
}
