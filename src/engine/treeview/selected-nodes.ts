// The values of selected rows, and the outermost of a list of values.

import type { NodeList } from '../../shared/protocol/edit-intent.ts';
import type { RowRange } from '../../shared/protocol/rows.ts';
import type { TreeRows } from '../document/tree-rows.ts';
import type { Tape } from '../tape/tape.ts';
import type { Work } from '../base/work.ts';

const FIRST_ROOM = 1024;
/** Values per slice. */
const SLICE_NODES = 65_536;

/** The values of rows, in order, without those inside another of them. `ranges` ascend. */
export function* nodesOfRows(tape: Tape, rows: TreeRows, ranges: readonly RowRange[]): Work<Uint32Array> {
  let nodes = new Uint32Array(FIRST_ROOM);
  let count = 0;
  let behind = 0;
  for (const { first, last } of ranges) {
    let entry = rows.entryAt(first);
    const end = rows.entryAt(last);
    while (entry >= 0 && entry <= end) {
      if (entry >= behind) {
        if (count === nodes.length) {
          const larger = new Uint32Array(count * 2);
          larger.set(nodes);
          nodes = larger;
        }
        nodes[count] = entry;
        count += 1;
        behind = tape.next(entry);
        if (count % SLICE_NODES === 0) yield { done: tape.start(entry), total: tape.memory.size };
      }
      entry = rows.after(Math.max(entry, behind - 1));
    }
  }
  return nodes.slice(0, count);
}

/** Returns nodes in order, without those inside another of them. Returns the same array if nothing changes. */
export function outermost(tape: Tape, nodes: NodeList): Uint32Array {
  const sorted = nodes instanceof Uint32Array ? nodes : Uint32Array.from(nodes);
  if (areApart(tape, sorted)) return sorted;
  const all = sorted.toSorted();
  let count = 0;
  let behind = 0;
  for (const node of all) {
    if (node < behind) continue;
    all[count] = node;
    count += 1;
    behind = tape.next(node);
  }
  return all.slice(0, count);
}

function areApart(tape: Tape, nodes: Uint32Array): boolean {
  let behind = 0;
  for (const node of nodes) {
    if (node < behind) return false;
    behind = tape.next(node);
  }
  return true;
}
