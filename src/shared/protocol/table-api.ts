// The calls of a document worker for tables.

import type { Path } from '../document/path.ts';
import type { ByteOffset, NodeIndex, Revision } from '../units.ts';
import type { ColumnFigures, ColumnRequest, ValueList, ValuesRequest } from './figures.ts';
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
  ExpressionFilter,
  FollowedPlace,
  TableFilter,
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
  /** Returns the nodes of rows of the view; the end of the array for rows after the last one. @throws stale as `readCells` */
  tableRowNodes(path: Path, rows: Float64Array): Promise<Reply<Uint32Array>>;
  /** Returns a packed window, see `shared/protocol/table.ts`. @throws stale for an unknown arrangement, or no array */
  readCells(request: CellsRequest): Promise<Reply<ArrayBuffer>>;
  /**
   * Filters and sorts the rows of a table, and discards the previous arrangement. It doesn't change when cells change.
   * @throws stale if there is no array, invalid-document, cancelled
   */
  arrangeRows(call: CallId, path: Path, arrangement: Arrangement): Promise<Reply<Arranged>>;
  /** Returns the array indexes of rows of the view, `firstRow` to `lastRow` inclusive. @throws stale as `readCells` */
  rowPositions(path: Path, arrangement: number | null, firstRow: number, lastRow: number): Promise<Reply<Uint32Array>>;
  /** Returns figures of a column. @throws stale if there is no array, or rows of an expression are missing; invalid-document, cancelled */
  readFigures(call: CallId, request: ColumnRequest): Promise<Reply<ColumnFigures>>;
  /** Lists the values of a column with their counts. @throws as `readFigures` */
  listValues(call: CallId, request: ValuesRequest): Promise<Reply<ValueList>>;
  /** Returns the number of rows that match all filters. @throws as `readFigures` */
  countMatches(call: CallId, path: Path, filters: readonly TableFilter[]): Promise<Reply<number>>;
  /**
   * Takes the hits of a filter by an expression, packed as in `search.ts`, so that it can be used at this revision. The first call
   * begins with no hits.
   * @throws stale
   */
  takeHits(
    base: Revision,
    path: Path,
    filter: ExpressionFilter,
    hits: Uint32Array,
    isFirst: boolean,
  ): Promise<Reply<void>>;
  /** Returns the positions of rows of an arrangement that do not match its filters any more. @throws as `readFigures` */
  fallenRows(
    call: CallId,
    path: Path,
    arrangement: number,
    filters: readonly TableFilter[],
  ): Promise<Reply<Uint32Array>>;
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
