// Where the hits of a search are in the tree. The nodes of hits ascend, so the containers of a million of them are found in one
// walk that skips what is between two hits.

import { HIT_WORDS, KEY_BIT, type HitView, type TextHitView } from '../../shared/protocol/search.ts';
import type { RowsOfNodes } from '../../shared/protocol/protocol.ts';
import { packRanges, type RowRange } from '../../shared/protocol/rows.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { Places } from '../tape/places.ts';
import type { Range, Tape, TapeText } from '../tape/tape.ts';
import type { Lines } from '../document/lines.ts';
import type { TreeRows } from '../document/tree-rows.ts';
import type { Work } from '../base/work.ts';
import { APOSTROPHE, QUOTE } from '../../shared/bytes/ascii.ts';

/** Siblings to walk over before looking up a node from the root instead. */
const NEAR_SIBLINGS = 64;
/** Maximum bytes of the parts of a view: before a hit, the hit, after it, a name, and a value. */
const BEFORE = 60;
const MATCH = 120;
const AFTER = 140;
const NAME = 80;
const VALUE = 120;

/**
 * The lowest offset of hits that belong to a row or a later one: the end of the token before its value. This includes the row's
 * key, and works without knowing whether there is one. The text's end for a row past the last. O(log n).
 */
export function startOfRow({ tape, text }: Places, rows: TreeRows, row: number): number {
  if (row >= rows.count) return text.size;
  const before = rows.entryAt(row) - 1;
  if (before < 0) return 0;
  const start = tape.start(before);
  if (tape.isOpening(before)) return start + tape.bracketLength(before);
  if (tape.isClosing(before)) return start + 1;
  // Adds one because an empty hit may be at the end of a scalar; nothing else begins there.
  return start + tape.scalarLength(before) + 1;
}

/**
 * The bytes of rows: from the first row's key to the end of the last row's value, or of its outermost container among the rows.
 * Sorted and disjoint. Cost: the number of ranges, and the depth at which they end.
 */
export function rangesOfRows(places: Places, rows: TreeRows, ranges: readonly RowRange[]): Range[] {
  const made: Range[] = [];
  for (const { first, last } of ranges) {
    const [from, to] = [rows.entryAt(first), rows.entryAt(last)];
    const parent = places.parent(from);
    const start = parent < 0 ? places.range(from).start : places.itemStart(parent, from);
    const outermost = places.steps(to).find(({ container }) => container >= from)?.container ?? to;
    const { end } = places.range(outermost);
    const before = made.at(-1);
    if (before === undefined || start > before.end) made.push({ start, end });
    else made[made.length - 1] = { start: before.start, end: Math.max(before.end, end) };
  }
  return made;
}

/** Maximum number of row ranges that are returned: a view creates an object for each. */
const MAX_RANGES = 100_000;
/** Nodes per slice. */
const SLICE_NODES = 8192;

/** The rows of nodes, which ascend, as packed ranges, with the number of nodes in the ranges, with a row, and without one. */
export function* rowsOfNodes(rows: TreeRows, nodes: Uint32Array): Work<Omit<RowsOfNodes, 'rowCount'>> {
  const ranges: RowRange[] = [];
  let [selected, shown, hidden] = [0, 0, 0];
  for (const [index, node] of nodes.entries()) {
    if (index % SLICE_NODES === SLICE_NODES - 1) yield { done: index, total: nodes.length };
    if (!rows.isVisible(node)) {
      hidden += 1;
      continue;
    }
    shown += 1;
    const row = rows.rowOf(node);
    const last = ranges.at(-1);
    if (last !== undefined && row <= last.last + 1) ranges[ranges.length - 1] = { first: last.first, last: row };
    else if (ranges.length < MAX_RANGES) ranges.push({ first: row, last: row });
    else continue;
    selected += 1;
  }
  return { ranges: packRanges(ranges), selected, shown, hidden };
}

/** A container, and the child that the walk has reached in it. */
interface Level {
  readonly container: number;
  readonly close: number;
  child: number;
}

/** The containers that directly contain the given nodes, which ascend and may repeat. For the root, the root itself. */
export function containersOf(places: Places, nodes: Uint32Array): Uint32Array {
  const { tape } = places;
  const levels: Level[] = [];
  return nodes.map((node) => {
    if (node === 0) return 0;
    if (!walkTo(tape, levels, node)) {
      levels.length = 0;
      for (const { container, child } of places.steps(node)) {
        levels.push({ container, close: tape.closing(container), child });
      }
    }
    return levels.at(-1)?.container ?? 0;
  });
}

/** Advances the levels to a node after them; returns false if it is too far. */
function walkTo(tape: Tape, levels: Level[], node: number): boolean {
  let level = levels.at(-1);
  while (level !== undefined && level.close < node) {
    levels.pop();
    level = levels.at(-1);
  }
  for (let steps = 0; level !== undefined && steps < NEAR_SIBLINGS; steps += 1) {
    if (level.child === node) return true;
    const next = tape.next(level.child);
    if (next <= node) level.child = next;
    else {
      level = { container: level.child, close: next - 1, child: level.child + 1 };
      levels.push(level);
    }
  }
  return false;
}

/** Describes one hit for a list of results. Hits are packed as in `shared/protocol/search.ts`. */
export function describeHit(places: Places, words: Uint32Array, index: number): HitView {
  const [start = 0, end = 0, word = 0] = words.subarray(index * HIT_WORDS, (index + 1) * HIT_WORDS);
  const node = (word & ~KEY_BIT) >>> 0;
  const part = word >= KEY_BIT ? 'key' : 'value';
  const step = places.steps(node).at(-1);
  const isMember = step !== undefined && places.kind(step.container) === 'object';
  const key = isMember ? inside(places.text, places.keyRange(node)) : null;
  const value = places.range(node);
  const token = part === 'key' && key !== null ? key : inside(places.text, value);
  const { text } = places;
  return {
    part,
    kind: places.kind(node),
    name: key === null ? (step?.ordinal ?? null) : headOf(text, key, NAME),
    before: tailOf(text, { start: token.start, end: start }, BEFORE),
    match: headOf(text, { start, end }, MATCH),
    after: end - start > MATCH ? '' : headOf(text, { start: end, end: token.end }, AFTER),
    value: part === 'key' ? headOf(text, value, VALUE) : '',
  };
}

/** Describes one hit in the text as such. White space at the start of its line is left out. */
export function describeTextHit(
  text: TapeText,
  lines: Pick<Lines, 'lineAt' | 'startOfLine' | 'lineCount'>,
  words: Uint32Array,
  index: number,
): TextHitView {
  const [start = 0, end = 0] = words.subarray(index * HIT_WORDS, (index + 1) * HIT_WORDS);
  const line = lines.lineAt(start);
  const last = lines.lineAt(end);
  const after = last + 1 < lines.lineCount ? lines.startOfLine(last + 1) : text.size;
  return {
    line,
    before: tailOf(text, { start: lines.startOfLine(line), end: start }, BEFORE).trimStart(),
    match: headOf(text, { start, end }, MATCH),
    after: end - start > MATCH ? '' : headOf(text, { start: end, end: after }, AFTER).trimEnd(),
  };
}

/** A token without its quotes. */
function inside(text: TapeText, { start, end }: Range): Range {
  const first = text.byteAt(start);
  return first === QUOTE || first === APOSTROPHE ? { start: start + 1, end: end - 1 } : { start, end };
}

/** The first characters of a range, at most `most` bytes. */
function headOf(text: TapeText, { start, end }: Range, most: number): string {
  if (end - start <= most) return decodeUtf8(text.slice(start, end));
  let cut = start + most;
  while (cut > start && isContinuation(text.byteAt(cut))) cut -= 1;
  return `${decodeUtf8(text.slice(start, cut))}…`;
}

/** The last characters of a range, at most `most` bytes. */
function tailOf(text: TapeText, { start, end }: Range, most: number): string {
  if (end - start <= most) return decodeUtf8(text.slice(start, end));
  let cut = end - most;
  while (cut < end && isContinuation(text.byteAt(cut))) cut += 1;
  return `…${decodeUtf8(text.slice(cut, end))}`;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
