// Adds the rows that were appended to the records of an NDJSON text to an arrangement, at a cost near that of the new rows: a log
// that grows by thousands of records a second can't be sorted anew each time.
//
//   order of before   a  c  e  g  i  k  m     16 probes for each new row, sorted together with them by the usual sort:
//   probes               c     g     k        c  F  g  k   ── F belongs between c and g, where the next probes are
//
// The rows that are compared are copied into a small document of their own, so that filters and sorts are those of every table.

import { joinBytes } from '../../shared/bytes/bytes.ts';
import { LF } from '../../shared/bytes/ascii.ts';
import type { Arrangement, TableSort } from '../../shared/protocol/table.ts';
import type { Work } from '../base/work.ts';
import { JsonDocument } from '../document/document.ts';
import { loadDocument } from '../document/load-document.ts';
import { allPositions, arrangeRows, orderRows } from './row-order.ts';
import { TableIndex } from './column/table-index.ts';

const PROBES = 16;
const SLICE_ROWS = 1024;
const END = Uint8Array.of(LF);

/**
 * Returns the positions of an arrangement of all records, from those of the first `known`; `null` if the new ones can't be read alone.
 * The tape must be that of the text.
 */
export function* addRows(
  document: JsonDocument,
  positions: Uint32Array,
  known: number,
  arrangement: Arrangement,
): Work<Uint32Array | null> {
  const { places, tape } = document;
  const rows = places.children.count(0);
  if (rows === known) return positions;
  const tail = read([document.memory.text(tape.start(places.children.nth(0, known)), document.size)]);
  if (tail === null || tail.rows !== rows - known) return null;
  const found = (yield* arrangeRows(tail, arrangement)) ?? allPositions(tail.rows);
  const added = found.map((row) => row + known);
  if (arrangement.sorts.length === 0) return concat(positions, added);
  const at = yield* placesOf(document, positions, added, arrangement.sorts);
  return at && insertAt(positions, added, at);
}

/** Returns before which of the ordered rows each of the new ones belongs, which are in order themselves. */
function* placesOf(
  document: JsonDocument,
  ordered: Uint32Array,
  added: Uint32Array,
  sorts: readonly TableSort[],
): Work<Uint32Array | null> {
  const low = new Uint32Array(added.length);
  const high = new Uint32Array(added.length).fill(ordered.length);
  for (;;) {
    const probes = probesOf(low, high);
    if (probes.length === 0) return low;
    // Equal rows keep their order: those of before come first.
    const list = concat(
      Uint32Array.from(probes, (at) => ordered[at] ?? 0),
      added,
    );
    const order = yield* orderOf(document, list, sorts);
    if (order === null) return null;
    let next = 0;
    for (const index of order) {
      const row = index - probes.length;
      if (row < 0) next = index + 1;
      else {
        low[row] = Math.max(low[row] ?? 0, next === 0 ? 0 : (probes[next - 1] ?? 0) + 1);
        high[row] = Math.min(high[row] ?? 0, probes[next] ?? ordered.length);
      }
    }
  }
}

/** Places to compare with, ascending: some inside of each range, which ascend with the rows. */
function probesOf(low: Uint32Array, high: Uint32Array): number[] {
  const probes: number[] = [];
  for (let row = 0; row < low.length; row += 1) {
    const [from, to] = [low[row] ?? 0, high[row] ?? 0];
    if (from >= to || (row > 0 && from === low[row - 1] && to === high[row - 1])) continue;
    const count = Math.min(PROBES, to - from);
    for (let probe = 1; probe <= count; probe += 1) {
      const at = count === to - from ? from + probe - 1 : from + Math.floor((probe * (to - from)) / (count + 1));
      if (at > (probes.at(-1) ?? -1)) probes.push(at);
    }
  }
  return probes;
}

/** The order of some rows, as indexes of the list; `null` if they can't be read alone. */
function* orderOf(document: JsonDocument, rows: Uint32Array, sorts: readonly TableSort[]): Work<Uint32Array | null> {
  const { places, memory } = document;
  const parts: Uint8Array[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const { start, end } = places.range(places.children.nth(0, rows[at] ?? 0));
    parts.push(memory.text(start, end), END);
    if (at % SLICE_ROWS === SLICE_ROWS - 1) yield { done: at, total: rows.length };
  }
  const index = read(parts);
  return index === null || index.rows !== rows.length
    ? null
    : yield* orderRows(index, allPositions(rows.length), sorts);
}

/** Makes a table of records of their own; `null` if they are none. */
function read(parts: readonly Uint8Array[]): TableIndex | null {
  const copy = loadDocument(joinBytes(parts), 'ndjson');
  return copy.isWhole ? new TableIndex(copy.places, 0, copy) : null;
}

function concat(one: Uint32Array, other: Uint32Array): Uint32Array {
  const all = new Uint32Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

/** Inserts rows before others, given by their ascending places. */
function insertAt(ordered: Uint32Array, added: Uint32Array, at: Uint32Array): Uint32Array {
  const all = new Uint32Array(ordered.length + added.length);
  let copied = 0;
  for (let row = 0; row < added.length; row += 1) {
    const place = at[row] ?? 0;
    all.set(ordered.subarray(copied, place), copied + row);
    all[place + row] = added[row] ?? 0;
    copied = place;
  }
  all.set(ordered.subarray(copied), copied + added.length);
  return all;
}
