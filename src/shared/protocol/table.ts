// Tables: what a panel asks of an array in its document worker, and what a person changes in it.
//
// A window of cells is packed into one buffer, written by `engine/table/cell-window.ts`, read by the table:
//
//   header   Uint32 × 5      version, first row of the view, count of rows, count of columns, offset of the heap in bytes
//   rows     Uint32 × 2      position of the item in the array, its node
//   cells    Uint32 × 7      row by row
//     0 node          index into the tape; NO_NODE where the row has no such value
//     1 flags         kind in bits 0-3, then the CELL_ bits
//     2 textStart     in the heap: a scalar as spelt, or a container's preview
//     3 textLength
//     4 byteStart     of the value in the document
//     5 byteLength
//     6 childCount    of a container, else 0
//   heap     UTF-8 bytes

import { asByte, asNode, type ByteOffset, type NodeIndex, type Revision } from '../units.ts';
import type { Path } from '../document/path.ts';
import { KINDS, type Kind } from './rows.ts';
import type { FieldKind, Operator } from './wizard.ts';

export const CELLS_VERSION = 1;
export const CELLS_HEADER_WORDS = 5;
export const CELL_ROW_WORDS = 2;
export const CELL_WORDS = 7;
export const NO_CELL = 0xffffffff;
/** The text of the cell is longer than what the window holds. */
export const CELL_CUT = 0x10;

/** An array that can be opened as a table. */
export interface ArrayPlace {
  readonly path: Path;
  readonly rows: number;
}

/** The arrays of a document that lie in no other array, in the order of the text. */
export interface ArrayList {
  readonly arrays: readonly ArrayPlace[];
  /** Whether these are all. */
  readonly complete: boolean;
}

/** One column. */
export interface TableColumn {
  /** From an item on: keys through objects, or one position in an item that is an array; empty for the items themselves. */
  readonly path: Path;
  /** In how many rows there is a value. */
  readonly presence: number;
  /** In how many rows it is of which kind. */
  readonly kinds: Readonly<Record<FieldKind, number>>;
}

/** The columns of an array: every row counts. */
export interface TableShape {
  readonly revision: Revision;
  /** Items of the array. */
  readonly rows: number;
  /** In order of first appearance; those of one object stand together. */
  readonly columns: readonly TableColumn[];
  /** Whether these are all columns. */
  readonly complete: boolean;
}

/** Which rows a filter keeps. Texts compare without regard to case. */
export type TableFilter =
  /** As the Transform wizard compares; a missing value never matches. */
  | { readonly type: 'compare'; readonly path: Path; readonly operator: Operator; readonly literal: string }
  /** The text of the value as the cell shows it; `null` looks at every scalar of the row. */
  | { readonly type: 'contains'; readonly path: Path | null; readonly text: string }
  | { readonly type: 'one-of'; readonly path: Path; readonly literals: readonly string[] }
  | { readonly type: 'kind'; readonly path: Path; readonly kinds: readonly (FieldKind | 'missing')[] };

/** One key of an order. */
export interface TableSort {
  readonly path: Path;
  readonly direction: 'ascending' | 'descending';
}

/** How rows are chosen and ordered; the document stays as it is. */
export interface Arrangement {
  /** All of them have to match. */
  readonly filters: readonly TableFilter[];
  /** The first one counts most. */
  readonly sorts: readonly TableSort[];
}

/** Rows that are chosen and ordered. */
export interface Arranged {
  /** Names the arrangement in later requests; `null`: all rows in their order. */
  readonly id: number | null;
  readonly revision: Revision;
  /** Rows that are shown, and rows of the array. */
  readonly shown: number;
  readonly rows: number;
}

/** A window of cells. */
export interface CellsRequest {
  readonly path: Path;
  readonly arrangement: number | null;
  /** The first row of the view, and how many. */
  readonly first: number;
  readonly count: number;
  readonly columns: readonly Path[];
}

/** Rows of a view, and columns: what is copied, summed up or changed. */
export interface CellRange {
  readonly path: Path;
  readonly arrangement: number | null;
  readonly firstRow: number;
  readonly lastRow: number;
  /** None: whole rows, where they are copied. */
  readonly columns: readonly Path[];
}

/** What a selected range comes to. Decimals are exact. */
export interface CellSummary {
  /** Cells that hold a value. */
  readonly count: number;
  readonly numbers: number;
  /** As JSON numbers; empty without numbers. */
  readonly sum: string;
  readonly least: string;
  readonly greatest: string;
}

/** A range as texts: tabs between cells and line ends between rows, and JSON. */
export interface CopiedCells {
  readonly tsv: Blob;
  readonly json: Blob;
}

/** Where a byte is in a table; `null` where it is outside. */
export interface CellPlace {
  /** The row of the view; -1 where a filter leaves it out. */
  readonly row: number;
  /** The position of the item in the array. */
  readonly position: number;
  /** The path of the value from the item on. */
  readonly path: Path;
}

/** A change of a table. Rows are positions in the array. */
export interface TableIntent {
  readonly type: 'table';
  /** Of the array. */
  readonly path: Path;
  readonly change: TableChange;
}

export type TableChange =
  /** JSON for each cell, row by row, or one text for all. Objects that lead there are made where they are missing. */
  | {
      readonly type: 'set-cells';
      readonly rows: Uint32Array;
      readonly columns: readonly Path[];
      readonly jsons: readonly string[];
    }
  /** Strings become empty, all else becomes `null`; what is missing stays so. */
  | { readonly type: 'empty-cells'; readonly rows: Uint32Array; readonly columns: readonly Path[] }
  /** Values go with their keys; items of arrays become `null`. */
  | { readonly type: 'remove-cells'; readonly rows: Uint32Array; readonly columns: readonly Path[] }
  /** New items before the position `at`, one for each text. */
  | { readonly type: 'insert-rows'; readonly at: number; readonly jsons: readonly string[] }
  | { readonly type: 'remove-rows' | 'duplicate-rows'; readonly rows: Uint32Array }
  /** Rows come, in their order, before the position `at`. */
  | { readonly type: 'move-rows'; readonly rows: Uint32Array; readonly at: number }
  /** The last key of a column's path becomes another one in every row. */
  | { readonly type: 'rename-column'; readonly column: Path; readonly key: string }
  /** Writes an order into the document. */
  | { readonly type: 'sort-rows'; readonly sorts: readonly TableSort[] };

/** A cell on the screen. */
export interface Cell {
  /** `null` where the row has no such value. */
  readonly node: NodeIndex | null;
  readonly kind: Kind;
  /** A scalar as spelt (strings with quotes), or a container's preview. */
  readonly text: string;
  readonly cut: boolean;
  readonly byteStart: ByteOffset;
  readonly byteLength: number;
  readonly childCount: number;
}

/** A row on the screen, with the cells of the columns that were asked for. */
export interface TableRow {
  /** Of the item in the array. */
  readonly position: number;
  readonly node: NodeIndex;
  readonly cells: readonly Cell[];
}

/** Unpacks a window. `first` is the row of the view that `rows[0]` is. */
export function unpackCells(buffer: ArrayBuffer): { readonly first: number; readonly rows: TableRow[] } {
  const words = new Uint32Array(buffer, 0, (buffer.byteLength / 4) | 0);
  const [version, first = 0, rowCount = 0, columnCount = 0, heapStart = 0] = words;
  if (version !== CELLS_VERSION) throw new RangeError(`cells of version ${version}, expected ${CELLS_VERSION}`);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const heap = new Uint8Array(buffer, heapStart);
  const cellsStart = CELLS_HEADER_WORDS + rowCount * CELL_ROW_WORDS;
  const cellAt = (at: number): Cell => {
    const node = words[at] ?? NO_CELL;
    const flags = words[at + 1] ?? 0;
    const start = words[at + 2] ?? 0;
    return {
      node: node === NO_CELL ? null : asNode(node),
      kind: KINDS[flags & 0xf] ?? 'null',
      text: decoder.decode(heap.subarray(start, start + (words[at + 3] ?? 0))),
      cut: (flags & CELL_CUT) !== 0,
      byteStart: asByte(words[at + 4] ?? 0),
      byteLength: words[at + 5] ?? 0,
      childCount: words[at + 6] ?? 0,
    };
  };
  const rows = Array.from({ length: rowCount }, (_, row): TableRow => {
    const at = CELLS_HEADER_WORDS + row * CELL_ROW_WORDS;
    return {
      position: words[at] ?? 0,
      node: asNode(words[at + 1] ?? 0),
      cells: Array.from({ length: columnCount }, (_cell, column) =>
        cellAt(cellsStart + (row * columnCount + column) * CELL_WORDS),
      ),
    };
  });
  return { first, rows };
}
