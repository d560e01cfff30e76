// The calls of a document worker for tables.

import type { Path } from '../document/path.ts';
import type { ByteOffset, NodeIndex, Revision } from '../units.ts';
import type { CallId, Reply } from './reply.ts';
import type {
  Arranged,
  Arrangement,
  ArrayList,
  CellPlace,
  CellRange,
  CellsRequest,
  CellSummary,
  CopiedCells,
  FollowedPlace,
  TableShape,
} from './table.ts';

/** A part of `DocumentApi`. */
export interface TableApi {
  /** Returns the arrays that can be shown as tables. @throws cancelled */
  listArrays(call: CallId): Promise<Reply<ArrayList>>;
  /**
   * Returns the columns of the array at a path; from the last valid text if the table was read before. `null` if there is no
   * array.
   * @throws invalid-document, cancelled
   */
  readColumns(call: CallId, path: Path, flatten: boolean): Promise<Reply<TableShape | null>>;
  /** Returns the number of items of the array at a path; `null` if there is no array. */
  countItems(path: Path): Promise<Reply<number | null>>;
  /**
   * Returns the byte offsets of rows of the view; the end of the array for rows after the last one.
   * @throws stale as `readCells`
   */
  tableRowStarts(path: Path, rows: Float64Array): Promise<Reply<Float64Array>>;
  /** Returns a packed window, see `shared/protocol/table.ts`. @throws stale for an unknown arrangement, or no array */
  readCells(request: CellsRequest): Promise<Reply<ArrayBuffer>>;
  /**
   * Filters and sorts the rows of a table, and discards the previous arrangement. It doesn't change when cells change.
   * @throws stale if there is no array, invalid-document, cancelled
   */
  arrangeRows(call: CallId, path: Path, arrangement: Arrangement): Promise<Reply<Arranged>>;
  /** Returns the array indexes of rows of the view, `firstRow` to `lastRow` inclusive. @throws stale as `readCells` */
  rowPositions(path: Path, arrangement: number | null, firstRow: number, lastRow: number): Promise<Reply<Uint32Array>>;
  /** @throws stale as `readCells`, cancelled */
  summarizeCells(call: CallId, range: CellRange): Promise<Reply<CellSummary>>;
  /** @throws stale as `readCells`, cancelled */
  copyCells(call: CallId, range: CellRange): Promise<Reply<CopiedCells>>;
  /** Follows a value through all changes from now on. Returns its number. @throws stale */
  followValue(base: Revision, value: Path | NodeIndex): Promise<Reply<number>>;
  /** Returns where a followed value is, and with `isLast` stops following it. */
  findFollowed(id: number, isLast: boolean): Promise<Reply<FollowedPlace>>;
  /** Returns the cell that contains a byte. @throws stale as `readCells` */
  placeOfCell(path: Path, arrangement: number | null, offset: ByteOffset): Promise<Reply<CellPlace | null>>;
}
