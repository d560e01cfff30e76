// Reads what items are sorted by: their keys, themselves, or the value at a path inside each. The tape must be that of the
// text. Both are read directly in loops, since there may be millions of items.

import type { SortBy } from '../../shared/protocol/edit-intent.ts';
import { plainNumber, unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { fetchEntries } from '../tape/prefetch.ts';
import { TEXT_BASE } from '../base/memory.ts';
import { storeSortKey, type SortWords } from '../base/ordering.ts';
import { PathFinder } from '../tape/path-finder.ts';
import type { Places } from '../tape/places.ts';
import type { Range } from '../tape/tape.ts';
import type { Items } from './items.ts';
import type { Numbers } from './exact-numbers.ts';
import { foldText, type Collation } from './natural-order.ts';
import { ByteUnits, StringUnits, TextKey, type Units } from './packed-text.ts';
import type { Texts } from './text-order.ts';
import type { Work } from '../base/work.ts';
import { APOSTROPHE, BACKSLASH, QUOTE } from '../../shared/bytes/ascii.ts';

const SLICE_ITEMS = 4096;
const FETCH_ITEMS = 32;
const FETCH_BYTES = 65536;

/** The kind of a sort key, in ascending order. */
export const RANK = { number: 0, text: 1, other: 2, missing: 3 } as const;

/**
 * The keys by which items are compared: numbers, or the beginnings of texts, according to `ranks`. For `other`, the text is the
 * name of the kind.
 */
export interface SortKeys extends Texts, Numbers {
  readonly ranks: Uint8Array;
}

/** Reads the keys of some items of one container. */
export function* readSortKeys(places: Places, items: Items, by: SortBy): Work<SortKeys> {
  const { nodes } = items;
  const { length } = nodes;
  const reader = new SortKeyReader(places, by, length);
  for (let index = 0; index < length; index += 1) {
    if (index % FETCH_ITEMS === 0) fetchItems(places, items, index, Math.min(length, index + FETCH_ITEMS) - 1);
    reader.read(nodes[index] ?? 0);
    if (index % SLICE_ITEMS === 0) yield { done: index, total: length * 2 };
  }
  return reader.finish();
}

/** Reads the keys of items one by one, at most `most`. The tape must be that of the text, and both must not change. */
export class SortKeyReader {
  private count = 0;
  private readonly ranks: Uint8Array;
  private readonly found: Int32Array;
  private readonly words: SortWords;
  private rounded: Uint8Array | null = null;
  private readonly units = new ByteUnits();
  private readonly key: TextKey;
  private readonly finder: PathFinder | null;

  constructor(
    private readonly places: Places,
    private readonly by: SortBy,
    most: number,
    private readonly collation: Collation = 'natural',
  ) {
    this.ranks = new Uint8Array(most);
    this.found = new Int32Array(most);
    this.words = { low: new Uint32Array(most), high: new Uint32Array(most) };
    this.key = new TextKey(collation);
    this.finder = by.type === 'path' ? new PathFinder(places, by.path) : null;
  }

  /** Reads the key of the next item. When sorting by value, -1 stands for a missing item. */
  read(item: number): void {
    const { places, finder, count: index } = this;
    this.count += 1;
    if (this.by.type === 'key') {
      this.found[index] = item;
      this.note(index, this.keyText(item));
      return;
    }
    const node = finder === null ? item : finder.inside(item);
    this.found[index] = node;
    if (node < 0) {
      this.ranks[index] = RANK.missing;
      return;
    }
    const kind = places.kind(node);
    if (kind === 'number') {
      const { start, end } = places.range(node);
      this.ranks[index] = RANK.number;
      storeSortKey(this.words, index, readNumber(this.bytes, TEXT_BASE + start, TEXT_BASE + end));
      if (!isExactDouble(this.bytes, TEXT_BASE + start, TEXT_BASE + end)) {
        this.rounded ??= new Uint8Array(this.ranks.length);
        this.rounded[index] = 1;
      }
    } else if (kind === 'string') {
      this.note(index, stringText(places, node));
    } else {
      this.ranks[index] = RANK.other;
      this.noteUnits(index, new StringUnits(kind));
    }
  }

  /** Returns the keys of all items that were read. */
  finish(): SortKeys {
    const { count, ranks, words, collation } = this;
    return {
      ranks: ranks.subarray(0, count),
      low: words.low.subarray(0, count),
      high: words.high.subarray(0, count),
      collation,
      rounded: this.rounded,
      number: (index) => numberText(this.places, this.found[index] ?? 0),
      text: (index) => this.textAt(index),
      next: (index) => this.next(index),
    };
  }

  /** Records the beginning of a text; from the decoded text if the bytes have escapes or non-ASCII characters. */
  private note(index: number, { start, end }: Range): void {
    this.ranks[index] = RANK.text;
    const count = this.noteUnits(index, this.units.move(this.bytes, TEXT_BASE + start, TEXT_BASE + end));
    if (!this.isSpelt(start, start + count)) this.noteUnits(index, this.foldedUnits(index));
  }

  private noteUnits(index: number, units: Units): number {
    const { key, words } = this;
    const count = key.read(units);
    words.low[index] = key.low;
    words.high[index] = key.high;
    return count;
  }

  /** Packs what follows the recorded words of a text. */
  private next(index: number): TextKey {
    const { places, key } = this;
    const node = this.found[index] ?? 0;
    const isKey = this.by.type === 'key';
    const range = isKey ? this.keyText(node) : places.kind(node) === 'string' ? stringText(places, node) : null;
    if (range === null) {
      key.follow(this.foldedUnits(index));
      return key;
    }
    const count = key.follow(this.units.move(this.bytes, TEXT_BASE + range.start, TEXT_BASE + range.end));
    if (!this.isSpelt(range.start, range.start + count)) key.follow(this.foldedUnits(index));
    return key;
  }

  /** The byte range of a member's key between its quotes; a name of JSON5 has none. */
  private keyText(node: number): Range {
    const { start, end } = this.places.keyRange(node);
    const quotes = isQuote(this.bytes[TEXT_BASE + start]) ? 1 : 0;
    return { start: start + quotes, end: end - quotes };
  }

  /** Read each time, because the memory may grow between two reads. */
  private get bytes(): Uint8Array {
    return this.places.tape.memory.bytes;
  }

  private foldedUnits(index: number): Units {
    return new StringUnits(foldText(this.textAt(index), this.collation));
  }

  private textAt(index: number): string {
    return textOf(this.places, this.found[index] ?? 0, this.by.type);
  }

  /** Whether the bytes are ASCII without escapes, so that each is the unit it stands for. */
  private isSpelt(start: number, behind: number): boolean {
    const { bytes } = this;
    for (let at = start; at < behind; at += 1) {
      const byte = bytes[TEXT_BASE + at] ?? 0;
      if (byte >= 0x80 || byte === BACKSLASH) return false;
    }
    return true;
  }
}

/** The byte range of a string without its quotes. */
function stringText(places: Places, node: number): Range {
  const { start, end } = places.range(node);
  return { start: start + 1, end: end - 1 };
}

/** A number in JSON spelling. */
function numberText(places: Places, node: number): string {
  const { start, end } = places.range(node);
  return plainNumber(decodeUtf8(places.text.slice(start, end)));
}

/** The text by which a node is compared. */
function textOf(places: Places, node: number, by: SortBy['type']): string {
  if (by === 'key') return places.key(node);
  const kind = places.kind(node);
  if (kind !== 'string') return kind;
  const { start, end } = places.range(node);
  return unquote(decodeUtf8(places.text.slice(start, end)));
}

function isQuote(byte: number | undefined): boolean {
  return byte === QUOTE || byte === APOSTROPHE;
}

/** Prefetches the text and the entries of adjacent items, unless they are large. */
function fetchItems({ tape }: Places, { nodes, starts, ends }: Items, first: number, last: number): void {
  const [start, end] = [starts[first] ?? 0, ends[last] ?? 0];
  if (end - start > FETCH_BYTES) return;
  tape.memory.passes.fetch(TEXT_BASE + start, TEXT_BASE + end);
  fetchEntries(tape, nodes[first] ?? 0, nodes[last] ?? 0);
}

/** Up to this many digits, every whole number and every power of ten is exact as a double. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/**
 * The double nearest to a number of JSON or JSON5, as `Number` returns it. With at most 15 digits and no exponent, that is one
 * division of two exact doubles, without a string.
 * @see Clinger, How to read floating point numbers (1990)
 */
export function readNumber(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === 0x2d;
  let whole = 0;
  let digits = 0;
  let point = -1;
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x2e) {
      point = digits;
    } else {
      digits += 1;
      if (byte < 0x30 || byte > 0x39 || digits > EXACT_DIGITS)
        return Number(plainNumber(decodeUtf8(bytes.subarray(start, end))));
      whole = whole * 10 + (byte - 0x30);
    }
  }
  const value = point < 0 ? whole : whole / (POWERS[digits - point] ?? 1);
  return isNegative ? -value : value;
}

/**
 * Whether the double that `readNumber` returns is certainly the only one of its value: two such numbers are equal exactly when
 * their doubles are. False for more than 15 digits, an exponent, and what only JSON5 has.
 */
export function isExactDouble(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > EXACT_DIGITS + 2) return false;
  let digits = 0;
  for (let at = bytes[start] === 0x2d ? start + 1 : start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x2e) continue;
    if (byte < 0x30 || byte > 0x39) return false;
    digits += 1;
  }
  return digits <= EXACT_DIGITS;
}
