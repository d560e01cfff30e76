// The calls of a document worker that are about tables.

import type { Path } from '../document/path.ts';
import type { ByteOffset } from '../units.ts';
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
  TableShape,
} from './table.ts';

/** A part of `DocumentApi`. */
export interface TableApi {
  /** The arrays that can be opened as tables. @throws cancelled */
  listArrays(call: CallId): Promise<Reply<ArrayList>>;
  /**
   * The columns of the array at a path: of the last valid text where the table was read before. `null` where there is no array.
   * @throws invalid-document, cancelled
   */
  readColumns(call: CallId, path: Path, flatten: boolean): Promise<Reply<TableShape | null>>;
  /** How many items the array at a path has; `null` where there is no array. */
  countItems(path: Path): Promise<Reply<number | null>>;
  /** At which bytes rows of the view begin; the end of the array for rows past the last one. @throws stale as `readCells` */
  tableRowStarts(path: Path, rows: Float64Array): Promise<Reply<Float64Array>>;
  /** A packed window, see `shared/protocol/table.ts`. @throws stale for an arrangement that is not known, or no array */
  readCells(request: CellsRequest): Promise<Reply<ArrayBuffer>>;
  /**
   * Chooses and orders the rows of a table, and forgets the arrangement before. It stays as it is while cells change.
   * @throws stale for no array, invalid-document, cancelled
   */
  arrangeRows(call: CallId, path: Path, arrangement: Arrangement): Promise<Reply<Arranged>>;
  /** Positions in the array of rows of the view, inclusive. @throws stale as `readCells` */
  rowPositions(path: Path, arrangement: number | null, firstRow: number, lastRow: number): Promise<Reply<Uint32Array>>;
  /** @throws stale as `readCells`, cancelled */
  summarizeCells(call: CallId, range: CellRange): Promise<Reply<CellSummary>>;
  /** @throws stale as `readCells`, cancelled */
  copyCells(call: CallId, range: CellRange): Promise<Reply<CopiedCells>>;
  /** The cell that a byte is in. @throws stale as `readCells` */
  placeOfCell(path: Path, arrangement: number | null, offset: ByteOffset): Promise<Reply<CellPlace | null>>;
}
