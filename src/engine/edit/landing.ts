// Predicts where an edit of the tree lands: which values are to be selected after it. Computed before the write, in entries of
// the tape after it. Entries keep their order, so it is enough to count those that are added, removed and moved.
//
//   before   { a [ 1 2 ] b }          duplicate `a`, entries 1 to 4
//   after    { a [ 1 2 ] a2 [ 1 2 ] b }        lands on the 4 entries from 5 on

import type { NodeList, PlainIntent, Where } from '../../shared/protocol/edit-intent.ts';
import type { RowRange } from '../../shared/protocol/rows.ts';
import type { JsonDocument } from '../document/document.ts';
import type { Places } from '../tape/places.ts';
import { eachRun, runsOf } from './removal.ts';
import type { Run } from './run.ts';
import { outermost } from '../treeview/selected-nodes.ts';
import { LINK_MASK } from '../tape/tape.ts';

/** Neighbours on the new tape: a number of entries from the first on, or the value at `first` alone. */
export interface Landing {
  /**
   * Counted from the start of the tape; for `values` from the end of the previous landing, because earlier values may have
   * grown.
   */
  readonly first: number;
  /** `grown`: as many entries as the tape has grown by. */
  readonly entries: number | 'grown' | 'one' | { readonly values: number };
}

/** Most landings that are tracked; the rest is ignored. */
const MAX_LANDINGS = 1000;

/** Predicts where an intent will land. `places` are those before the write. */
export function landingsOf(places: Places, intent: PlainIntent): Landing[] {
  const { tape } = places;
  switch (intent.type) {
    case 'set':
    case 'rename':
    case 'format':
      return [{ first: intent.node, entries: 'one' }];
    case 'set-all':
    case 'sort':
    case 'drop':
    case 'convert':
      return landInPlace(places, outermost(tape, intent.nodes));
    case 'insert':
    case 'insert-all':
      return [{ first: slotEntry(places, intent.node, intent.where), entries: 'grown' }];
    case 'extract':
      return [{ first: 0, entries: 'one' }];
    case 'unwrap':
      return landUnwrapped(places, outermost(tape, intent.nodes));
    case 'wrap':
      if (intent.nodes.length === 1 && intent.nodes[0] === 0) return [{ first: 0, entries: 'one' }];
      // Each earlier run adds the two entries of its new container.
      return runs(places, intent.nodes).map((run, index) => ({ first: run.first + index * 2, entries: 'one' }));
    case 'remove':
      return [{ first: lowest(intent.nodes), entries: 'one' }];
    case 'duplicate': {
      let grown = 0;
      return runs(places, intent.nodes).map((run) => {
        const entries = entriesOf(places, run);
        grown += entries;
        return { first: run.first + grown, entries };
      });
    }
    case 'move': {
      const to = slotEntry(places, intent.target, intent.where);
      const moved = runsOf(places, intent.nodes);
      let before = 0;
      let entries = 0;
      for (const run of moved) {
        const count = entriesOf(places, run);
        entries += count;
        if (run.first < to) before += count;
      }
      return [{ first: to - before, entries }];
    }
  }
}

/** The expanded entries among values that move, at their new positions. `landings` are those of the same intent. */
export function expandedInMove(
  { places, rows }: JsonDocument,
  nodes: NodeList,
  landings: readonly Landing[],
): number[] {
  const found: number[] = [];
  let first = landings[0]?.first ?? 0;
  for (const run of runsOf(places, nodes)) {
    const count = entriesOf(places, run);
    for (const entry of rows.expandedEntries(run.first, run.first + count)) found.push(first + entry - run.first);
    first += count;
  }
  return found;
}

/**
 * Makes the landings visible and returns their rows. Where everything was removed, that is the row of the value before, or of
 * the container.
 * @param grown the number of entries that the tape has grown by
 */
export function rowsAt({ places, rows }: JsonDocument, landings: readonly Landing[], grown: number): RowRange[] {
  const { tape } = places;
  const found: RowRange[] = [];
  let end = 0;
  for (const { first, entries } of landings) {
    let from = first;
    let count = entries === 'grown' ? grown : entries === 'one' ? 1 : 0;
    if (typeof entries === 'object') {
      from += end;
      end = from;
      for (let value = 0; value < entries.values; value += 1) end = tape.next(end);
      count = entries.values === 1 ? 1 : end - from;
    } else if (typeof entries === 'number') count = entries;
    const entry = standing(places, Math.min(from, tape.count - 1));
    if (entry < 0) continue;
    rows.reveal(
      entry,
      places.steps(entry).map(({ container }) => container),
    );
    const row = rows.rowOf(entry);
    // The last visible row of the landing.
    const behind = count <= 1 ? -1 : rows.after(Math.min(entry + count, tape.count) - 1);
    const last = count <= 1 ? row : behind < 0 ? rows.count - 1 : rows.rowOf(behind) - 1;
    const before = found.at(-1);
    if (before !== undefined && row <= before.last + 1)
      found[found.length - 1] = { first: before.first, last: Math.max(before.last, last) };
    else found.push({ first: row, last });
  }
  return found;
}

/** The node for an entry: for a closing bracket, the value before it, or its container if that is empty. */
function standing({ tape }: Places, entry: number): number {
  if (entry < 0 || !tape.isClosing(entry)) return entry;
  const before = entry - 1;
  return tape.isClosing(before) ? before - (tape.link(before) & LINK_MASK) : before;
}

/** The entry that is now in a slot; after the last item, the closing bracket. */
function slotEntry({ tape }: Places, node: number, where: Where): number {
  return where === 'before' ? node : where === 'after' ? tape.next(node) : tape.closing(node);
}

function entriesOf({ tape }: Places, { first, last }: Run): number {
  return tape.next(last) - first;
}

/** Landings of values that stay where they are, even if they change. */
function landInPlace(places: Places, nodes: Uint32Array): Landing[] {
  const landings: Landing[] = [];
  let end = 0;
  for (const { first, last, length } of runsFrom(places, nodes)) {
    landings.push({ first: first - end, entries: { values: length } });
    end = places.tape.next(last);
  }
  return landings;
}

/** Landings of the contents of unwrapped containers; where all were empty, of what is there afterwards. */
function landUnwrapped(places: Places, nodes: Uint32Array): Landing[] {
  const landings: Landing[] = [];
  let gone = 0;
  for (const { first, last, length } of runsFrom(places, nodes)) {
    const entries = places.tape.next(last) - first - 2 * length;
    if (entries > 0) landings.push({ first: first - gone, entries });
    gone += 2 * length;
  }
  return landings.length > 0 ? landings : [{ first: nodes[0] ?? 0, entries: 'one' }];
}

/** The first runs of neighbours; the root is a run of its own. */
function runsFrom(places: Places, nodes: Uint32Array): Run[] {
  if (nodes[0] === 0) return [{ container: -1, ordinal: 0, first: 0, last: 0, length: 1 }];
  const found: Run[] = [];
  for (const run of eachRun(places, nodes)) {
    if (found.length === MAX_LANDINGS) break;
    found.push(run);
  }
  return found;
}

/** The first of some nodes, of which there may be too many to sort into runs. */
function lowest(nodes: NodeList): number {
  let first = Number.MAX_SAFE_INTEGER;
  for (let index = 0; index < nodes.length; index += 1) first = Math.min(first, nodes[index] ?? first);
  return first;
}

function runs(places: Places, nodes: NodeList): Run[] {
  return runsOf(places, nodes).slice(0, MAX_LANDINGS);
}
