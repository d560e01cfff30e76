// Counts the values that changed spans touch. A value that stands on both sides of a change is none of them; one that stands
// elsewhere in the other text, with the same key, has moved.

import type { Path } from '../../shared/document/path.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { ChangedValue, TouchedValues } from '../../shared/protocol/receipt.ts';
import type { Places } from '../tape/places.ts';

/** Above so many on a side, they are not counted. */
const MAX_TOUCHED = 20_000;
/** Pairs of values of a span that are compared. */
const MAX_CELLS = 250_000;
/** Arguments of a call. */
const PIECE = 4096;
/** Spans whose values are described, and values of each, at most. */
export const MAX_DESCRIBED = 100;
const MAX_VALUES = 64;
/** Bytes of a value that are shown, and characters of them. Of a longer one they begin so many bytes before its change. */
const SHOWN_BYTES = 256;
const SHOWN_CHARACTERS = 60;
const BYTES_BEFORE = 16;

/** A touched value as it is shown. */
interface Described {
  /** What it is told by: its key and its spelling. */
  readonly sign: string;
  readonly path: Path;
  readonly text: string;
  /** The entries of the value and what is in it, `end` exclusive. */
  readonly entry: number;
  readonly end: number;
}

/** The values that spans touch, of one text. */
export class TouchedList {
  /** For each span; `null` once there are too many. */
  lists: string[][] | null = [];
  /** The values of the first spans; `null` for a span that touches too many. */
  readonly described: (readonly Described[] | null)[] = [];
  private count = 0;

  constructor(private readonly places: Places) {}

  /** Adds the next span. */
  add(start: number, end: number): void {
    const isDescribed = this.described.length < MAX_DESCRIBED;
    if (this.lists === null && !isDescribed) return;
    const found = touched(this.places, start, end);
    if (isDescribed) this.described.push(found === null ? null : describe(this.places, found, start));
    this.count += found?.length ?? 0;
    if (found === null || this.count > MAX_TOUCHED) this.lists = null;
    else this.lists?.push(found.map(({ sign }) => sign));
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

/** The first value that a span changed; `null` where there is none, or too many to tell. */
export function changedValue(
  before: readonly Described[] | null | undefined,
  after: readonly Described[] | null | undefined,
): ChangedValue | null {
  if (before == null || after == null) return null;
  const most = Math.min(before.length, after.length);
  let first = 0;
  while (first < most && before[first]?.sign === after[first]?.sign) first += 1;
  let last = 0;
  while (last < most - first && before.at(-1 - last)?.sign === after.at(-1 - last)?.sign) last += 1;
  const gone = withoutContent(before.slice(first, before.length - last));
  const come = withoutContent(after.slice(first, after.length - last));
  const [one, other] = [gone[0], come[0]];
  const path = one?.path ?? other?.path;
  if (path === undefined) return null;
  return {
    path,
    newPath: other?.path ?? path,
    before: one?.text ?? null,
    after: other?.text ?? null,
    others: Math.max(gone.length, come.length) - 1,
  };
}

/** Leaves out values that are inside of others. */
function withoutContent(values: readonly Described[]): readonly Described[] {
  let end = 0;
  return values.filter((value) => {
    const isOutside = value.entry >= end;
    if (isOutside) ({ end } = value);
    return isOutside;
  });
}

/** Values as they are shown, with a change at a byte; `null` if there are too many. */
function describe(places: Places, found: readonly Touched[], changed: number): Described[] | null {
  if (found.length > MAX_VALUES) return null;
  const { tape, text } = places;
  return found.map(({ sign, entry }) => {
    const isContainer = tape.isOpening(entry);
    const { start, end } = places.range(entry);
    const spelling = excerpt(text, start, end, changed);
    return {
      sign,
      path: places.path(entry),
      text: isContainer ? (spelling.startsWith('[') ? '[…]' : '{…}') : spelling,
      entry,
      end: isContainer ? tape.closing(entry) : entry + 1,
    };
  });
}

/** The part of a scalar's spelling where it has changed; of a short one all of it. */
function excerpt(text: Places['text'], start: number, end: number, changed: number): string {
  const beginning = decodeUtf8(text.slice(start, Math.min(end, start + SHOWN_BYTES)));
  if (beginning.length <= SHOWN_CHARACTERS) return beginning;
  if (changed - start <= SHOWN_CHARACTERS / 2 || changed > end) return cut(beginning);
  const from = changed - BYTES_BEFORE;
  const bytes = text.slice(from, Math.min(end, from + SHOWN_BYTES));
  // Without the rest of a character that begins before.
  return cut(`…${decodeUtf8(bytes.subarray(bytes.findIndex((byte) => (byte & 0xc0) !== 0x80)))}`);
}

/** A text as long as it is shown. A character of two halves isn't cut between them. */
function cut(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
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

/** A value that a span touches. */
interface Touched {
  /** Its key and its spelling; of a container its first bracket. */
  readonly sign: string;
  readonly entry: number;
}

/** The values whose spelling, or whose key, a range touches or adjoins; `null` if there are too many. */
function touched(places: Places, start: number, end: number): Touched[] | null {
  const { tape, text } = places;
  const found: Touched[] = [];
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
    found.push({ sign: `${name}:${latin1Of(text.slice(tape.start(entry), until))}`, entry });
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
