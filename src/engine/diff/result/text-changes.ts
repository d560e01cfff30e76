// Finds what differs inside a changed string, as byte ranges of both documents. Strings are compared by character, an escape as
// the character it stands for. Where more changed than stayed, changes are widened to whole words. No change begins or ends inside
// of what a reader sees as one character: an emoji with its modifiers, a letter with its accents.

import { readChange, type ChangedText } from '../../../shared/protocol/compare.ts';
import { unquote } from '../../../shared/bytes/literals.ts';
import { asByte, type ByteRange } from '../../../shared/units.ts';
import { decodeUtf8, sequenceLength } from '../../../shared/bytes/utf8.ts';
import type { Places } from '../../tape/places.ts';
import type { Comparison } from './compare.ts';

/** A range of one text and the range of another that replaces it; half-open, in UTF-16 units. */
export interface StringEdit {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** Finds the changes from one text to another. */
export type TextDiffer = (
  before: string,
  after: string,
) => { readonly changes: readonly StringEdit[]; readonly complete: boolean };

/** Two strings with a larger combined length, in UTF-16 units, are only compared at their ends. */
const MAX_COMBINED_UNITS = 1024 * 1024;
/** Changes at most this far apart are joined. */
const NEAR_UNITS = 2;

/** Finds what differs inside a change; `null` unless it replaces one string with another. The cost is bounded. */
export function changedText({ changes, sides }: Comparison, index: number, differ: TextDiffer): ChangedText | null {
  const { left, right } = readChange(changes, index);
  if (left === null || right === null) return null;
  const [a, b] = [sides.left.places, sides.right.places];
  if (a.kind(left) !== 'string' || b.kind(right) !== 'string') return null;
  const [one, other] = [readUnits(a, left), readUnits(b, right)];
  const isLong = one.text.length + other.text.length > MAX_COMBINED_UNITS;
  const { changes: found, complete } = isLong ? atEnds(one.text, other.text) : differ(one.text, other.text);
  const clear = toClusters(one.text, other.text, isLong ? found : clarify(one.text, other.text, found));
  return {
    left: clear.map(({ start, end }) => rangeOf(one.offsets, start, end)),
    right: clear.map(({ from, to }) => rangeOf(other.offsets, from, to)),
    complete,
  };
}

/** The characters of a string, and the document offset of each UTF-16 unit and of the end. */
function readUnits(places: Places, node: number): { readonly text: string; readonly offsets: Uint32Array } {
  const { start, end } = places.range(node);
  const bytes = places.text.slice(start, end);
  const offsets = new Uint32Array(bytes.length + 1);
  const parts: string[] = [];
  let units = 0;
  let plain = 1;
  const close = bytes.length - 1;
  const flush = (until: number): void => {
    if (until > plain) parts.push(decodeUtf8(bytes.subarray(plain, until)));
  };
  for (let at = 1; at < close;) {
    if (bytes[at] === 0x5c) {
      flush(at);
      const next = bytes[at + 1];
      const length = next === 0x75 ? 6 : next === 0x78 ? 4 : 2;
      const meant = unquote(`"${decodeUtf8(bytes.subarray(at, at + length))}"`);
      for (let unit = 0; unit < meant.length; unit += 1) offsets[units + unit] = start + at;
      parts.push(meant);
      units += meant.length;
      at += length;
      plain = at;
      continue;
    }
    const length = (bytes[at] ?? 0) < 0x80 ? 1 : sequenceLength(bytes, at, close);
    const count = length === 4 ? 2 : 1;
    for (let unit = 0; unit < count; unit += 1) offsets[units + unit] = start + at;
    units += count;
    at += length;
  }
  flush(close);
  offsets[units] = start + close;
  const text = parts.join('');
  return { text, offsets: offsets.subarray(0, units + 1) };
}

function rangeOf(offsets: Uint32Array, start: number, end: number): ByteRange {
  // A range that ends in the middle of a character covers it.
  let stop = end;
  while (stop > start && stop < offsets.length - 1 && offsets[stop] === offsets[stop - 1]) stop += 1;
  return { start: asByte(offsets[start] ?? 0), end: asByte(offsets[stop] ?? offsets.at(-1) ?? 0) };
}

/** Returns one change: all that lies between the common prefix and the common suffix. */
function atEnds(before: string, after: string): { changes: StringEdit[]; complete: boolean } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let back = 0;
  while (
    back < shorter - start &&
    before.charCodeAt(before.length - 1 - back) === after.charCodeAt(after.length - 1 - back)
  )
    back += 1;
  return { changes: [{ start, end: before.length - back, from: start, to: after.length - back }], complete: false };
}

/** Joins changes that are close together. Where most of a text changed, widens them to whole words. */
function clarify(before: string, after: string, changes: readonly StringEdit[]): StringEdit[] {
  const changed = changes.reduce((sum, { start, end, from, to }) => sum + end - start + to - from, 0);
  const inWords = changed * 2 > before.length + after.length;
  const found: StringEdit[] = [];
  for (const [index, change] of changes.entries()) {
    // A pure insertion or deletion is clear without whole words.
    const isReplaced = change.start < change.end && change.from < change.to;
    const wide = !isReplaced
      ? slide(before, after, change, changes[index + 1]?.start ?? before.length)
      : inWords
        ? widen(before, after, change)
        : change;
    const last = found.at(-1);
    if (last !== undefined && wide.start - last.end <= NEAR_UNITS) {
      found[found.length - 1] = {
        start: last.start,
        end: Math.max(last.end, wide.end),
        from: last.from,
        to: Math.max(last.to, wide.to),
      };
    } else found.push(wide);
  }
  return found;
}

/**
 * Moves a pure insertion or deletion as far towards the next change as the result stays the same: ", and more" and not "e, and
 * mor".
 */
function slide(before: string, after: string, { start, end, from, to }: StringEdit, limit: number): StringEdit {
  const [text, first, last] = start === end ? [after, from, to] : [before, start, end];
  let by = 0;
  while (end + by < limit && text[first + by] === text[last + by]) by += 1;
  return { start: start + by, end: end + by, from: from + by, to: to + by };
}

const CLUSTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Below this unit, nothing joins the one before it. CR and LF are separate here. */
const FIRST_MARK = 0x300;

/** Widens changes to whole grapheme clusters on both sides, and joins those that meet. @see UAX 29 */
function toClusters(before: string, after: string, changes: readonly StringEdit[]): StringEdit[] {
  const isAscii = (text: string): boolean => !/[\u0300-\uffff]/.test(text);
  if (isAscii(before) && isAscii(after)) return [...changes];
  const [one, other] = [CLUSTERS.segment(before), CLUSTERS.segment(after)];
  /** How far the cluster that contains a boundary reaches back from it; 0 if it begins there. */
  const back = (text: string, segments: Intl.Segments, at: number): number =>
    isPlain(text, at) ? 0 : at - (segments.containing(at)?.index ?? at);
  /** How far the cluster that contains a boundary reaches on from it; 0 if it begins there. */
  const on = (text: string, segments: Intl.Segments, at: number): number => {
    if (isPlain(text, at)) return 0;
    const { index, segment } = segments.containing(at) ?? { index: at, segment: '' };
    return index === at ? 0 : index + segment.length - at;
  };
  // Outside of the changes both texts are equal, so both ends of a boundary move by the same.
  const wide = (change: StringEdit): StringEdit => {
    let { start, end, from, to } = change;
    for (let by = 1; by > 0; start -= by, from -= by)
      by = Math.min(Math.max(back(before, one, start), back(after, other, from)), start, from);
    for (let by = 1; by > 0; end += by, to += by)
      by = Math.min(Math.max(on(before, one, end), on(after, other, to)), before.length - end, after.length - to);
    return { start, end, from, to };
  };
  const found: StringEdit[] = [];
  for (const change of changes) {
    let next = wide(change);
    for (let last = found.at(-1); last !== undefined; last = found.at(-1)) {
      if (next.start > last.end && next.from > last.to) break;
      found.pop();
      next = wide({
        start: Math.min(last.start, next.start),
        end: Math.max(last.end, next.end),
        from: Math.min(last.from, next.from),
        to: Math.max(last.to, next.to),
      });
    }
    found.push(next);
  }
  return found;
}

/** Whether a boundary lies between units of which none belongs to a cluster of several. */
function isPlain(text: string, at: number): boolean {
  return at === 0 || at >= text.length || (text.charCodeAt(at) < FIRST_MARK && text.charCodeAt(at - 1) < FIRST_MARK);
}

/** Widens a change to the ends of the words that it begins and ends in. The added characters are the same on both sides. */
function widen(before: string, after: string, { start, end, from, to }: StringEdit): StringEdit {
  let [head, tail] = [0, 0];
  while (
    start - head > 0 &&
    from - head > 0 &&
    isWord(before, start - head - 1) &&
    before[start - head - 1] === after[from - head - 1]
  )
    head += 1;
  while (
    end + tail < before.length &&
    to + tail < after.length &&
    isWord(before, end + tail) &&
    before[end + tail] === after[to + tail]
  )
    tail += 1;
  return { start: start - head, end: end + tail, from: from - head, to: to + tail };
}

function isWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text[at] ?? '');
}
