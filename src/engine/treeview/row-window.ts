// Packs a window of rows into one buffer; `shared/protocol/rows.ts` draws the layout. Cost: the requested rows, and the depth
// of the first. A long key or value is cut; a collapsed container gets a preview.

import {
  FLAG_EXPANDED,
  FLAG_HAS_KEY,
  FLAG_KEY_CUT,
  FLAG_OPEN,
  FLAG_TEXT_CUT,
  HEADER_WORDS,
  KINDS,
  ROW_WORDS,
  ROWS_VERSION,
} from '../../shared/protocol/rows.ts';
import type { Places } from '../tape/places.ts';
import { writePreview } from './preview.ts';
import { cutAt, Heap } from './row-heap.ts';
import type { TreeRows } from '../document/tree-rows.ts';

/** Maximum bytes of a key or a scalar in a row. */
const CUT = 1024;

/** A container around the current row; `ordinal` is the position of the child that leads to it. */
interface Level {
  readonly container: number;
  readonly close: number;
  readonly object: boolean;
  readonly setSize: number;
  ordinal: number;
}

/**
 * Packs the rows from `first` on, at most `count`. Containers that end behind the byte `cut` may hold more than is known. The
 * buffer belongs to the caller.
 */
export function packRows(
  places: Places,
  rows: TreeRows,
  first: number,
  count: number,
  cut = Number.POSITIVE_INFINITY,
): ArrayBuffer {
  const available = Math.max(0, Math.min(count, rows.count - first));
  const words = new Uint32Array(HEADER_WORDS + available * ROW_WORDS);
  const heap = new Heap();
  if (available > 0) {
    let entry = rows.entryAt(first);
    const levels = openLevels(places, entry);
    for (let row = 0; row < available && entry >= 0; row += 1) {
      writeRow(places, rows, words, HEADER_WORDS + row * ROW_WORDS, entry, levels, heap, cut);
      entry = step(places, rows, entry, levels);
    }
  }
  return pack(words, first, available, heap);
}

/** Packs the ancestor rows that stay visible above the rows from `first` on, at most `limit`, and returns the index of each. */
export function packAncestors(
  places: Places,
  rows: TreeRows,
  first: number,
  limit: number,
  cut = Number.POSITIVE_INFINITY,
): { indexes: Float64Array; rows: ArrayBuffer } {
  const heap = new Heap();
  const levels = levelsUncovered(places, rows, first, limit);
  const from = Math.max(0, levels.length - limit);
  const words = new Uint32Array(HEADER_WORDS + (levels.length - from) * ROW_WORDS);
  const containers = levels.slice(from).map(({ container }) => container);
  for (const [at, container] of containers.entries()) {
    const around = levels.slice(0, from + at);
    writeRow(places, rows, words, HEADER_WORDS + at * ROW_WORDS, container, around, heap, cut);
  }
  const indexes = Float64Array.from(containers, (container) => rows.rowOf(container));
  return { indexes, rows: pack(words, first, containers.length, heap) };
}

/** The containers around the first row, from `first` on, that the rows of its own containers don't cover. */
function levelsUncovered(places: Places, rows: TreeRows, first: number, limit: number): Level[] {
  if (first >= rows.count) return [];
  let entry = rows.entryAt(first);
  const levels = openLevels(places, entry);
  for (let covered = 0; covered < Math.min(limit, levels.length); covered += 1) {
    const next = step(places, rows, entry, levels);
    if (next < 0) break;
    entry = next;
  }
  return levels;
}

function pack(words: Uint32Array, first: number, count: number, heap: Heap): ArrayBuffer {
  words.set([ROWS_VERSION, first, count, words.byteLength]);
  const out = new Uint8Array(words.byteLength + heap.length);
  out.set(new Uint8Array(words.buffer));
  out.set(heap.taken(), words.byteLength);
  return out.buffer;
}

function openLevels(places: Places, entry: number): Level[] {
  return places.steps(entry).map(({ container, ordinal }) => level(places, container, ordinal));
}

function level(places: Places, container: number, ordinal: number): Level {
  return {
    container,
    close: places.tape.closing(container),
    object: places.kind(container) === 'object',
    setSize: places.children.count(container),
    ordinal,
  };
}

/** Returns the next visible entry and updates the levels. */
function step(places: Places, rows: TreeRows, entry: number, levels: Level[]): number {
  const next = rows.after(entry);
  if (next < 0) return next;
  // With a filter, the next row may be any of its siblings.
  const ordinalIn = (container: number, beside: number): number =>
    rows.narrowing !== null ? places.children.containing(container, next).ordinal : beside;
  if (places.tape.closing(entry) > next) {
    levels.push(level(places, entry, ordinalIn(entry, 0)));
    return next;
  }
  let inner = levels.at(-1);
  while (inner !== undefined && inner.close < next) {
    levels.pop();
    inner = levels.at(-1);
  }
  if (inner !== undefined) inner.ordinal = ordinalIn(inner.container, inner.ordinal + 1);
  return next;
}

function writeRow(
  places: Places,
  rows: TreeRows,
  words: Uint32Array,
  at: number,
  entry: number,
  levels: readonly Level[],
  heap: Heap,
  cut: number,
): void {
  const { text, tape } = places;
  const parent = levels.at(-1);
  const kind = places.kind(entry);
  const range = places.range(entry);
  let flags = KINDS.indexOf(kind);
  if (range.end > cut) flags |= FLAG_OPEN;
  words[at] = entry;
  words[at + 1] = levels.length;
  words[at + 3] = parent?.ordinal ?? 0;
  words[at + 4] = parent?.setSize ?? 1;
  words[at + 12] = range.start;
  if (parent?.object === true) {
    const key = places.keyRange(entry);
    words[at + 12] = key.start;
    flags |= FLAG_HAS_KEY | (key.end - key.start > CUT ? FLAG_KEY_CUT : 0);
    words[at + 6] = heap.length;
    words[at + 7] = heap.add(text.slice(key.start, cutAt(text, key.start, key.end, CUT)));
  }
  words[at + 8] = heap.length;
  if (tape.isOpening(entry) && kind !== 'broken') {
    const expanded = rows.isExpanded(entry);
    if (expanded) flags |= FLAG_EXPANDED;
    else writePreview(places, entry, heap);
    words[at + 5] = places.children.count(entry);
  } else {
    if (range.end - range.start > CUT) flags |= FLAG_TEXT_CUT;
    heap.add(text.slice(range.start, cutAt(text, range.start, range.end, CUT)));
  }
  words[at + 9] = heap.length - (words[at + 8] ?? 0);
  words[at + 2] = flags;
  words[at + 10] = range.start;
  words[at + 11] = range.end - range.start;
}
