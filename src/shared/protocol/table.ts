// Tables: requests for the cells of an array in the document worker, and edits of a table.
//
// A window of cells is packed into one buffer; written by `engine/table/cell-window.ts`, read by the table:
//
//   header   Uint32 × 5      version, first row of the view, count of rows, count of columns, offset of the heap in bytes
//   rows     Uint32 × 2      index of the item in the array, its node
//   cells    Uint32 × 7      row by row
//     0 node          index into the tape; NO_NODE if the row has no such value
//     1 flags         kind in bits 0-3, then the CELL_ bits
//     2 textStart     in the heap: a scalar in its spelling, or a container's preview
//     3 textLength
//     4 byteStart     of the value in the document
//     5 byteLength
//     6 childCount    of a container, else 0
//   heap     UTF-8 bytes

import { asByte, asNode, type ByteOffset, type NodeIndex, type Revision } from '../units.ts';
import type { Dialect } from '../document/dialect.ts';
import type { Path } from '../document/path.ts';
import { KINDS, type RowKind } from './rows.ts';
import type { FieldKind, ScalarOperator } from './wizard.ts';

export const CELLS_VERSION = 1;
export const CELLS_HEADER_WORDS = 5;
export const CELL_ROW_WORDS = 2;
export const CELL_WORDS = 7;
export const NO_CELL = 0xffffffff;
/** The text of the cell is truncated in the window. */
export const CELL_CUT = 0x10;

/** An array that can be shown as a table. */
export interface ArrayPlace {
  readonly path: Path;
  readonly rows: number;
}

/** The arrays of a document that are not inside another array, in text order. */
export interface ArrayList {
  readonly arrays: readonly ArrayPlace[];
  /** Whether the list is complete. */
  readonly complete: boolean;
}

export interface TableColumn {
  /** Relative to an item: keys of nested objects, or one index if items are arrays; empty for the items themselves. */
  readonly path: Path;
  /** Number of rows with a value. */
  readonly presence: number;
  /** Number of rows per kind of value. */
  readonly kinds: Readonly<Record<FieldKind, number>>;
}

/** The columns of an array, from all rows. */
export interface TableShape {
  readonly revision: Revision;
  /** Number of items of the array. */
  readonly rows: number;
  /** In order of first appearance; columns of one object are adjacent. */
  readonly columns: readonly TableColumn[];
  /** Whether all columns are included. */
  readonly complete: boolean;
}

/** A filter of rows. A missing value matches only `kind` and `not`. Text is found in any case, unless `matchCase`. */
export type TableFilter =
  /** Compares like the Transform wizard, by exact values. */
  | { readonly type: 'compare'; readonly path: Path; readonly operator: ScalarOperator; readonly literal: string }
  /** Matches the text of the value as shown in the cell; `null` searches every scalar of the row. */
  | { readonly type: 'contains'; readonly path: Path | null; readonly text: string; readonly matchCase?: boolean }
  /**
   * Matches where the text begins, ends, or is the text of the value. As a `whole` a number also finds the numbers of its value,
   * and the strings that spell it; a text in quotation marks finds only strings.
   */
  | {
      readonly type: 'text';
      readonly path: Path;
      readonly at: 'start' | 'end' | 'whole';
      readonly text: string;
      readonly matchCase?: boolean;
    }
  | { readonly type: 'one-of'; readonly path: Path; readonly literals: readonly string[] }
  | { readonly type: 'kind'; readonly path: Path; readonly kinds: readonly (FieldKind | 'missing')[] }
  /** An empty string, array or object. */
  | { readonly type: 'empty'; readonly path: Path }
  /** Numbers between two bounds, or times in ISO 8601; `null` for no bound. `to` itself, or all
   * of it if it is a day, matches unless `isOpen`.
   */
  | {
      readonly type: 'between';
      readonly of: 'numbers' | 'times';
      readonly path: Path;
      readonly from: string | null;
      readonly to: string | null;
      readonly isOpen?: boolean;
    }
  /** A regular expression, as in the search. Run in a worker of its own. */
  | {
      readonly type: 'expression';
      readonly path: Path | null;
      readonly pattern: string;
      readonly matchCase?: boolean;
    }
  | { readonly type: 'not'; readonly filter: TableFilter }
  | { readonly type: 'any'; readonly filters: readonly TableFilter[] };

/** A filter by a regular expression. */
export type ExpressionFilter = Extract<TableFilter, { type: 'expression' }>;

/** One sort key. */
export interface TableSort {
  readonly path: Path;
  readonly direction: 'ascending' | 'descending';
}

/** Filters and sort order of rows; the document doesn't change. */
export interface Arrangement {
  /** All of them must match. */
  readonly filters: readonly TableFilter[];
  /** In order of priority. */
  readonly sorts: readonly TableSort[];
  /** Present while only rows with differences are shown. */
  readonly changed?: ChangedRows;
}

/** The rows that differ from those of another document. */
export interface ChangedRows {
  /** The revision that was compared. */
  readonly revision: Revision;
  /** Positions in the array, ascending. */
  readonly rows: Uint32Array;
}

/** Whether an arrangement hides rows or orders them. */
export function isArranged({ filters, sorts, changed }: Arrangement): boolean {
  return filters.length > 0 || sorts.length > 0 || changed !== undefined;
}

/** Filtered and sorted rows. */
export interface Arranged {
  /** Identifies the arrangement in later requests; `null`: all rows in array order. */
  readonly id: number | null;
  readonly revision: Revision;
  /** Number of shown rows, and of rows in the array. */
  readonly shown: number;
  readonly rows: number;
}

/** A request for a window of cells. */
export interface CellsRequest {
  readonly path: Path;
  readonly arrangement: number | null;
  /** The first row of the view, and the number of rows. */
  readonly first: number;
  readonly count: number;
  readonly columns: readonly Path[];
}

/** Rows of a view and columns, for copying, summarising or editing. */
export interface CellRange {
  readonly path: Path;
  readonly arrangement: number | null;
  readonly firstRow: number;
  readonly lastRow: number;
  /** Empty: whole rows, when copying. */
  readonly columns: readonly Path[];
}

/** Summary of a selected range. Decimals are exact. */
export interface CellSummary {
  /** Number of cells with a value. */
  readonly count: number;
  readonly numbers: number;
  /** Number of different values. */
  readonly distinct: number;
  readonly isEstimate: boolean;
  /** As JSON numbers; empty if there are no numbers. The mean is rounded to at least 15 digits. */
  readonly sum: string;
  readonly mean: string;
  readonly least: string;
  readonly greatest: string;
}

/** A range as tab-separated text, as JSON, and in the form that keeps each cell as it is spelt. */
export interface CopiedCells {
  readonly tsv: Blob;
  readonly json: Blob;
  /** A `SpeltCells` as JSON. */
  readonly cells: Blob;
}

/** Cells as they are spelt in their document; `null` for a missing value. */
export interface SpeltCells {
  readonly dialect: Dialect;
  readonly rows: readonly (readonly (string | null)[])[];
}

/** The place of a followed value; `null` if it is gone, `undefined` if this worker does not follow it. */
export type FollowedPlace =
  | { readonly revision: Revision; readonly node: NodeIndex; readonly path: Path; readonly start: ByteOffset }
  | null
  | undefined;

/** The cell at a byte; `null` outside the table. */
export interface CellPlace {
  /** The row of the view; -1 if a filter hides it. */
  readonly row: number;
  /** The index of the item in the array. */
  readonly position: number;
  /** The path of the value, relative to the item. */
  readonly path: Path;
}

/** An edit of a table. Rows are array indexes. */
export interface TableIntent {
  readonly type: 'table';
  /** The path of the array. */
  readonly path: Path;
  readonly change: TableChange;
}

export type TableChange =
  /**
   * JSON for each cell, row by row, or one text for all; `null` removes a value with its key. Missing objects on the path are
   * created. Texts for more rows than `rows` add rows behind the last one. `dialect` is that of the texts, by default the
   * document's.
   */
  | {
      readonly type: 'set-cells';
      readonly rows: Uint32Array;
      readonly columns: readonly Path[];
      readonly jsons: readonly (string | null)[];
      readonly dialect?: Dialect;
    }
  /** Strings become empty, other values `null`; missing values stay missing. */
  | { readonly type: 'empty-cells'; readonly rows: Uint32Array; readonly columns: readonly Path[] }
  /** Removes values with their keys; items of arrays become `null`. */
  | { readonly type: 'remove-cells'; readonly rows: Uint32Array; readonly columns: readonly Path[] }
  /** Inserts items before the index `at`, one per text. */
  | { readonly type: 'insert-rows'; readonly at: number; readonly jsons: readonly string[] }
  | { readonly type: 'remove-rows' | 'duplicate-rows'; readonly rows: Uint32Array }
  /** Moves rows, in order, before the index `at`. */
  | { readonly type: 'move-rows'; readonly rows: Uint32Array; readonly at: number }
  /** Replaces the last key of a column's path in every row. */
  | { readonly type: 'rename-column'; readonly column: Path; readonly key: string }
  /** Makes objects of the items of an array of arrays. Their keys are the values of the first item, which is removed. */
  | { readonly type: 'name-columns' }
  /** Writes a sort order into the document. */
  | { readonly type: 'sort-rows'; readonly sorts: readonly TableSort[] };

/** A visible cell. */
export interface Cell {
  /** `null` if the row has no such value. */
  readonly node: NodeIndex | null;
  readonly kind: RowKind;
  /** A scalar in its spelling (strings with quotes), or a container's preview. */
  readonly text: string;
  readonly cut: boolean;
  readonly byteStart: ByteOffset;
  readonly byteLength: number;
  readonly childCount: number;
}

/** A visible row, with the cells of the requested columns. */
export interface TableRow {
  /** Index of the item in the array. */
  readonly position: number;
  readonly node: NodeIndex;
  readonly cells: readonly Cell[];
}

/** Unpacks a window. `first` is the row of the view at `rows[0]`. */
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
