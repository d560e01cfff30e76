// Which lines of a text are left out while only some of its values are shown. What remains: the lines of those values, with their
// keys, and the lines of the brackets around them, with theirs. A container that was found keeps its brackets, or, where containers are shown
// as a whole, all of its lines. The first line remains too: hidden lines are shown as a mark at the end of the line before them.

import { CR, LF } from '../../shared/bytes/ascii.ts';
import { bitsBetween, hasBit } from '../base/bits.ts';
import { TEXT_BASE } from '../base/memory.ts';
import type { Work } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';
import type { Ranges } from '../document/folds.ts';

const SLICE_ENTRIES = 1 << 14;

/**
 * The lines that are hidden, as runs; none for a document that is not narrowed. `also` are bytes whose lines remain as well: pairs
 * of a start and an end, sorted by start.
 */
export function* narrowedLines(document: JsonDocument, also: Uint32Array = new Uint32Array()): Work<Ranges> {
  const { tape, places, rows, memory } = document;
  const { narrowing } = rows;
  const kept = new KeptLines(document);
  if (narrowing === null) return { starts: new Uint32Array(), ends: new Uint32Array() };
  let at = 0;
  /** Keeps the lines of the bytes that were asked for besides and begin before an offset. */
  const keepAlso = (until: number): void => {
    for (; at + 1 < also.length && (also[at] ?? 0) < until; at += 2)
      kept.keep(also[at] ?? 0, Math.max(also[at] ?? 0, (also[at + 1] ?? 0) - 1));
  };
  /** For each open container that was walked into, whether it is an object. */
  const isObject: boolean[] = [];
  let left = SLICE_ENTRIES;
  let skipped = -1;
  for (const entry of bitsBetween(narrowing.shown, 0, tape.count)) {
    if (entry <= skipped) continue;
    left -= 1;
    if (left === 0) {
      left = SLICE_ENTRIES;
      yield { done: tape.start(entry), total: memory.size };
    }
    const start = tape.start(entry);
    if (tape.isClosing(entry)) {
      isObject.pop();
      keepAlso(start);
      // The root of NDJSON has no bracket.
      if (isObject.length > 0 || tape.bracketLength(0) > 0) kept.keep(start, start);
      continue;
    }
    const from = isObject.at(-1) === true ? places.keyRange(entry).start : start;
    keepAlso(from);
    if (!tape.isOpening(entry)) {
      kept.keep(from, Math.max(from, places.range(entry).end - 1));
      continue;
    }
    const closing = tape.closing(entry);
    if (hasBit(narrowing.own, entry) && (narrowing.whole || !hasBitBetween(narrowing.own, entry + 1, closing))) {
      skipped = closing;
      if (narrowing.whole) kept.keep(from, tape.start(closing));
      else {
        kept.keep(from, start);
        keepAlso(tape.start(closing));
        if (tape.bracketLength(entry) > 0) kept.keep(tape.start(closing), tape.start(closing));
      }
      continue;
    }
    kept.keep(from, start);
    isObject.push(places.kind(entry) === 'object');
  }
  keepAlso(Number.POSITIVE_INFINITY);
  return kept.finish();
}

function hasBitBetween(bits: Uint32Array, from: number, to: number): boolean {
  return bitsBetween(bits, from, to).next().done !== true;
}

/** Collects the lines that remain; places come in ascending order, or before the end of the last line that was kept. */
class KeptLines {
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  /** The end of the last line that was kept. */
  private end: number;

  constructor(private readonly document: JsonDocument) {
    this.end = this.endOfLine(0);
  }

  /** Keeps the lines from that of one byte to that of another. */
  keep(first: number, last: number): void {
    const { size } = this.document;
    if (first >= this.end && first < size) {
      const start = this.startOfLine(first);
      if (start > this.end) {
        this.starts.push(this.end);
        this.ends.push(start);
      }
      this.end = start;
    }
    if (last >= this.end) this.end = this.endOfLine(Math.min(last, size - 1));
  }

  finish(): Ranges {
    const { size, lines } = this.document;
    // Folds end where a line starts: a last line without a line end remains.
    const start = lines.startOfLine(lines.lineCount - 1);
    if (start > this.end && this.end < size) {
      this.starts.push(this.end);
      this.ends.push(start);
    }
    return { starts: Uint32Array.from(this.starts), ends: Uint32Array.from(this.ends) };
  }

  /** The start of the line of a byte, which is not in a line that was kept. */
  private startOfLine(offset: number): number {
    const { bytes } = this.document.memory;
    let at = TEXT_BASE + offset;
    const least = TEXT_BASE + this.end;
    // A `\r` directly before the byte ends a line unless the byte is its `\n`.
    if (at > least && bytes[at] === LF && bytes[at - 1] === CR) at -= 1;
    while (at > least && bytes[at - 1] !== LF && bytes[at - 1] !== CR) at -= 1;
    return at - TEXT_BASE;
  }

  /** The end of the line of a byte, after its line end. */
  private endOfLine(offset: number): number {
    const { memory, size } = this.document;
    const { bytes } = memory;
    const most = TEXT_BASE + size;
    let at = TEXT_BASE + offset;
    while (at < most && bytes[at] !== LF && bytes[at] !== CR) at += 1;
    if (at < most) at += bytes[at] === CR && at + 1 < most && bytes[at + 1] === LF ? 2 : 1;
    return Math.min(at, most) - TEXT_BASE;
  }
}
