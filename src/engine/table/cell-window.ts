// Packs a window of cells into one buffer; the layout is drawn in `shared/protocol/table.ts`. Cost: the members of the
// requested rows, and for each row up to a thousand siblings. A long value is truncated, a container has a preview.

import type { Path } from '../../shared/document/path.ts';
import { KINDS } from '../../shared/protocol/rows.ts';
import {
  CELL_CUT,
  CELL_ROW_WORDS,
  CELL_WORDS,
  CELLS_HEADER_WORDS,
  CELLS_VERSION,
  NO_CELL,
} from '../../shared/protocol/table.ts';
import { finish } from '../base/work.ts';
import type { Places } from '../tape/places.ts';
import { writePreview } from '../treeview/preview.ts';
import { cutAt, Heap } from '../treeview/row-heap.ts';
import { CellFinder } from './cell-finder.ts';
import { itemsAt, positionsOf, type View } from './table-rows.ts';

/** Bytes of a scalar in a cell, at most. */
const CUT = 256;

/** Packs the cells of the rows from `first` on, at most `count`, in some columns. The caller owns the buffer. */
export function packCells(
  places: Places,
  isLive: boolean,
  view: View,
  { first, count, columns }: { readonly first: number; readonly count: number; readonly columns: readonly Path[] },
): ArrayBuffer {
  const positions = positionsOf(places, view, first, count);
  const items = finish(itemsAt(places, view.array, positions));
  const rows = items.length;
  const words = new Uint32Array(CELLS_HEADER_WORDS + rows * (CELL_ROW_WORDS + columns.length * CELL_WORDS));
  const heap = new Heap();
  const finder = new CellFinder(places, columns, isLive);
  const found = new Int32Array(columns.length);
  let at = CELLS_HEADER_WORDS + rows * CELL_ROW_WORDS;
  for (let row = 0; row < rows; row += 1) {
    const item = items[row] ?? 0;
    words[CELLS_HEADER_WORDS + row * CELL_ROW_WORDS] = positions[row] ?? 0;
    words[CELLS_HEADER_WORDS + row * CELL_ROW_WORDS + 1] = item;
    finder.find(item, found, 0);
    for (const node of found) {
      writeCell(places, words, at, node, heap);
      at += CELL_WORDS;
    }
  }
  words.set([CELLS_VERSION, first, rows, columns.length, words.byteLength]);
  const out = new Uint8Array(words.byteLength + heap.length);
  out.set(new Uint8Array(words.buffer));
  out.set(heap.taken(), words.byteLength);
  return out.buffer;
}

function writeCell(places: Places, words: Uint32Array, at: number, node: number, heap: Heap): void {
  if (node < 0) {
    words[at] = NO_CELL;
    return;
  }
  const { start, end } = places.range(node);
  let flags = KINDS.indexOf(places.kind(node));
  words[at] = node;
  words[at + 2] = heap.length;
  if (places.tape.isOpening(node) && !places.tape.isBroken(node)) {
    writePreview(places, node, heap);
    words[at + 6] = places.children.count(node);
  } else {
    if (end - start > CUT) flags |= CELL_CUT;
    heap.add(places.text.slice(start, cutAt(places.text, start, end, CUT)));
  }
  words[at + 1] = flags;
  words[at + 3] = heap.length - (words[at + 2] ?? 0);
  words[at + 4] = start;
  words[at + 5] = end - start;
}
