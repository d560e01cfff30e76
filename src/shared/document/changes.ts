// The change algebra of a document: mapping positions through lists of splices, which `splice-lists.ts` applies, inverts and composes.
// The model is CodeMirror's `ChangeSet`. Every other file calls these two; a law test judges them by moving each byte by hand.
//
//   splices    [2, 4) → "xyz"   [7, 7) → "w"
//   old text   a b c d e f g h          offsets 0 to 2 stay; 4 to 7 move by +1
//   new text   a b x y z e f g w h      an insertion moves an offset at its place if its side is `after`
//
// An offset lies between two bytes. `side` names the one that it belongs to: text inserted at the offset goes after an offset
// that belongs to the byte before it. A replaced range is one place in both texts: an offset at its start stays before the insert,
// one at its end stays after it, and `mode` decides about those in between.

import { asByte, type ByteOffset, type ByteRange } from '../units.ts';

/** What mapping has to know about a splice. The unit may be any, if the insert is counted in it too. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly insert: { readonly length: number };
}

/** Greater than every offset. */
const BEHIND_ALL = 0xffff_ffff;
/** Stands for a dropped offset in an array. */
export const DROPPED = BEHIND_ALL;

/** The neighbour that an offset belongs to. */
export type OffsetSide = 'before' | 'after';

/**
 * What becomes of an offset that lies inside a replaced range:
 * - `keep`: it goes to the start of the insert if its side is `before`, else to the end;
 * - `to-start` or `to-end`: it goes there, whatever its side;
 * - `overwrite`: it keeps its distance from the start of the range as far as the insert reaches, as if the insert overwrote byte
 *   by byte, and only the rest were inserted or removed;
 * - `drop-inside`: it is dropped;
 * - `drop-deleted`: it is dropped, and also at an end of the range if the byte on its side is removed.
 */
export type MapMode = KeepMode | DropMode;
type KeepMode = 'keep' | 'to-start' | 'to-end' | 'overwrite';
type DropMode = 'drop-inside' | 'drop-deleted';

/** A part of the old text between two changes, and by how many bytes it moves. */
export interface KeptStretch {
  readonly start: number;
  /** Past all texts after the last change. */
  readonly end: number;
  readonly shift: number;
}

/** Returns by how many bytes a list lengthens the text. */
export function lengthDelta(changes: readonly Change[]): number {
  let delta = 0;
  for (const { start, end, insert } of changes) delta += insert.length - (end - start);
  return delta;
}

/**
 * Maps positions of a text to the text after a list of changes. Holds no inserts, and does not change when these are used up.
 * Cost: 16 bytes per change.
 */
export class ChangeMap {
  /** The word of the change that was found last. */
  private latest = 2;

  /**
   * Two words per change, its start and its end: in `old` those of the range that it replaces, in `made` those of its insert.
   * Between a change of nothing at 0, and one behind all texts, so that no search runs off either end.
   */
  private constructor(
    readonly old: Uint32Array,
    readonly made: Uint32Array,
  ) {}

  /** The map of a list of changes. Cost: their number. */
  static of(changes: readonly Change[]): ChangeMap {
    const old = new Uint32Array(changes.length * 2 + 4);
    const made = new Uint32Array(changes.length * 2 + 4);
    let delta = 0;
    let word = 2;
    for (const { start, end, insert } of changes) {
      old[word] = start;
      old[word + 1] = end;
      made[word] = start + delta;
      made[word + 1] = start + delta + insert.length;
      delta += insert.length - (end - start);
      word += 2;
    }
    old.fill(BEHIND_ALL, word);
    made.fill(BEHIND_ALL, word);
    return new ChangeMap(old, made);
  }

  /** The map of one change, which replaces a range by `length` bytes. */
  static ofRange({ start, end, length }: { start: number; end: number; length: number }): ChangeMap {
    return ChangeMap.of([{ start, end, insert: { length } }]);
  }

  /** The number of changes. */
  get count(): number {
    return this.old.length / 2 - 2;
  }

  /** The map from the new text to the old one. O(1). */
  get inverse(): ChangeMap {
    return new ChangeMap(this.made, this.old);
  }

  /** The range of the new text that the insert of a change has. @throws RangeError for an index past the changes */
  insertAt(index: number): ByteRange {
    if (index < 0 || index >= this.count) throw new RangeError(`change ${index} of ${this.count}`);
    const word = index * 2 + 2;
    return { start: asByte(this.made[word] ?? 0), end: asByte(this.made[word + 1] ?? 0) };
  }

  /** Maps an offset of the old text; `null` if it is dropped, which only happens in the modes for that. O(log n). */
  mapOffset(offset: number, side: OffsetSide, mode?: KeepMode): ByteOffset;
  mapOffset(offset: number, side: OffsetSide, mode: MapMode): ByteOffset | null;
  mapOffset(offset: number, side: OffsetSide, mode: MapMode = 'keep'): ByteOffset | null {
    const { old, made } = this;
    // The first change that the offset is not behind.
    let word = this.firstEndingAt(side === 'after' ? offset + 1 : offset);
    if (side === 'before' && old[word + 1] === offset && this.startOf(word, mode) < offset) word += 2;
    const end = old[word - 1] ?? 0;
    if (mode === 'drop-deleted') {
      if (side === 'before' && offset === end && end > (old[word - 2] ?? 0)) return null;
      if (side === 'after' && offset === old[word]) return null;
    }
    if (offset <= this.startOf(word, mode)) return asByte(offset - end + (made[word - 1] ?? 0));
    const target = targetInside(side, mode);
    return target === null ? null : asByte(made[target === 'start' ? word : word + 1] ?? 0);
  }

  /**
   * Maps a range of the old text; `null` if either end is dropped. `inclusive`: text inserted at either end becomes part of it;
   * `exclusive`: it does not, and `drop-deleted` drops a range whose first or last byte is removed.
   */
  mapRange(range: { start: number; end: number }, extent: 'inclusive' | 'exclusive', mode?: KeepMode): ByteRange;
  mapRange(range: { start: number; end: number }, extent: 'inclusive' | 'exclusive', mode: MapMode): ByteRange | null;
  mapRange(
    { start, end }: { start: number; end: number },
    extent: 'inclusive' | 'exclusive',
    mode: MapMode = 'keep',
  ): ByteRange | null {
    const isInclusive = extent === 'inclusive';
    const from = this.mapOffset(start, isInclusive ? 'before' : 'after', mode);
    const to = this.mapOffset(end, isInclusive ? 'after' : 'before', mode);
    return from === null || to === null ? null : { start: from, end: to < from ? from : to };
  }

  /** Whether a change removes bytes of a range, or inserts some between them. Changes at its ends don't count. O(log n). */
  touches({ start, end }: { start: number; end: number }): boolean {
    const word = this.firstEndingAt(start + 1);
    return (this.old[word] ?? 0) < end;
  }

  /** The parts of the old text that are kept, in order; adjacent changes have an empty one between them. */
  *kept(): Generator<KeptStretch, void, void> {
    const { old, made } = this;
    for (let word = 2; word < old.length; word += 2) {
      const start = old[word - 1] ?? 0;
      yield { start, end: old[word] ?? 0, shift: (made[word - 1] ?? 0) - start };
    }
  }

  /** The word of the first change that ends at an offset or after it; that of the last, behind all texts, if none else does. */
  firstEndingAt(offset: number): number {
    const { old, latest } = this;
    // Offsets that are mapped one after the other mostly lie between the same changes.
    if ((old[latest + 1] ?? 0) >= offset && (latest === 2 || (old[latest - 1] ?? 0) < offset)) return latest;
    let low = 1;
    let high = old.length / 2 - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((old[middle * 2 + 1] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    this.latest = low * 2;
    return this.latest;
  }

  /** Where the change at a word starts: if it overwrites, where its range and its insert begin to differ in length. */
  startOf(word: number, mode: MapMode): number {
    const { old, made } = this;
    const start = old[word] ?? 0;
    if (mode !== 'overwrite') return start;
    return start + Math.min((old[word + 1] ?? 0) - start, (made[word + 1] ?? 0) - (made[word] ?? 0));
  }
}

/**
 * Maps ascending offsets of the old text in one pass. Returns those that are not dropped, in order; `onDrop` is called with the
 * indexes of the others, from `first` to `end` (exclusive). Cost: a copy of the offsets, and a search for each change.
 */
export function mapAscending<T extends Uint32Array | Float64Array>(
  map: ChangeMap,
  offsets: T,
  side: OffsetSide,
  mode: MapMode = 'keep',
  onDrop?: (first: number, end: number) => void,
): T {
  const { old, made } = map;
  const { length } = offsets;
  const out = offsets.slice() as T;
  const isDeleted = mode === 'drop-deleted';
  const target = targetInside(side, mode);
  let at = 0;
  let count = 0;
  let shift = 0;
  for (let word = 2; word < old.length - 2 && at < length; word += 2) {
    const start = map.startOf(word, mode);
    const end = old[word + 1] ?? 0;
    const isInsertion = start === end;
    // Those before `first` are before the change, those from `behind` on are behind it.
    const first = firstFrom(offsets, at, start + (side === 'after' && (isInsertion || isDeleted) ? 0 : 1));
    const behind = isInsertion ? first : firstFrom(offsets, first, side === 'before' && isDeleted ? end + 1 : end);
    if (shift !== 0 || count < at) for (; at < first; at += 1, count += 1) out[count] = (offsets[at] ?? 0) + shift;
    else at = count = first;
    if (behind > first) {
      if (target === null) onDrop?.(first, behind);
      else {
        const place = made[target === 'start' ? word : word + 1] ?? 0;
        for (; at < behind; at += 1, count += 1) out[count] = place;
      }
      at = behind;
    }
    shift = (made[word + 1] ?? 0) - end;
  }
  for (; at < length; at += 1, count += 1) out[count] = (offsets[at] ?? 0) + shift;
  return count === length ? out : (out.subarray(0, count) as T);
}

/**
 * Maps offsets of the old text that are in any order. Returns as many, with `DROPPED` for those that are dropped. Cost: their
 * number where neighbours lie between the same changes; else O(log n) for each.
 */
export function mapEach(map: ChangeMap, offsets: Uint32Array, side: OffsetSide, mode: MapMode = 'keep'): Uint32Array {
  const { old, made } = map;
  const out = new Uint32Array(offsets.length);
  // Between these two, both exclusive, offsets move by `shift`.
  let after = 0;
  let before = 0;
  let shift = 0;
  for (let index = 0; index < offsets.length; index += 1) {
    const offset = offsets[index] ?? 0;
    if (offset > after && offset < before) {
      out[index] = offset + shift;
      continue;
    }
    out[index] = map.mapOffset(offset, side, mode) ?? DROPPED;
    const word = map.firstEndingAt(offset);
    after = old[word - 1] ?? 0;
    before = old[word] ?? 0;
    shift = (made[word - 1] ?? 0) - after;
  }
  return out;
}

/** An offset with its side. */
export interface Mark {
  readonly offset: number;
  readonly side: OffsetSide;
}

/**
 * Maps offsets through changes that are reported one by one, in order of position and all in offsets of the old text: for
 * changes that are never a list, because millions of them share a splice.
 */
export class MarkTracker {
  /** Indexes into `marks` by offset; of marks at the same offset, first those that belong to the byte before. */
  private readonly order: readonly number[];
  private readonly moved: number[];
  /** Index into `order` of the first mark that is behind all changes so far. */
  private at = 0;
  private delta = 0;

  constructor(
    private readonly marks: readonly Mark[],
    private readonly mode: KeepMode,
  ) {
    const rank = (index: number): number => (marks[index]?.side === 'after' ? 1 : 0);
    const offset = (index: number): number => marks[index]?.offset ?? 0;
    this.order = Array.from(marks.keys()).toSorted((a, b) => offset(a) - offset(b) || rank(a) - rank(b));
    this.moved = marks.map((mark) => mark.offset);
  }

  /** Records that `start` to `end` is replaced by `length` bytes. */
  change(start: number, end: number, length: number): void {
    const { marks, mode, order, delta } = this;
    const from = mode === 'overwrite' ? start + Math.min(end - start, length) : start;
    for (; this.at < order.length; this.at += 1) {
      const index = order[this.at] ?? 0;
      const mark = marks[index];
      if (mark === undefined || isBehind(mark.offset, from, end, mark.side)) break;
      const { offset, side } = mark;
      const isBefore = offset <= from;
      this.moved[index] = delta + (isBefore ? offset : start + (targetInside(side, mode) === 'start' ? 0 : length));
    }
    this.delta += length - (end - start);
  }

  /** Returns the offsets in the text after all changes, in the order of the marks. */
  finish(): readonly number[] {
    for (; this.at < this.order.length; this.at += 1) {
      const index = this.order[this.at] ?? 0;
      this.moved[index] = (this.marks[index]?.offset ?? 0) + this.delta;
    }
    return this.moved;
  }
}

/** Whether an offset is behind a change, so that it moves by as much as the text after it. */
function isBehind(offset: number, start: number, end: number, side: OffsetSide): boolean {
  return end < offset || (end === offset && (start < end || side === 'after'));
}

/** Where an offset inside a replaced range goes: to an end of the insert, or nowhere. */
function targetInside(side: OffsetSide, mode: MapMode): 'start' | 'end' | null {
  switch (mode) {
    case 'keep':
      return side === 'before' ? 'start' : 'end';
    case 'to-start':
      return 'start';
    // What is left to remove of an overwritten range lies behind all of its insert.
    case 'overwrite':
    case 'to-end':
      return 'end';
    case 'drop-inside':
    case 'drop-deleted':
      return null;
  }
}

/** The first index from `from` on whose number is at least `value`, found in steps that double: cheap when it is near. */
function firstFrom(numbers: ArrayLike<number>, from: number, value: number): number {
  const { length } = numbers;
  let high = from;
  let step = 1;
  while (high < length && (numbers[high] ?? 0) < value) {
    high += step;
    step *= 2;
  }
  if (step <= 2) return high;
  let low = high - (step >>> 1) + 1;
  high = Math.min(length, high);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
