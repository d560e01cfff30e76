// The lines that a document's text view leaves out: those of folded containers. A fold is a half-open range of bytes from the
// start of the line after the one that opens a container to the start of the line that closes it, so whole lines are hidden and
// both brackets stay visible. Folds nest; the outermost ones, the *gaps*, are what is hidden:
//
//   line 1   {                   fold A  ┐ bytes of lines 2 to 5
//   line 2     "a": [            fold B  │┐ bytes of line 3
//   line 3       1               in B    ││
//   line 4     ],                        │┘   a gap is a fold that no other fold contains
//   line 5     "b": 2            in A    │
//   line 6   }                           ┘
//
// Folds are ranges of the text and not of the tape: they stay where they are while the text is invalid. Invariant: sorted by
// start, the outer of two first; none overlaps another partly; no two are equal.

import { ChangeMap, DROPPED, mapAscending, mapEach } from '../../shared/document/changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { Range } from '../tape/tape.ts';
import { countBelow } from '../../shared/bytes/binary-search.ts';
import type { Lines } from './lines.ts';

/** Byte ranges, sorted by start, the longer of two first. `ends[i]` belongs to `starts[i]`. */
export interface Ranges {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** A run of hidden bytes and its lines; `line` is the first, from 0, and `lines` their number. */
export interface FoldGap {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly lines: number;
}

/** The gaps, in order, with running sums: element `n` of a sum covers the first `n` gaps. */
export interface FoldGaps extends Ranges {
  readonly lines: Uint32Array;
  readonly bytesBefore: Float64Array;
  readonly linesBefore: Float64Array;
}

export const NO_RANGES: Ranges = { starts: new Uint32Array(), ends: new Uint32Array() };
const NO_GAPS: FoldGaps = {
  ...NO_RANGES,
  lines: new Uint32Array(),
  bytesBefore: new Float64Array(1),
  linesBefore: new Float64Array(1),
};

/** The folds of one document. */
export class Folds {
  /** Increases whenever different lines become hidden; not when hidden lines only move. */
  version = 0;
  private list = NO_RANGES;
  /** Finds the lines that are hidden in place of the folds, when they are first needed; `null` if they are known. */
  private find: ((isEdited: boolean) => Ranges) | null = null;
  private isEdited = false;
  /** The folds from before the text was narrowed; `null` while it is not. */
  private aside: Ranges | null = null;
  /** The folds that are open only while a byte inside of them is visited. */
  private lent = NO_RANGES;
  private known: FoldGaps | null = NO_GAPS;

  constructor(private readonly lines: Lines) {}

  get isEmpty(): boolean {
    return this.find === null && this.list.starts.length === 0;
  }

  get all(): Ranges {
    return this.ranges;
  }

  private get ranges(): Ranges {
    const { find } = this;
    if (find !== null) {
      this.find = null;
      this.list = find(this.isEdited);
      if (this.list.starts.length === 0) this.known = NO_GAPS;
    }
    return this.list;
  }

  /** What is hidden now. Cached; after different lines became hidden, the first access costs a pass over the text. */
  get gaps(): FoldGaps {
    const { ranges } = this;
    this.known ??= measure(outermost(ranges), this.lines);
    return this.known;
  }

  /** Adds folds. Each must be nested with, equal to or apart from every existing one. */
  add(more: Ranges): void {
    this.set(union(this.ranges, more));
  }

  /** Removes the folds for which `isKept` returns false. */
  retain(isKept: (start: number, end: number) => boolean): void {
    const { starts, ends } = this.ranges;
    const kept = select(this.ranges, (range) => isKept(starts[range] ?? 0, ends[range] ?? 0));
    if (kept.starts.length < starts.length) this.set(kept);
  }

  /**
   * Hides lines in place of the folds, which `widen` restores. `find` is called when they are first needed, and told whether the
   * text was edited until then.
   */
  narrow(find: (isEdited: boolean) => Ranges): void {
    this.lent = NO_RANGES;
    this.aside ??= this.list;
    this.find = find;
    this.isEdited = false;
    this.known = null;
    this.version += 1;
  }

  /** Restores the folds from before `narrow`. */
  widen(): void {
    if (this.aside === null) return;
    const { aside } = this;
    this.aside = null;
    this.lent = NO_RANGES;
    this.set(aside);
  }

  /** Shows lines again, from the start of one to the start of another; of what hides them, the rest stays. */
  showLines(from: number, to: number): void {
    const { starts, ends } = this.ranges;
    const made: Range[] = [];
    for (let index = 0; index < starts.length; index += 1) {
      const [start, end] = [starts[index] ?? 0, ends[index] ?? 0];
      if (end <= from || start >= to) made.push({ start, end });
      else {
        if (start < from) made.push({ start, end: from });
        if (end > to) made.push({ start: to, end });
      }
    }
    made.sort((a, b) => a.start - b.start || b.end - a.end);
    this.set({
      starts: Uint32Array.from(made, ({ start }) => start),
      ends: Uint32Array.from(made, ({ end }) => end),
    });
  }

  /** Whether lines are hidden in place of the folds. */
  get isNarrowed(): boolean {
    return this.aside !== null;
  }

  /** Removes every fold that hides a byte. */
  reveal(offset: number): void {
    this.lent = NO_RANGES;
    if (!this.isEmpty && hides(this.gaps, offset)) this.retain((start, end) => offset < start || offset >= end);
  }

  /**
   * The same for one of many bytes that are visited one after the other: what was opened for the one before is folded again, unless
   * it is the `first` of them.
   */
  visit(offset: number, isFirst = false): void {
    const lent = isFirst ? NO_RANGES : this.lent;
    const isOpen = (range: number): boolean => (lent.starts[range] ?? 0) <= offset && offset < (lent.ends[range] ?? 0);
    const stay = select(lent, isOpen);
    const back = select(lent, (range) => !isOpen(range));
    if (back.starts.length > 0) this.add(back);
    const { ranges } = this;
    const opened = select(
      ranges,
      (range) => (ranges.starts[range] ?? 0) <= offset && offset < (ranges.ends[range] ?? 0),
    );
    if (opened.starts.length > 0) this.reveal(offset);
    this.lent = union(stay, opened);
  }

  /** Removes all folds. */
  clear(): void {
    this.set(NO_RANGES);
  }

  /**
   * Continues the version of the document that this one replaces on screen, so that views see that different lines are hidden.
   */
  continueVersion(before: Folds): void {
    this.version = before.isEmpty && this.isEmpty ? before.version : Math.max(before.version, this.version) + 1;
  }

  /**
   * Follows splices, given in offsets of the text before them. A fold is removed if the line end before it or its own last line
   * end is removed: it would no longer consist of whole lines. `lineDelta` is the change in the number of lines.
   */
  mapThrough(splices: readonly Splice[], lineDelta: number): void {
    if (this.find !== null) this.isEdited = true;
    const first = splices[0];
    const last = splices.at(-1);
    if (first === undefined || last === undefined) return;
    const map = ChangeMap.of(splices);
    if (this.aside !== null) this.aside = mapRanges(this.aside, map);
    this.lent = mapRanges(this.lent, map);
    if (this.find !== null || this.isEmpty) return;
    const { known } = this;
    const moved = mapRanges(this.ranges, map);
    if (moved.starts.length < this.ranges.starts.length) return this.set(moved);
    this.list = moved;
    if (known !== null) this.known = moveGaps(known, first.start, last.end, map, lineDelta);
  }

  /** Checks the invariants. For tests. @throws RangeError */
  check(): void {
    const { starts, ends } = this.ranges;
    const open: number[] = [];
    for (let index = 0; index < starts.length; index += 1) {
      const [start, end] = [starts[index] ?? 0, ends[index] ?? 0];
      const before = starts[index - 1] ?? -1;
      if (start < before || (start === before && end >= (ends[index - 1] ?? 0))) throw new RangeError('folds unsorted');
      while (open.length > 0 && (open.at(-1) ?? 0) <= start) open.pop();
      if (end <= start || end > (open.at(-1) ?? end)) throw new RangeError(`fold ${start}-${end} reaches out`);
      open.push(end);
      for (const at of [start, end]) {
        if (this.lines.startOfLine(this.lines.lineAt(at)) !== at) throw new RangeError(`${at} starts no line`);
      }
    }
    const fresh = measure(outermost(this.ranges), this.lines);
    for (const name of ['starts', 'ends', 'lines', 'bytesBefore', 'linesBefore'] as const) {
      if (fresh[name].join() !== this.gaps[name].join())
        throw new RangeError(`${name} of the gaps are ${this.gaps[name].join()}, expected ${fresh[name].join()}`);
    }
  }

  private set(ranges: Ranges): void {
    this.find = null;
    this.list = ranges;
    this.known = ranges.starts.length === 0 ? NO_GAPS : null;
    this.version += 1;
  }
}

/** The number of gaps that start at or before an offset. */
export function countGaps({ starts }: Ranges, offset: number): number {
  return countBelow(starts, offset + 1);
}

/** Whether a byte is in a gap. */
export function hides(gaps: Ranges, offset: number): boolean {
  const count = countGaps(gaps, offset);
  return count > 0 && offset < (gaps.ends[count - 1] ?? 0);
}

/** Ranges after changes, without those that no longer consist of whole lines. */
function mapRanges(ranges: Ranges, map: ChangeMap): Ranges {
  // A line's start goes when the line end before it is removed. Text that is inserted exactly there comes after it.
  const starts = mapEach(map, ranges.starts, 'before', 'drop-deleted');
  const ends = mapEach(map, ranges.ends, 'before', 'drop-deleted');
  if (!starts.includes(DROPPED) && !ends.includes(DROPPED)) return { starts, ends };
  return select({ starts, ends }, (range) => starts[range] !== DROPPED && ends[range] !== DROPPED);
}

/** The gaps after changes between two offsets; `null` if they must be measured again. */
function moveGaps(gaps: FoldGaps, from: number, to: number, map: ChangeMap, lineDelta: number): FoldGaps | null {
  const first = countGaps(gaps, from);
  // Changes inside a gap, or gaps between the changes, affect more than offsets.
  if (first > 0 && from < (gaps.ends[first - 1] ?? 0)) return null;
  if (first < countGaps(gaps, to)) return null;
  return {
    ...gaps,
    starts: mapAscending(map, gaps.starts, 'before'),
    ends: mapAscending(map, gaps.ends, 'before'),
    lines: gaps.lines.map((line, index) => (index < first ? line : line + lineDelta)),
  };
}

/** The ranges that no other range contains. */
function outermost({ starts, ends }: Ranges): Ranges {
  let end = 0;
  return select({ starts, ends }, (range) => {
    if ((starts[range] ?? 0) < end) return false;
    end = ends[range] ?? 0;
    return true;
  });
}

function measure(ranges: Ranges, lines: Lines): FoldGaps {
  const { starts, ends } = ranges;
  const count = starts.length;
  const offsets = new Uint32Array(count * 2);
  for (let index = 0; index < count; index += 1) {
    offsets[index * 2] = starts[index] ?? 0;
    offsets[index * 2 + 1] = ends[index] ?? 0;
  }
  const numbers = lines.linesAt(offsets);
  const first = new Uint32Array(count);
  const [bytesBefore, linesBefore] = [new Float64Array(count + 1), new Float64Array(count + 1)];
  for (let index = 0; index < count; index += 1) {
    const line = numbers[index * 2] ?? 0;
    first[index] = line;
    bytesBefore[index + 1] = (bytesBefore[index] ?? 0) + (ends[index] ?? 0) - (starts[index] ?? 0);
    linesBefore[index + 1] = (linesBefore[index] ?? 0) + (numbers[index * 2 + 1] ?? 0) - line;
  }
  return { ...ranges, lines: first, bytesBefore, linesBefore };
}

/** Some of the ranges. */
function select({ starts, ends }: Ranges, isSelected: (range: number) => boolean): Ranges {
  const [keptStarts, keptEnds] = [new Uint32Array(starts.length), new Uint32Array(starts.length)];
  let count = 0;
  for (let range = 0; range < starts.length; range += 1) {
    if (!isSelected(range)) continue;
    keptStarts[count] = starts[range] ?? 0;
    keptEnds[count] = ends[range] ?? 0;
    count += 1;
  }
  return { starts: keptStarts.slice(0, count), ends: keptEnds.slice(0, count) };
}

/** Merges two sets of ranges; ranges in both appear once. */
function union(a: Ranges, b: Ranges): Ranges {
  const most = a.starts.length + b.starts.length;
  const [starts, ends] = [new Uint32Array(most), new Uint32Array(most)];
  let [left, right, count] = [0, 0, 0];
  while (left < a.starts.length || right < b.starts.length) {
    const [aStart, aEnd] = [a.starts[left] ?? Infinity, a.ends[left] ?? 0];
    const [bStart, bEnd] = [b.starts[right] ?? Infinity, b.ends[right] ?? 0];
    const takesA = aStart < bStart || (aStart === bStart && aEnd >= bEnd);
    if (takesA && aStart === bStart && aEnd === bEnd) right += 1;
    starts[count] = takesA ? aStart : bStart;
    ends[count] = takesA ? aEnd : bEnd;
    count += 1;
    if (takesA) left += 1;
    else right += 1;
  }
  return { starts: starts.slice(0, count), ends: ends.slice(0, count) };
}
