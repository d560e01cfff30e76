// Reads what items are sorted by: their keys, themselves, or what is at a path inside each. Of the live
// tape and text, with both at hand in loops: there may be millions of items.

import type { Path } from '../../shared/path.ts';
import type { SortBy } from '../../shared/protocol.ts';
import { hasComments } from '../../shared/dialect.ts';
import { plainNumber, unquote } from '../../shared/literals.ts';
import { decodeUtf8 } from '../../shared/utf8.ts';
import { fetchEntries } from './fetch.ts';
import { TEXT_BASE } from './memory.ts';
import { noteNumber } from './ordering.ts';
import { nameOf, type Name, type Places } from './places.ts';
import type { Items } from './reorder.ts';
import { LINK_MASK, OPENING } from './tape.ts';
import { ByteUnits, StringUnits, TextKey } from './textkeys.ts';
import type { Texts } from './textorder.ts';
import type { Work } from './work.ts';

const SLICE_ITEMS = 4096;
const FETCH_ITEMS = 32;
const FETCH_BYTES = 65536;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;

/** Of which kind a key is, in ascending order. */
export const RANK = { number: 0, text: 1, other: 2, missing: 3 } as const;

/** What items are compared by: numbers, or how texts begin, as `ranks` says. Of `other` the text is the kind. */
export interface SortKeys extends Texts {
  readonly ranks: Uint8Array;
}

/** The keys of some items of one container. */
export function* readSortKeys(places: Places, items: Items, by: SortBy): Work<SortKeys> {
  const { nodes } = items;
  const { length } = nodes;
  const ranks = new Uint8Array(length);
  const found = new Int32Array(length);
  const words = { low: new Uint32Array(length), high: new Uint32Array(length) };
  const text = (index: number): string => textOf(places, found[index] ?? 0, by.type);
  const { bytes } = places.tape.memory;
  const units = new ByteUnits(bytes);
  const key = new TextKey();
  /** Notes how a text begins; where not all of that is spelt as it is, from the text itself. */
  const note = (index: number, start: number, end: number): void => {
    const count = key.read(units.move(TEXT_BASE + start, TEXT_BASE + end));
    for (let at = TEXT_BASE + start; at < TEXT_BASE + start + count; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte < 0x80 && byte !== BACKSLASH) continue;
      key.read(new StringUnits(text(index).toLowerCase()));
      break;
    }
    words.low[index] = key.low;
    words.high[index] = key.high;
  };
  const find = by.type === 'path' ? new PathFinder(places, by.path) : null;
  for (let index = 0; index < length; index += 1) {
    if (index % FETCH_ITEMS === 0) fetchItems(places, items, index, Math.min(length, index + FETCH_ITEMS) - 1);
    const item = nodes[index] ?? 0;
    if (by.type === 'key') {
      const { start, end } = places.keyRange(item);
      const quotes = isQuote(bytes[TEXT_BASE + start]) ? 1 : 0;
      ranks[index] = RANK.text;
      found[index] = item;
      note(index, start + quotes, end - quotes);
    } else {
      const node = find === null ? item : find.inside(item);
      const kind = node < 0 ? 'missing' : places.kind(node);
      found[index] = node;
      if (kind === 'missing') {
        ranks[index] = RANK.missing;
      } else if (kind === 'number') {
        const { start, end } = places.range(node);
        ranks[index] = RANK.number;
        noteNumber(words, index, readNumber(bytes, TEXT_BASE + start, TEXT_BASE + end));
      } else if (kind === 'string') {
        const { start, end } = places.range(node);
        ranks[index] = RANK.text;
        note(index, start + 1, end - 1);
      } else {
        ranks[index] = RANK.other;
        key.read(new StringUnits(kind));
        words.low[index] = key.low;
        words.high[index] = key.high;
      }
    }
    if (index % SLICE_ITEMS === 0) yield { done: index, total: length * 2 };
  }
  return { ranks, ...words, text };
}

/** What a node is compared by as a text. */
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

/** Fetches the text and the entries of items side by side, unless they are large. */
function fetchItems({ tape }: Places, { nodes, starts, ends }: Items, first: number, last: number): void {
  const [start, end] = [starts[first] ?? 0, ends[last] ?? 0];
  if (end - start > FETCH_BYTES) return;
  tape.memory.passes.fetch(TEXT_BASE + start, TEXT_BASE + end);
  fetchEntries(tape, nodes[first] ?? 0, nodes[last] ?? 0);
}

/** Digits of which every whole number is exact as a double, and of which every power of ten is. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/**
 * The double nearest to a number of JSON or JSON5, as `Number` has it. With 15 digits and no exponent that is one
 * division of two exact doubles, without a string. @see Clinger, How to read floating point numbers (1990)
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

/** A key to look for, and whether no byte of it would be escaped, nor a comment stand behind it. */
interface PathName extends Name {
  readonly isPlain: boolean;
}

/** Finds what is at one path inside many items that are alike: where it was in the item before is tried first. */
class PathFinder {
  private readonly ordinals: number[];
  private readonly names: PathName[];

  constructor(
    private readonly places: Places,
    path: Path,
  ) {
    this.ordinals = path.map(() => 0);
    this.names = path.map((segment) => {
      const name = nameOf(String(segment));
      const isPlain = !name.bytes.includes(QUOTE) && !name.bytes.includes(BACKSLASH);
      return { ...name, isPlain: isPlain && !hasComments(places.tape.dialect) };
    });
  }

  /** The node at the path inside `item`; -1 where there is none. */
  inside(item: number): number {
    let node = item;
    for (let level = 0; level < this.names.length && node >= 0; level += 1) {
      const name = this.names[level];
      if (name !== undefined) node = this.step(node, name, level);
    }
    return node;
  }

  private step(container: number, name: PathName, level: number): number {
    const { tape, children } = this.places;
    const { words, bytes } = tape.memory;
    const base = tape.wordBase;
    const opening = words[base + container * 2 + 1] ?? 0;
    if ((opening & OPENING) === 0) return -1;
    if (bytes[TEXT_BASE + (words[base + container * 2] ?? 0)] === BRACKET)
      return /^(?:0|[1-9]\d*)$/.test(name.text) ? children.nth(container, Number(name.text)) : -1;
    const close = container + (opening & LINK_MASK);
    const guess = this.ordinals[level] ?? 0;
    let ordinal = 0;
    let child = container + 1;
    for (; ordinal < guess && child < close; ordinal += 1) child = behind(words, base, child);
    let found = child < close && this.isKey(bytes, words[base + child * 2] ?? 0, child, name) ? child : -1;
    if (found < 0) [child, ordinal] = [container + 1, 0];
    // Of duplicate keys the last one counts, so what follows a good guess is looked through too.
    for (; child < close; ordinal += 1) {
      if (child !== found && this.isKey(bytes, words[base + child * 2] ?? 0, child, name)) {
        found = child;
        this.ordinals[level] = ordinal;
      }
      child = behind(words, base, child);
    }
    return found;
  }

  /** As `places.isKey`: but for escapes, the bytes before the value say it. */
  private isKey(bytes: Uint8Array, start: number, child: number, name: PathName): boolean {
    if (!name.isPlain) return this.places.isKey(child, name);
    let at = TEXT_BASE + start - 1;
    while (bytes[at] !== QUOTE) at -= 1;
    let left = name.bytes.length;
    while (left > 0 && bytes[at - 1] === name.bytes[left - 1]) {
      at -= 1;
      left -= 1;
    }
    const isSame = left === 0 && bytes[at - 1] === QUOTE;
    while (bytes[at - 1] !== QUOTE && bytes[at - 1] !== BACKSLASH) at -= 1;
    const isEscaped = bytes[at - 1] === BACKSLASH || bytes[at - 2] === BACKSLASH;
    return isEscaped ? this.places.isKey(child, name) : isSame;
  }
}

/** As `tape.next`, with the tape's words at hand. */
function behind(words: Uint32Array, base: number, entry: number): number {
  const link = words[base + entry * 2 + 1] ?? 0;
  return (link & OPENING) === 0 ? entry + 1 : entry + (link & LINK_MASK) + 1;
}
