// Values whose lines have a prefix each: `> ` of a mail, the time of a log, a container's name; and records that a container's
// runtime cut into parts (`P` … `F`).

import { LF, SPACE } from '../../shared/bytes/ascii.ts';
import { isDigit } from '../base/json-tokens.ts';
import { ViewWriter, type DecodedView } from './view.ts';

/** The longest prefix that is looked at. */
const LONGEST = 512;

/** The start of the line at an offset, not further back than a prefix may be long; -1 beyond that. */
export function lineStart(bytes: Uint8Array, offset: number): number {
  for (let at = offset; at > offset - LONGEST; at -= 1) {
    if (at === 0 || bytes[at - 1] === LF) return at;
  }
  return -1;
}

/** The end of what two lines begin with alike, numbers and their padding aside, in the second line; its start if nothing. */
function alikeUntil(bytes: Uint8Array, first: number, firstEnd: number, second: number): number {
  let a = first;
  let b = second;
  while (a < firstEnd && b < bytes.length && b - second < LONGEST) {
    const left = bytes[a];
    const right = bytes[b];
    if (isDigit(left) && isDigit(right)) {
      while (a < firstEnd && isDigit(bytes[a])) a += 1;
      while (isDigit(bytes[b])) b += 1;
    } else if (left === right) {
      if (left === LF) break;
      a += 1;
      b += 1;
    } else if (left === SPACE && isDigit(right)) {
      if (!isDigit(bytes[skipSpaces(bytes, a)])) break;
      a = skipSpaces(bytes, a);
    } else if (right === SPACE && isDigit(left)) {
      if (!isDigit(bytes[skipSpaces(bytes, b)])) break;
      b = skipSpaces(bytes, b);
    } else break;
  }
  return b;
}

function skipSpaces(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === SPACE) at += 1;
  return at;
}

/**
 * The source without the prefixes of its lines: the part that the first lines have in common with the line in which `at` is.
 * `null` if they have none.
 */
export function withoutPrefixes(source: DecodedView, text: Uint8Array, at: number): DecodedView | null {
  const first = lineStart(text, at);
  if (first < 0) return null;
  const { bytes } = source;
  const nextLine = bytes.indexOf(LF) + 1;
  if (nextLine === 0) return null;
  const second = source.ends[nextLine - 1] ?? 0;
  let width = alikeUntil(text, first, at, second) - second;
  if (width === 0) return null;
  // What only two lines have in common may belong to the value: a third line tells.
  const third = second + text.subarray(second, second + 4 * LONGEST).indexOf(LF) + 1;
  if (third > second && third < text.length) {
    const alike = alikeUntil(text, second, second + width, third);
    if (alike > third) width = Math.min(width, alikeWidth(text, second, third, alike));
  }
  const out = new ViewWriter(source, bytes.length);
  let index = 0;
  while (index < bytes.length) {
    const byte = bytes[index] ?? 0;
    out.add(byte, index, index + 1);
    index += 1;
    if (byte !== LF) continue;
    const line = source.starts[index] ?? -1;
    if (line < 0) break;
    if (index + LONGEST > bytes.length && !source.isWhole) return out.finish(false);
    const end = matchPrefix(text, second, second + width, line);
    if (end < 0) return out.finish(true);
    index += end - line;
  }
  return out.finish(source.isWhole);
}

/** How much of the second line's prefix a third line shares. */
function alikeWidth(bytes: Uint8Array, second: number, third: number, thirdEnd: number): number {
  return alikeUntil(bytes, third, thirdEnd, second) - second;
}

/** The end of a prefix of the same form at a line, trailing spaces aside; -1 if the line has another. */
function matchPrefix(bytes: Uint8Array, prefix: number, prefixEnd: number, line: number): number {
  const end = alikeUntil(bytes, prefix, prefixEnd, line);
  const trimmed = trimEnd(bytes, prefix, prefixEnd);
  // The whole prefix has to be there: what is alike must reach its last byte.
  const reached = alikeUntil(bytes, line, end, prefix);
  return reached >= trimmed ? end : -1;
}

function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && bytes[at - 1] === SPACE) at -= 1;
  return at;
}

/** Lines of the other stream between two parts. */
const MAX_OTHERS = 32;
const CRI = /^\S+ (stdout|stderr) ([PF]) /;

/** Where the parts of a record that was cut follow each other: the source without what is between them; `null` if it is whole. */
export function joinedParts(source: DecodedView, text: Uint8Array, at: number): DecodedView | null {
  const first = lineStart(text, at);
  if (first < 0) return null;
  const head = CRI.exec(latin(text, first, Math.min(at, first + 80)));
  if (head === null || head[2] !== 'P') return null;
  const out = new ViewWriter(source, source.bytes.length);
  let index = 0;
  let isLast = false;
  let others = 0;
  while (index < source.bytes.length) {
    const byte = source.bytes[index] ?? 0;
    if (byte !== LF) {
      out.add(byte, index, index + 1);
      index += 1;
      continue;
    }
    if (isLast) return out.finish(true);
    const line = source.ends[index] ?? 0;
    if (index + 80 > source.bytes.length && !source.isWhole) return out.finish(false);
    const next = CRI.exec(latin(text, line, Math.min(text.length, line + 80)));
    if (next === null) return out.finish(true);
    if (next[1] !== head[1]) {
      // A line of the other stream in between.
      const end = source.bytes.indexOf(LF, index + 1);
      others += 1;
      if (end < 0 || others > MAX_OTHERS) return out.finish(end >= 0 || source.isWhole);
      index = end;
      continue;
    }
    isLast = next[2] === 'F';
    index += 1 + next[0].length;
  }
  return out.finish(source.isWhole);
}

function latin(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
