// Which containers can be folded: those with at least one line between the lines of their brackets. There are two ways to find
// them: one by one through the line index, for what is on screen, or all in one pass over the text.

import { LF, CR } from '../../shared/bytes/ascii.ts';
import type { Visit } from '../../shared/protocol/search.ts';
import type { JsonDocument } from '../document/document.ts';
import { hides, type Ranges } from '../document/folds.ts';
import { TEXT_BASE } from '../base/memory.ts';
import type { Range } from '../tape/tape.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';

/** The range that folding a container hides; `null` if there is nothing to hide. */
export function foldRange({ tape, lines }: JsonDocument, container: number): Range | null {
  if (!tape.isOpening(container) || tape.bracketLength(container) === 0) return null;
  const line = lines.lineAt(tape.start(container));
  const closingLine = lines.lineAt(tape.start(tape.closing(container)));
  if (closingLine - line < 2) return null;
  return { start: lines.startOfLine(line + 1), end: lines.startOfLine(closingLine) };
}

/** The containers that open before a byte and close at or after it, from the root inwards. */
export function containersAround({ places, tape }: JsonDocument, offset: number): number[] {
  const entry = tape.lastAtOrBefore(offset - 1);
  if (entry < 0) return [];
  const around = places.steps(entry).map(({ container }) => container);
  return tape.isOpening(entry) ? [...around, entry] : around;
}

/** The containers that open on a line and can be folded, outermost first. */
export function* foldableOn(document: JsonDocument, line: number): Generator<number> {
  const { tape, lines } = document;
  const end = line + 1 < lines.lineCount ? lines.startOfLine(line + 1) : document.size;
  for (let entry = tape.lastAtOrBefore(lines.startOfLine(line) - 1) + 1; entry < tape.count; entry += 1) {
    if (tape.start(entry) >= end) return;
    // A container that closes on the same line cannot be folded, nor can anything in it.
    if (!tape.isOpening(entry)) continue;
    if (tape.start(tape.closing(entry)) < end) entry = tape.closing(entry);
    else if (foldRange(document, entry) !== null) yield entry;
  }
}

/**
 * The ranges that folding the containers among some entries of the tape would hide. `level` selects only those at this depth,
 * `first` being at level 1; 0 selects all. Cost: a pass over the text from the first to the last entry.
 */
export function* foldRanges(document: JsonDocument, first: number, last: number, level = 0): Work<Ranges> {
  const { tape, memory } = document;
  const starts: number[] = [];
  const ends: number[] = [];
  // For each open container, its index in `starts` and the line that it opens on.
  const slots: number[] = [];
  const openLines: number[] = [];
  // For how many open containers, from the outermost, the start of the next line is known.
  let placed = 0;
  let line = 0;
  let lineStart = tape.start(first);
  let at = lineStart;
  let sliceEnd = at + SLICE_BYTES;
  for (let entry = first; entry <= last; entry += 1) {
    const opening = tape.isOpening(entry);
    if (!opening && !tape.isClosing(entry)) continue;
    const target = tape.start(entry);
    const { bytes } = memory;
    for (; at < target; at += 1) {
      const byte = bytes[TEXT_BASE + at];
      if (byte !== LF && (byte !== CR || bytes[TEXT_BASE + at + 1] === LF)) continue;
      line += 1;
      lineStart = at + 1;
      for (; placed < slots.length; placed += 1) {
        const slot = slots[placed] ?? -1;
        if (slot >= 0) starts[slot] = lineStart;
      }
    }
    if (opening) {
      const counts = tape.bracketLength(entry) > 0 && (level === 0 || slots.length + 1 === level);
      slots.push(counts ? starts.length : -1);
      openLines.push(line);
      if (counts) {
        starts.push(0);
        ends.push(0);
      }
    } else {
      const slot = slots.pop() ?? -1;
      const openLine = openLines.pop() ?? 0;
      placed = Math.min(placed, slots.length);
      if (slot >= 0 && line - openLine > 1) ends[slot] = lineStart;
    }
    if (at >= sliceEnd) {
      yield { done: at - tape.start(first), total: tape.start(last) - tape.start(first) };
      sliceEnd = at + SLICE_BYTES;
    }
  }
  return distinct(starts, ends);
}

/** The ranges that are not empty, without duplicates. */
function distinct(starts: readonly number[], ends: readonly number[]): Ranges {
  const kept: number[] = [];
  for (let index = 0; index < starts.length; index += 1) {
    const before = kept.at(-1);
    const isNew = before === undefined || starts[before] !== starts[index] || ends[before] !== ends[index];
    if ((ends[index] ?? 0) > 0 && isNew) kept.push(index);
  }
  return {
    starts: Uint32Array.from(kept, (index) => starts[index] ?? 0),
    ends: Uint32Array.from(kept, (index) => ends[index] ?? 0),
  };
}

/**
 * Shows the line of a byte that is folded: opens the folds, or, of a text that is narrowed, shows that line and those of the
 * brackets around it. With a `visit`, what was opened for the byte before is folded again.
 */
export function showLineOf(document: JsonDocument, offset: number, visit: Visit | null): void {
  const { folds, lines, tape } = document;
  if (!folds.isNarrowed) return visit === null ? folds.reveal(offset) : folds.visit(offset, visit === 'first');
  if (!hides(folds.gaps, offset)) return;
  const brackets = document.isLive
    ? containersAround(document, offset).flatMap((container) => [
        tape.start(container),
        tape.start(tape.closing(container)),
      ])
    : [];
  for (const at of [offset, ...brackets]) {
    const line = lines.lineAt(at);
    folds.showLines(lines.startOfLine(line), lines.startOfLine(line + 1));
  }
}
