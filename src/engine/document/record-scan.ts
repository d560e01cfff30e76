// Scans NDJSON line by line, so that a line that is not a JSON value affects no other line. Used if the text as a whole is not
// valid. The result depends only on the text.
//
//   text    {"a":1} ⏎ {"a": ⏎ tru ⏎ [2]          entry  start  link
//   offset  0         8       14    18             0      0    opening      the root
//                                                  1      0    opening, 2   {"a":1}
//                                                  …
//                                                  4      8    opening, 1   {"a":    broken: brackets with nothing between
//                                                  5     12    closing, 1
//                                                  6     14    scalar, 3    tru      broken: a scalar of any bytes
//
// A broken record that begins with a bracket gets a pair of entries, so that code that goes by the first byte of a value finds
// an empty container. The starts of all broken records are stored in `tape.broken`.

import { TEXT_BASE, type DocumentMemory } from '../base/memory.ts';
import { CLOSING, ENTRY_BYTES, LINK_MASK, OPENING } from '../tape/tape.ts';
import { EXPECT, PART, type ScanError } from './scan.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import { BRACE, BRACKET, LF } from '../../shared/bytes/ascii.ts';

const FAILED = 4;

/** The result of scanning lines. */
export interface ScannedRecords {
  /** The number of entries written. */
  readonly count: number;
  /** The starts of broken records. */
  readonly broken: Uint32Array;
}

/**
 * Writes the entries of the records from `start` to `end` to memory at `target`. Both offsets must be at the beginning or the
 * end of a line.
 */
export function* scanRecords(
  memory: DocumentMemory,
  target: () => number,
  start: number,
  end: number,
): Work<ScannedRecords> {
  const broken: number[] = [];
  let count = 0;
  let until = start + SLICE_BYTES;
  for (let line = start; line < end;) {
    const lineEnd = endOfLine(memory, line, end);
    const [first, behind] = trimmed(memory, line, lineEnd);
    line = lineEnd + 1;
    if (first < behind) {
      const made = yield* scanRecord(memory, () => target() + count * ENTRY_BYTES, first, behind);
      if (typeof made === 'number') count += made;
      else {
        broken.push(first);
        count += writeBroken(memory, target() + count * ENTRY_BYTES, first, behind);
      }
    }
    if (line < until) continue;
    until = line + SLICE_BYTES;
    yield { done: Math.min(line, end), total: end };
  }
  return { count, broken: Uint32Array.from(broken) };
}

/** Scans one record. Returns the number of its entries, or its error. */
export function* scanRecord(
  memory: DocumentMemory,
  target: () => number,
  start: number,
  end: number,
): Work<number | ScanError> {
  const { passes } = memory;
  passes.begin(0, 0, start, EXPECT.value, PART.lines, 0);
  for (let limit = start; limit < end;) {
    if (limit > start) yield { done: limit, total: end };
    limit = Math.min(end, limit + SLICE_BYTES);
    const made = passes.count.value >>> 0;
    memory.ensure(target() + (made + (limit - (passes.pos.value >>> 0)) + 2) * ENTRY_BYTES);
    passes.rebase(TEXT_BASE, target());
    if (passes.scan(limit, limit === end) === FAILED)
      return { code: passes.errorCode.value, offset: passes.pos.value >>> 0 };
  }
  return passes.count.value >>> 0;
}

function writeBroken(memory: DocumentMemory, address: number, start: number, end: number): number {
  memory.ensure(address + 2 * ENTRY_BYTES);
  const { bytes, words } = memory;
  const first = bytes[TEXT_BASE + start];
  const at = address >>> 2;
  if (first !== BRACE && first !== BRACKET) {
    words.set([start, Math.min(end - start, LINK_MASK)], at);
    return 1;
  }
  words.set([start, (1 | OPENING) >>> 0, end - 1, (1 | CLOSING) >>> 0], at);
  return 2;
}

/** The first line end at or after an offset; `end` if there is none before it. */
export function endOfLine({ bytes }: DocumentMemory, offset: number, end: number): number {
  const at = bytes.indexOf(LF, TEXT_BASE + offset);
  return at < 0 ? end : Math.min(end, at - TEXT_BASE);
}

/** The first byte of the line at an offset; never before `least`. */
export function startOfLine({ bytes }: DocumentMemory, offset: number, least: number): number {
  if (offset <= least) return least;
  const at = bytes.lastIndexOf(LF, TEXT_BASE + offset - 1);
  return Math.max(least, at + 1 - TEXT_BASE);
}

/** The bounds of a line's record, without the white space around it. */
function trimmed({ bytes }: DocumentMemory, line: number, lineEnd: number): [first: number, behind: number] {
  let first = line;
  let behind = lineEnd;
  while (first < behind && isSpace(bytes[TEXT_BASE + first])) first += 1;
  while (behind > first && isSpace(bytes[TEXT_BASE + behind - 1])) behind -= 1;
  return [first, behind];
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
