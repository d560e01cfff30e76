// Knows a record again in a later version of its text, where other records may have the same bytes.
//
//   the same text, or only more behind it  ──▶ the same offset
//   no other line was or is like its line  ──▶ that line, if one of the lines beside it is the same
//   all else                               ──▶ not certain: of lines that are alike, nothing tells which one went or came

import { LF } from '../../shared/bytes/ascii.ts';
import type { RecordIdentity } from '../../shared/protocol/extract.ts';

/** How much of the text is compared before and behind a record. */
const AROUND = 4096;

/** What a record is known by: its place, and what stands around it. */
export function identify(text: Uint8Array, start: number, end: number): RecordIdentity {
  const from = Math.max(startOfLine(text, start), start - AROUND);
  const to = Math.min(endOfLine(text, end), end + AROUND);
  const part = {
    start,
    raw: text.slice(start, end),
    prefix: text.slice(from, start),
    suffix: text.slice(end, to),
    previous: lineBefore(text, start),
    next: lineBehind(text, end),
  };
  return {
    ...part,
    isOnly: placesLike(text, part).length === 1,
    textLength: text.length,
    textHash: hashOf(text, text.length),
  };
}

/** Where a record stands in a later version of its text; `null` if that is not certain. */
export function findRecord(text: Uint8Array, record: RecordIdentity): number | null {
  if (isStartOf(text, record)) return record.start;
  if (!record.isOnly) return null;
  const [place, other] = placesLike(text, record);
  if (place === undefined || other !== undefined) return null;
  const isBehind = isSame(lineBefore(text, place), record.previous);
  return isBehind || isSame(lineBehind(text, place + record.raw.length), record.next) ? place : null;
}

/** Whether the text that a record was read from is the beginning of this one, or all of it. */
function isStartOf(text: Uint8Array, { start, raw, textLength, textHash }: RecordIdentity): boolean {
  return text.length >= textLength && matches(text, start, raw) && hashOf(text, textLength) === textHash;
}

/** The places of the first two records with the same bytes on a line with the same bytes before and behind them. */
function placesLike(
  text: Uint8Array,
  { raw, prefix, suffix }: Pick<RecordIdentity, 'raw' | 'prefix' | 'suffix'>,
): number[] {
  const [first = 0] = raw;
  const places: number[] = [];
  for (let at = text.indexOf(first); at >= 0 && places.length < 2; at = text.indexOf(first, at + 1)) {
    if (!matches(text, at, raw)) continue;
    const from = at - prefix.length;
    const to = at + raw.length;
    if (from < 0 || !matches(text, from, prefix) || !matches(text, to, suffix)) continue;
    const isLineStart = prefix.length === AROUND || from === 0 || text[from - 1] === LF;
    const end = to + suffix.length;
    const isLineEnd = suffix.length === AROUND || end === text.length || text[end] === LF;
    if (isLineStart && isLineEnd) places.push(at);
  }
  return places;
}

/** The end of the line before that of an offset, as far as it is compared; `null` if there is none. */
function lineBefore(text: Uint8Array, at: number): Uint8Array | null {
  const end = startOfLine(text, at) - 1;
  return end < 0 ? null : text.slice(Math.max(startOfLine(text, end), end - AROUND), end);
}

/** The beginning of the line behind that of an offset, as far as it is compared; `null` if there is none. */
function lineBehind(text: Uint8Array, at: number): Uint8Array | null {
  const start = endOfLine(text, at) + 1;
  return start > text.length ? null : text.slice(start, Math.min(endOfLine(text, start), start + AROUND));
}

function startOfLine(text: Uint8Array, at: number): number {
  // From -1 on, it would be looked for from the end.
  return at === 0 ? 0 : text.lastIndexOf(LF, at - 1) + 1;
}

function endOfLine(text: Uint8Array, from: number): number {
  const at = text.indexOf(LF, from);
  return at < 0 ? text.length : at;
}

/** Whether two lines are the same, and say something. */
function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null || one.length === 0) return false;
  return one.length === other.length && matches(one, 0, other);
}

function matches(text: Uint8Array, start: number, bytes: Uint8Array): boolean {
  if (start < 0 || start + bytes.length > text.length) return false;
  for (let index = 0; index < bytes.length; index += 1) if (text[start + index] !== bytes[index]) return false;
  return true;
}

/** A hash of the first bytes of a text, in 64 bits. */
function hashOf(text: Uint8Array, length: number): string {
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  for (let at = 0; at < length; at += 1) {
    const byte = text[at] ?? 0;
    one = Math.imul(one ^ byte, 0x01000193);
    other = Math.imul(other ^ byte ^ (one >>> 15), 0x85ebca6b);
  }
  return `${one >>> 0} ${other >>> 0}`;
}
