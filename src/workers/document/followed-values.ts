// Follows values through the changes of a document, so that a field that is open writes into the value that it was opened for.
// Offsets are mapped through the splices of each write. An item of an array that is removed or replaced, as by moving or sorting
// rows, is recognised again by its text, if that was unique.

import type { Path } from '../../shared/document/path.ts';
import { ChangeMap } from '../../shared/document/changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { JsonDocument } from '../../engine/document/document.ts';

/** Longer values are not recognised by their text, in bytes. */
const MAX_TEXT_LENGTH = 1024 * 1024;
/** Bytes that are compared at a time. */
const PIECE_BYTES = 1024 * 1024;

interface Followed {
  start: number;
  end: number;
  /** The value was removed; `gone` if it can't be recognised. */
  lost: Lost | 'gone' | null;
}

/** How a removed item of an array is recognised. */
interface Lost {
  readonly text: Uint8Array;
  readonly array: Path;
  /** The number of items if the item may only have been changed inside, and is still at its place; else -1. */
  readonly count: number;
}

/** The place of a followed value. */
export interface TrackedValue {
  readonly node: number;
  readonly path: Path;
  readonly start: number;
}

/** The followed values of one document. */
export class FollowedValues {
  private readonly values = new Map<number, Followed>();
  /** Random at first, so that a number of a worker that died means nothing to the next one. */
  private last = Math.floor(Math.random() * 2 ** 48);

  /** Follows a value from now on. Returns its number. */
  track({ places }: JsonDocument, node: number): number {
    this.last += 1;
    this.values.set(this.last, { ...places.range(node), lost: null });
    return this.last;
  }

  release(id: number): void {
    this.values.delete(id);
  }

  /** Called when another document is opened. */
  forget(): void {
    for (const value of this.values.values()) value.lost = 'gone';
  }

  /** Called before splices are applied. */
  beforeApply(splices: readonly Splice[], document: JsonDocument): void {
    const map = ChangeMap.of(splices);
    for (const value of this.values.values()) if (value.lost === null) move(value, map, document, false);
  }

  /** Called before a document is exchanged for another text of it. What both have in common at either end counts as unchanged. */
  beforeExchange(document: JsonDocument, next: JsonDocument): void {
    const open = [...this.values.values()].filter(({ lost }) => lost === null);
    if (open.length === 0) return;
    const map = changeBetween(document, next);
    for (const value of open) move(value, map, document, true);
  }

  /** Returns where a value is; `null` if it is gone, `undefined` if it was never followed. The tape must be that of the text. */
  find(document: JsonDocument, id: number): TrackedValue | null | undefined {
    const value = this.values.get(id);
    if (value === undefined) return undefined;
    const { places } = document;
    if (value.lost !== null) {
      const node = value.lost === 'gone' ? -1 : recognise(document, value.start, value.lost);
      if (node < 0) return null;
      Object.assign(value, { ...places.range(node), lost: null });
      return { node, path: places.path(node), start: value.start };
    }
    const node = places.atOffset(value.start);
    if (node < 0 || places.range(node).start !== value.start) return null;
    value.end = places.range(node).end;
    return { node, path: places.path(node), start: value.start };
  }
}

/**
 * Maps a value through changes. `isGuess`: the change was found by comparing the texts. It may then begin inside one item and
 * end inside the next, where a whole item was inserted or removed.
 */
function move(value: Followed, map: ChangeMap, document: JsonDocument, isGuess: boolean): void {
  const start = map.mapOffset(value.start, 'after', 'drop-deleted');
  const end = map.mapOffset(value.end, 'before', 'drop-inside');
  if (start === null || end === null) return lose(value, document, false);
  if (isGuess && map.touches(value)) return lose(value, document, true);
  value.start = start;
  value.end = end;
}

function lose(value: Followed, document: JsonDocument, mayBeInside: boolean): void {
  value.lost = 'gone';
  const { places, memory, isLive } = document;
  if (!isLive || value.end - value.start > MAX_TEXT_LENGTH) return;
  const node = places.atOffset(value.start);
  const parent = node < 0 ? -1 : places.parent(node);
  if (parent < 0 || places.kind(parent) !== 'array') return;
  const text = memory.text(value.start, value.end).slice();
  const array = places.path(parent);
  // Of several equal items, none can be told from the others.
  const count = mayBeInside ? places.children.count(parent) : -1;
  if (itemsLike(document, array, text).length === 1) value.lost = { text, array, count };
}

function recognise(document: JsonDocument, start: number, { text, array: path, count }: Lost): number {
  const [item, ...others] = itemsLike(document, path, text);
  if (item !== undefined) return others.length === 0 ? item : -1;
  const { places } = document;
  const array = places.atPath(path);
  if (array < 0 || places.kind(array) !== 'array' || places.children.count(array) !== count) return -1;
  const node = places.atOffset(start);
  return node >= 0 && places.range(node).start === start && places.parent(node) === array ? node : -1;
}

/** Returns the first two items of an array that are spelt like a text. Cost: the number of items. */
function itemsLike({ places, memory }: JsonDocument, path: Path, text: Uint8Array): number[] {
  const array = places.atPath(path);
  if (array < 0 || places.kind(array) !== 'array') return [];
  const found: number[] = [];
  const close = places.tape.closing(array);
  for (let item = array + 1; item < close && found.length < 2; item = places.tape.next(item)) {
    const { start, end } = places.range(item);
    if (end - start === text.length && isSame(memory.text(start, end), text)) found.push(item);
  }
  return found;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.every((byte, index) => byte === other[index]);
}

/** The map of the one change that turns a text into another. */
function changeBetween(before: JsonDocument, after: JsonDocument): ChangeMap {
  const least = Math.min(before.size, after.size);
  const same = (
    from: (count: number) => readonly [Uint8Array, Uint8Array],
    most: number,
    isBackwards: boolean,
  ): number => {
    let count = 0;
    while (count < most) {
      const [one, other] = from(count);
      const { length } = one;
      let at = 0;
      if (isBackwards) while (at < length && one[length - 1 - at] === other[length - 1 - at]) at += 1;
      else while (at < length && one[at] === other[at]) at += 1;
      count += at;
      if (at < length) break;
    }
    return count;
  };
  const start = same(
    (count) => {
      const end = Math.min(least, count + PIECE_BYTES);
      return [before.memory.text(count, end), after.memory.text(count, end)];
    },
    least,
    false,
  );
  const most = least - start;
  const kept = same(
    (count) => {
      const length = Math.min(PIECE_BYTES, most - count);
      return [
        before.memory.text(before.size - count - length, before.size - count),
        after.memory.text(after.size - count - length, after.size - count),
      ];
    },
    most,
    true,
  );
  return ChangeMap.ofRange({ start, end: before.size - kept, length: after.size - kept - start });
}
