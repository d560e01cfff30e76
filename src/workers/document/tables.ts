// Serves the table of a panel: columns, cells, the order of rows, and the summary of a range of cells.
//
// Reads don't wait for writes. While the text is invalid, everything is read from the last valid state, and columns are those
// that were read before. An arrangement is a list of positions in the array: it stays valid while cells change, and becomes
// invalid once the array has more or fewer items.

import { CodedError } from '../../shared/errors.ts';
import type { Path } from '../../shared/document/path.ts';
import type { ColumnFigures, ColumnRequest, ValueList, ValuesRequest } from '../../shared/protocol/figures.ts';
import type { CallId } from '../../shared/protocol/reply.ts';
import { isSamePath } from '../../shared/document/path.ts';
import { isArranged } from '../../shared/protocol/table.ts';
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
} from '../../shared/protocol/table.ts';
import { asByte, asNode, type ByteOffset, type NodeIndex, type Revision } from '../../shared/units.ts';
import { NOT_VALID, STALE } from '../../shared/texts/documents.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { listArrays } from '../../engine/table/array-list.ts';
import { packCells } from '../../engine/table/cell-window.ts';
import { placeOfCell } from '../../engine/table/cell-place.ts';
import { TableIndex } from '../../engine/table/column/table-index.ts';
import { summarizeCells } from '../../engine/table/cell-summary.ts';
import { writeCells } from '../../engine/table/cell-text.ts';
import { addHits, countMatches, matchingRows } from '../../engine/table/filter/row-filter.ts';
import { readFigures } from '../../engine/table/column/figures.ts';
import { listValues } from '../../engine/table/column/value-tally.ts';
import { addRows } from '../../engine/table/added-rows.ts';
import { arrangeRows } from '../../engine/table/row-order.ts';
import { findColumns } from '../../engine/table/table-columns.ts';
import { countRows, positionsOf, type View } from '../../engine/table/table-rows.ts';
import { finish, type Work } from '../../engine/base/work.ts';
import type { FollowedValues } from './followed-values.ts';
import type { Runner } from './runner.ts';

/** The part of the session that tables use. */
export interface TableSource {
  /** The document whose rows are shown: while it is being read, that is its beginning. */
  readonly shown: { readonly document: JsonDocument };
  readonly revision: Revision;
  /** Resolves when the last edit has been checked. */
  readonly settled: Promise<unknown>;
  readonly runner: Runner;
  readonly feed: { readonly values: FollowedValues };
  /** Since this revision, records were only appended. */
  readonly grownSince: Revision;
}

interface KnownShape {
  readonly path: Path;
  readonly flatten: boolean;
  readonly shape: TableShape;
}

interface KnownArrangement {
  readonly id: number;
  readonly path: Path;
  readonly positions: Uint32Array;
  /** The number of items that the array had. */
  readonly rows: number;
  readonly arrangement: Arrangement;
  readonly revision: Revision;
}

/** The tables of one session. */
export class Tables {
  private shape: KnownShape | null = null;
  private arrangement: KnownArrangement | null = null;
  private index: { readonly revision: Revision; readonly of: JsonDocument; readonly index: TableIndex } | null = null;
  /** Random at first: a number that a worker gave before it died must not name an arrangement of the next one. */
  private arrangements = Math.floor(Math.random() * 2 ** 40);

  constructor(private readonly session: TableSource) {}

  listArrays(call: CallId): Promise<ArrayList> {
    return this.session.runner.call(call, async (step) => {
      await this.session.settled;
      const { revision } = this.session;
      const { document } = this.session.shown;
      return step.run(listArrays(document.places), () => this.checkUnchanged(revision));
    });
  }

  readColumns(call: CallId, path: Path, flatten: boolean): Promise<TableShape | null> {
    return this.session.runner.call(call, async (step) => {
      await this.session.settled;
      const { revision } = this.session;
      const { document } = this.session.shown;
      const { shape: known } = this;
      if (!document.isLive && known !== null && known.flatten === flatten && isSamePath(known.path, path)) {
        const array = this.arrayAt(path);
        return array < 0 ? null : { ...known.shape, rows: document.places.children.count(array) };
      }
      const array = this.arrayAt(path);
      if (array < 0) return null;
      const { columns, complete } = await step.run(findColumns(document, array, flatten), () =>
        this.checkUnchanged(revision),
      );
      this.checkUnchanged(revision);
      const shape = { revision, rows: document.places.children.count(array), columns, complete };
      this.shape = { path, flatten, shape };
      return shape;
    });
  }

  async countItems(path: Path): Promise<number | null> {
    await this.session.settled;
    const array = this.arrayAt(path);
    return array < 0 ? null : this.session.shown.document.places.children.count(array);
  }

  async tableRowStarts(path: Path, rows: Float64Array): Promise<Float64Array> {
    await this.session.settled;
    const { places } = this.session.shown.document;
    const { array } = this.viewOf({ path, arrangement: null });
    const end = places.range(array).end;
    return rows.map((row) => {
      const item = places.children.nth(array, row);
      return item < 0 ? end : places.tape.start(item);
    });
  }

  async tableRowNodes(path: Path, rows: Float64Array): Promise<Uint32Array> {
    await this.session.settled;
    const { places } = this.session.shown.document;
    const { array } = this.viewOf({ path, arrangement: null });
    const end = places.tape.closing(array);
    return Uint32Array.from(rows, (row) => {
      const item = places.children.nth(array, row);
      return item < 0 ? end : item;
    });
  }

  async readCells(request: CellsRequest): Promise<ArrayBuffer> {
    await this.session.settled;
    const { places, isLive } = this.session.shown.document;
    return packCells(places, isLive, this.viewOf(request), request);
  }

  arrangeRows(call: CallId, path: Path, arrangement: Arrangement): Promise<Arranged> {
    return this.session.runner.call(call, async (step) => {
      await this.session.settled;
      const { revision } = this.session;
      const { document } = this.session.shown;
      const array = this.arrayAt(path);
      if (array < 0) throw new CodedError('stale', STALE.document);
      const { changed } = arrangement;
      if (changed !== undefined) this.checkUnchanged(changed.revision);
      if (isArranged(arrangement) && !document.isLive) throw new CodedError('invalid-document', NOT_VALID.table);
      const known = this.grownFrom(path, arrangement);
      const unchanged = (): void => this.checkUnchanged(revision);
      const grown = known && (await step.run(addRows(document, known.positions, known.rows, arrangement), unchanged));
      const positions = grown ?? (await step.run(arrangeRows(this.indexOf(array), arrangement), unchanged));
      this.checkUnchanged(revision);
      const rows = document.places.children.count(array);
      if (positions === null) {
        this.arrangement = null;
        return { id: null, revision, shown: rows, rows };
      }
      this.arrangements += 1;
      this.arrangement = { id: this.arrangements, path, positions, rows, arrangement, revision };
      return { id: this.arrangements, revision, shown: positions.length, rows };
    });
  }

  readFigures(call: CallId, request: ColumnRequest): Promise<ColumnFigures> {
    return this.study(call, request.path, function* (index, revision) {
      return { ...(yield* readFigures(index, request)), revision };
    });
  }

  listValues(call: CallId, request: ValuesRequest): Promise<ValueList> {
    return this.study(call, request.path, function* (index, revision) {
      return { ...(yield* listValues(index, request)), revision };
    });
  }

  countMatches(call: CallId, path: Path, filters: readonly TableFilter[]): Promise<number> {
    return this.study(call, path, (index) => countMatches(index, filters));
  }

  fallenRows(call: CallId, path: Path, arrangement: number, filters: readonly TableFilter[]): Promise<Uint32Array> {
    const { positions } = this.viewOf({ path, arrangement });
    return this.study(call, path, function* (index) {
      const matches = yield* matchingRows(index, filters);
      return positions === null || matches === null ? new Uint32Array() : positions.filter((row) => matches[row] !== 1);
    });
  }

  /** Runs work over the columns of a table. */
  private study<T>(call: CallId, path: Path, work: (index: TableIndex, revision: Revision) => Work<T>): Promise<T> {
    return this.session.runner.call(call, async (step) => {
      await this.session.settled;
      const { revision } = this.session;
      if (!this.session.shown.document.isLive) throw new CodedError('invalid-document', NOT_VALID.table);
      const array = this.arrayAt(path);
      if (array < 0) throw new CodedError('stale', STALE.document);
      const result = await step.run(work(this.indexOf(array), revision), () => this.checkUnchanged(revision));
      this.checkUnchanged(revision);
      return result;
    });
  }

  async takeHits(
    base: Revision,
    path: Path,
    filter: ExpressionFilter,
    hits: Uint32Array,
    isFirst: boolean,
  ): Promise<void> {
    await this.session.settled;
    this.checkUnchanged(base);
    const array = this.arrayAt(path);
    if (array < 0 || !this.session.shown.document.isLive) throw new CodedError('stale', STALE.document);
    finish(addHits(this.indexOf(array), filter, hits, isFirst));
  }

  async rowPositions(path: Path, arrangement: number | null, firstRow: number, lastRow: number): Promise<Uint32Array> {
    await this.session.settled;
    const view = this.viewOf({ path, arrangement });
    return positionsOf(this.session.shown.document.places, view, firstRow, lastRow - firstRow + 1).slice();
  }

  summarizeCells(call: CallId, range: CellRange): Promise<CellSummary> {
    return this.session.runner.call(call, async (step) => {
      await this.session.settled;
      const { revision } = this.session;
      const { document } = this.session.shown;
      const summary = await step.run(summarizeCells(document.places, document.isLive, this.viewOf(range), range), () =>
        this.checkUnchanged(revision),
      );
      this.checkUnchanged(revision);
      return summary;
    });
  }

  copyCells(call: CallId, range: CellRange): Promise<CopiedCells> {
    return this.session.runner.call(call, async (step) => {
      await this.session.settled;
      const { revision } = this.session;
      const { document } = this.session.shown;
      const { tsv, json, cells } = await step.run(
        writeCells(document.places, document.isLive, this.viewOf(range), range),
        () => this.checkUnchanged(revision),
      );
      this.checkUnchanged(revision);
      return {
        tsv: new Blob(tsv as BlobPart[]),
        json: new Blob(json as BlobPart[]),
        cells: new Blob(cells as BlobPart[]),
      };
    });
  }

  async placeOfCell(path: Path, arrangement: number | null, offset: ByteOffset): Promise<CellPlace | null> {
    await this.session.settled;
    return placeOfCell(this.session.shown.document.places, this.viewOf({ path, arrangement }), offset);
  }

  async followValue(base: Revision, value: Path | NodeIndex): Promise<number> {
    // At once where that is possible: a write that comes next would make the value another one.
    if (!this.session.shown.document.isLive) await this.atRest();
    this.checkUnchanged(base);
    const { feed } = this.session;
    const { document } = this.session.shown;
    const node = typeof value === 'number' ? value : document.places.atPath(value);
    if (node < 0 || !document.isLive) throw new CodedError('stale', STALE.document);
    return feed.values.track(document, node);
  }

  async findFollowed(id: number, isLast: boolean): Promise<FollowedPlace> {
    await this.atRest();
    const { revision, feed } = this.session;
    const { document } = this.session.shown;
    if (!isLast && !document.isLive) throw new CodedError('invalid-document', NOT_VALID.table);
    const found = document.isLive ? feed.values.find(document, id) : null;
    if (isLast) feed.values.release(id);
    return found && { ...found, node: asNode(found.node), start: asByte(found.start), revision };
  }

  /** Waits until no write is left to be checked; each ends the check of the one before. */
  private async atRest(): Promise<void> {
    for (let last: unknown = null; last !== this.session.settled;) {
      last = this.session.settled;
      await last;
    }
  }

  /** The last arrangement, if it is that of the records before some were appended. */
  private grownFrom(path: Path, asked: Arrangement): KnownArrangement | null {
    const { arrangement } = this;
    if (arrangement === null || !isSamePath(arrangement.path, path) || !this.hasOnlyGrown(arrangement)) return null;
    const words = JSON.stringify(asked);
    // The rows of expressions come from another worker; those with differences are known for one revision only.
    const isPlain = asked.changed === undefined && !words.includes('"type":"expression"');
    return isPlain && words === JSON.stringify(arrangement.arrangement) ? arrangement : null;
  }

  /** Whether an array has only got more items at its end since its rows were arranged. */
  private hasOnlyGrown({ path, revision }: KnownArrangement): boolean {
    const { grownSince, shown } = this.session;
    return path.length === 0 && revision >= grownSince && shown.document.dialect === 'ndjson' && shown.document.isWhole;
  }

  /** What is known of the cells of an array of the live text; kept until the text changes. */
  private indexOf(array: number): TableIndex {
    const { revision } = this.session;
    const { document } = this.session.shown;
    if (this.index?.revision !== revision || this.index.of !== document || this.index.index.array !== array)
      this.index = { revision, of: document, index: new TableIndex(document.places, array, document) };
    return this.index.index;
  }

  private arrayAt(path: Path): number {
    const { places } = this.session.shown.document;
    const node = places.atPath(path);
    return node >= 0 && places.kind(node) === 'array' ? node : -1;
  }

  /** @throws CodedError `stale` */
  private viewOf({ path, arrangement: id }: Pick<CellsRequest, 'path' | 'arrangement'>): View {
    const { places } = this.session.shown.document;
    const array = this.arrayAt(path);
    const all: View = { array, positions: null };
    if (array < 0) throw new CodedError('stale', STALE.document);
    if (id === null) return all;
    const { arrangement } = this;
    const isKnown = arrangement?.id === id && isSamePath(arrangement.path, path);
    if (!isKnown || (arrangement.rows !== countRows(places, all) && !this.hasOnlyGrown(arrangement)))
      throw new CodedError('stale', STALE.document);
    return { array, positions: arrangement.positions };
  }

  /**
   * Long work reads the tape in slices, between which there may be writes: what it would read next may be gone.
   * @throws CodedError `stale`
   */
  private checkUnchanged(revision: Revision): void {
    if (this.session.revision !== revision) throw new CodedError('stale', STALE.document);
  }
}
