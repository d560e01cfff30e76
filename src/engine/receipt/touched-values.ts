// Counts the values that changed spans touch. A value that stands on both sides of a change is none of them; one that stands
// elsewhere in the other text, with the same key, has moved.

import type { TouchedValues } from '../../shared/protocol/receipt.ts';
import type { Places } from '../tape/places.ts';

/** Above so many on a side, they are not counted. */
const MAX_TOUCHED = 20_000;
/** Pairs of values of a span that are compared. */
const MAX_CELLS = 250_000;
/** Arguments of a call. */
const PIECE = 4096;

/** The values that spans touch, of one text. */
export class TouchedList {
  /** For each span; `null` once there are too many. */
  lists: string[][] | null = [];
  private count = 0;

  constructor(private readonly places: Places) {}

  /** Adds the next span. */
  add(start: number, end: number): void {
    if (this.lists === null) return;
    const found = touched(this.places, start, end);
    this.count += found?.length ?? 0;
    if (found === null || this.count > MAX_TOUCHED) this.lists = null;
    else this.lists.push(found);
  }
}

/** Counts what happened to them; `null` where there are too many. */
export function countTouched({ lists: before }: TouchedList, { lists: after }: TouchedList): TouchedValues | null {
  if (before === null || after === null) return null;
  const [gone, come]: [string[], string[]] = [[], []];
  for (const [index, left] of before.entries()) {
    const right = after[index] ?? [];
    const [one, other] = withoutCommon(left, right);
    gone.push(...one);
    come.push(...other);
  }
  const rest = new Map<string, number>();
  for (const value of gone) rest.set(value, (rest.get(value) ?? 0) + 1);
  let moved = 0;
  for (const value of come) {
    const count = rest.get(value) ?? 0;
    if (count === 0) continue;
    moved += 1;
    rest.set(value, count - 1);
  }
  const changed = Math.min(gone.length, come.length) - moved;
  return { changed, added: come.length - moved - changed, removed: gone.length - moved - changed, moved };
}

/** What two lists do not have in common, in order. Of long ones only equal starts and ends are left out. */
function withoutCommon(left: readonly string[], right: readonly string[]): [readonly string[], readonly string[]] {
  const most = Math.min(left.length, right.length);
  let first = 0;
  while (first < most && left[first] === right[first]) first += 1;
  let last = 0;
  while (last < most - first && left.at(-1 - last) === right.at(-1 - last)) last += 1;
  const [one, other] = [left.slice(first, left.length - last), right.slice(first, right.length - last)];
  if (one.length * other.length > MAX_CELLS) return [one, other];
  // The length of the longest common subsequence from a row and a column on.
  const width = other.length + 1;
  const lengths = new Uint16Array((one.length + 1) * width);
  for (let row = one.length - 1; row >= 0; row -= 1)
    for (let column = other.length - 1; column >= 0; column -= 1) {
      const [below, beside] = [lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0];
      const isSame = one[row] === other[column];
      lengths[row * width + column] = isSame
        ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
        : Math.max(below, beside);
    }
  const [gone, come]: [string[], string[]] = [[], []];
  let [row, column] = [0, 0];
  while (row < one.length && column < other.length) {
    if (one[row] === other[column]) [row, column] = [row + 1, column + 1];
    else if ((lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0))
      gone.push(one[row++] ?? '');
    else come.push(other[column++] ?? '');
  }
  return [
    [...gone, ...one.slice(row)],
    [...come, ...other.slice(column)],
  ];
}

/** The values whose spelling, or whose key, a range touches or adjoins, each with its key; of a container its first bracket. */
function touched(places: Places, start: number, end: number): string[] | null {
  const { tape, text } = places;
  const found: string[] = [];
  const root = tape.dialect === 'ndjson' ? 1 : 0;
  for (let entry = Math.max(root, tape.lastAtOrBefore(start - 1)); entry < tape.count; entry += 1) {
    if (tape.isClosing(entry)) {
      if (tape.start(entry) > end) break;
      continue;
    }
    const parent = places.parent(entry);
    const from = parent < 0 ? tape.start(entry) : places.itemStart(parent, entry);
    if (from > end) break;
    const until = tape.isOpening(entry) ? tape.start(entry) + 1 : places.range(entry).end;
    if (until < start) continue;
    // Between key and value there may be white space, which is no part of either.
    const key = from < tape.start(entry) ? places.keyRange(entry) : null;
    const name = key === null ? '' : latin1Of(text.slice(key.start, key.end));
    found.push(`${name}:${latin1Of(text.slice(tape.start(entry), until))}`);
    if (found.length > MAX_TOUCHED) return null;
  }
  return found;
}

/** Bytes as a string of as many characters. */
function latin1Of(bytes: Uint8Array): string {
  let made = '';
  for (let at = 0; at < bytes.length; at += PIECE) made += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return made;
}
