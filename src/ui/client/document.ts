// The document interface of the views and the store: promises of values, coded errors, a state to subscribe to. `worker-document-client.ts`
// implements it over a document worker; the views never see the worker.

import type { AssistTarget, Surrounded } from '../../shared/protocol/assist.ts';
import type { Dialect } from '../../shared/document/dialect.ts';
import type { LineRequest } from '../../shared/protocol/line-command.ts';
import type { Path } from '../../shared/document/path.ts';
import type { EditIntent, ItemComments, SortRequest } from '../../shared/protocol/edit-intent.ts';
import type {
  DocumentState,
  EditResult,
  ExpandRequest,
  Kept,
  Located,
  Place,
  RevealedRow,
  RowsOfNodes,
  RowsRequest,
  SortPaths,
  Source,
  TextVersion,
  UndoStep,
} from '../../shared/protocol/protocol.ts';
import type { ProblemReport } from '../../shared/protocol/problems.ts';
import type { WizardFilter } from '../../shared/protocol/wizard.ts';
import type { FormatOptions, FormatPart } from '../../shared/protocol/format-options.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type {
  AncestorLine,
  Description,
  FoldMark,
  FoldRequest,
  Suggestions,
  TextRequest,
  TextWindow,
} from '../../shared/protocol/textview.ts';
import type { HitViews, SearchQuery } from '../../shared/protocol/search.ts';
import type { Ancestor, Row, RowRange } from '../../shared/protocol/rows.ts';
import type { Splice } from '../../shared/document/splice.ts';
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
  TableRow,
  TableShape,
} from '../../shared/protocol/table.ts';
import type { Change, Journal } from './journal.ts';
import type { Target } from '../../shared/document/target.ts';
import type { ByteOffset, ByteRange, NodeIndex, Revision, RowIndex } from '../../shared/units.ts';

/** Cancellation and progress of one long call. Aborting the signal cancels the call in the worker. */
export interface Task {
  readonly signal?: AbortSignal;
  /** Bytes done, of the total; called on the main thread, at most every 50 ms. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** A file that a document worker can write a document into, and how to open it afterwards. */
export interface BaseFile {
  readonly name: string;
  open(name: string): Promise<Blob>;
}

/** Options for opening a content; JSON by default. */
export interface OpenTask extends Task {
  readonly dialect?: Dialect;
}

/** Options for opening a content that has been inspected before. */
export interface FirstOpenTask extends OpenTask {
  /** The first bytes of the content. */
  readonly first?: Uint8Array | undefined;
  /** Whether the dialect is detected from the first bytes, and among which dialects; `null` when it is known. */
  readonly detection?: 'any' | 'records' | null;
}

/** Options for replacing the content. */
export interface ReplaceTask extends OpenTask {
  /** The only revision to replace; by default, any. */
  readonly base?: Revision;
}

/** Options for an edit. */
export interface EditTask extends Task {
  /** Whether the edit joins the undo step of the write before; by default it is a step of its own. */
  readonly joins?: boolean;
}

/** Rows of the tree from `first` on; fewer than requested where the tree ends. */
export interface RowsWindow {
  readonly first: number;
  readonly rows: readonly Row[];
}

/** A row that was made visible, and the rows around it at that moment. */
export interface Revealed extends Pick<RevealedRow, 'node' | 'row' | 'revision' | 'rowsVersion'> {
  readonly around: RowsWindow;
}

/**
 * A document in its worker. Every method rejects with a `CodedError`. When the worker dies, pending calls reject with
 * `worker-died`, except `apply`, `edit` and reads of the whole text, which are repeated. The document is then restored from its
 * base and the journaled writes, and the client continues to work, at the highest revision known before.
 */
export interface DocumentClient {
  /** The latest state that the worker reported. Replaced, never changed in place. */
  readonly state: DocumentState;
  /** Whether the worker died and the document is being restored: `state` does not change until that is done. */
  readonly isRecovering: boolean;
  /** Calls back after every change of `state`, and when the document is restored. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;

  open(content: Blob, task?: FirstOpenTask): Promise<void>;
  /** Waits until `state` includes all writes requested so far, except those that failed. */
  caughtUp(): Promise<void>;
  /** Replaces the content with a Blob, as one undo step. */
  replace(content: Blob, task?: ReplaceTask): Promise<EditResult>;
  /** Reads the whole content: as UTF-8, or, for saving, in the encoding of its file. */
  read(task?: Task, as?: 'utf-8' | 'file'): Promise<Blob>;
  /** The same, with the number of the content. Pending writes are included before `state` reports them. */
  readVersion(task?: Task, as?: 'utf-8' | 'file'): Promise<TextVersion>;
  /** Finds all problems of the document, between other calls. @throws stale */
  readProblems(base: Revision): Promise<ProblemReport>;
  readRange(range: ByteRange): Promise<Uint8Array>;
  /** Reads bytes of a value of the tree, counted from the value's start. @throws stale */
  readValue(base: Revision, node: NodeIndex, part: ByteRange): Promise<Uint8Array>;

  /** `base` is the revision that the offsets belong to. The new revision is `base + 1`, known before the reply. */
  apply(base: Revision, splices: readonly Splice[], step: UndoStep): Promise<EditResult>;
  /**
   * The same for splices packed as in `shared/document/splice-pack.ts`, of which there may be millions. With `keepsSelection` the
   * result has the view's selection, moved with the text.
   */
  applyPacked(base: Revision, splices: Blob, task?: Task, keepsSelection?: boolean): Promise<EditResult>;
  edit(base: Revision, intent: EditIntent, task?: EditTask): Promise<EditResult>;
  undo(task?: Task): Promise<EditResult | null>;
  redo(task?: Task): Promise<EditResult | null>;
  /** Formats the whole document, or the values inside `part`. */
  format(options: FormatOptions, task?: Task, part?: FormatPart | null): Promise<EditResult>;
  /** Runs a command on lines, as one undo step. The result has the selection afterwards. @throws stale, too-large, cancelled */
  changeLines(base: Revision, request: LineRequest, task?: Task): Promise<EditResult>;

  /** Only the newest of the queued requests is sent; the others reject with `superseded`. */
  readText(request: TextRequest): Promise<TextWindow>;
  /** Only the newest of the queued requests is sent; the others reject with `superseded`. */
  readRows(request: RowsRequest): Promise<RowsWindow>;
  enclosing(ranges: readonly ByteRange[]): Promise<readonly (ByteRange | null)[]>;
  otherBracket(offset: ByteOffset): Promise<ByteOffset | null>;
  lineAround(offset: ByteOffset): Promise<ByteRange>;
  /** Folds or unfolds text. Returns how many more lines are hidden, or `null` when nothing changed. */
  fold(request: FoldRequest, task?: Task): Promise<number | null>;
  readFolds(range: ByteRange): Promise<readonly FoldMark[]>;
  stickyLines(offset: ByteOffset, limit: number): Promise<readonly AncestorLine[]>;
  /** Suggests what may be written at a byte of the text of revision `base`. */
  suggest(base: Revision, offset: ByteOffset): Promise<Suggestions | null>;
  /** Describes the key or value at a byte of the text of revision `base`. */
  describeAt(base: Revision, offset: ByteOffset): Promise<Description | null>;
  /** Returns the surroundings of a place in revision `base`, as input for a schema query. @throws stale */
  surround(base: Revision, target: AssistTarget): Promise<Surrounded | null>;
  /** Returns the ancestor rows that are pinned above the rows from `first` on, at most `limit`, from the root inwards. */
  ancestors(first: RowIndex, limit: number): Promise<readonly Ancestor[]>;
  /** Returns how many more rows there are than before. */
  expand(request: ExpandRequest): Promise<number>;
  /** Returns values as text for the clipboard. @throws stale, cancelled */
  readNodes(base: Revision, nodes: Uint32Array, task?: Task): Promise<Blob>;
  /** The comments of these values; `null` if none has any. @throws stale, cancelled */
  readComments(base: Revision, nodes: Uint32Array, task?: Task): Promise<ItemComments[] | null>;
  /** Returns the paths inside the items of containers by which the items can be sorted. @throws stale */
  sortPaths(base: Revision, nodes: Uint32Array, task?: Task): Promise<SortPaths>;
  /** Counts the items of containers that match. @throws stale */
  countMatching(base: Revision, nodes: Uint32Array, filter: WizardFilter, task?: Task): Promise<Kept>;
  /** Starts to compute the order of a container's items before the sort is requested; `null` discards it. */
  prepareSort(base: Revision, sort: SortRequest | null): Promise<void>;
  /** Returns the values of rows, without those inside another of the values. @throws stale */
  nodesAt(ranges: readonly RowRange[], task?: Task): Promise<{ readonly base: Revision; readonly nodes: Uint32Array }>;
  placeAt(offset: ByteOffset): Promise<Place>;
  placeOf(node: NodeIndex): Promise<Place>;
  locate(target: Target): Promise<Located>;
  reveal(path: Path): Promise<{ readonly node: NodeIndex; readonly row: RowIndex } | null>;

  /**
   * Finds the value whose text or key contains a byte, expands its ancestors, and returns it with `around` rows on either side.
   */
  revealAt(offset: ByteOffset, around: number): Promise<Revealed | null>;
  /** Returns, for each row, the first byte whose hits that row shows; the document's end for rows past the last one. */
  rowStarts(rows: Float64Array): Promise<Float64Array>;
  /** Returns the byte ranges of rows with their keys and everything inside them, sorted and disjoint. @throws stale */
  rangesOfRows(ranges: readonly RowRange[]): Promise<readonly ByteRange[]>;
  /**
   * Returns the rows that show nodes, which are in ascending order; `reveal` expands their ancestors.
   * @throws stale, cancelled
   */
  rowsOfNodes(base: Revision, nodes: Uint32Array, reveal: boolean, task?: Task): Promise<RowsOfNodes>;
  /** Returns the parent container of each node, for nodes in ascending order; the root is its own. @throws stale */
  containersOf(base: Revision, nodes: Uint32Array): Promise<Uint32Array>;
  /** Returns the values of rows; for rows past the last one, the count of entries. */
  rowNodes(rows: Float64Array): Promise<Uint32Array>;
  /**
   * Shows the rows of some values only, and expands some containers and no others; see `shared/protocol/protocol.ts`.
   * @throws stale
   */
  narrowRows(base: Revision, shown: Uint32Array | null, open: Uint32Array | null): Promise<void>;
  /** Returns, for each byte, the first entry that begins at or after it. @throws stale */
  entriesFrom(base: Revision, offsets: Float64Array): Promise<Uint32Array>;
  /** Returns the first value that begins between each byte and the next one; `NO_NODE` when there is none. @throws stale */
  valuesFrom(base: Revision, offsets: Float64Array): Promise<Uint32Array>;
  /** Returns three offsets for each node: the start of its item, the start of its value, and its end. @throws stale */
  itemRanges(base: Revision, nodes: Uint32Array): Promise<Float64Array>;
  /** Returns the row of each node, or of the collapsed container around it. @throws stale */
  rowsAround(base: Revision, nodes: Uint32Array): Promise<Float64Array>;
  /**
   * Searches plain text; driven by `client/searcher.ts`. `null` for a query that needs a job worker.
   * @throws stale, invalid-document, cancelled
   */
  searchPlain(base: Revision, query: SearchQuery, hits: MessagePort): Promise<number | null>;
  /** Returns hits as a list shows them, and the paths of containers. @throws stale */
  describeHits(base: Revision, hits: Uint32Array, containers: Uint32Array): Promise<HitViews>;

  /** Lists the arrays that can be opened as tables. @throws cancelled */
  listArrays(task?: Task): Promise<ArrayList>;
  /** Returns the columns of the array at a path; `null` when there is no array. @throws stale, invalid-document, cancelled */
  readColumns(path: Path, flatten: boolean, task?: Task): Promise<TableShape | null>;
  /** Returns how many items the array at a path has; `null` when there is no array. */
  countItems(path: Path): Promise<number | null>;
  /** Returns the offsets where rows begin, in a table that shows all rows in document order. @throws stale */
  tableRowStarts(path: Path, rows: Float64Array): Promise<Float64Array>;
  /** Only the newest of the queued requests is sent; the others reject with `superseded`. @throws stale */
  readCells(request: CellsRequest): Promise<{ readonly first: number; readonly rows: readonly TableRow[] }>;
  /**
   * Filters and sorts the rows of a table, and discards the previous arrangement.
   * @throws stale, invalid-document, cancelled
   */
  arrangeRows(path: Path, arrangement: Arrangement, task?: Task): Promise<Arranged>;
  /** Returns the array positions of a view's rows, `lastRow` inclusive. @throws stale */
  rowPositions(path: Path, arrangement: number | null, firstRow: number, lastRow: number): Promise<Uint32Array>;
  /** @throws stale, cancelled */
  summarizeCells(range: CellRange, task?: Task): Promise<CellSummary>;
  /** @throws stale, cancelled */
  copyCells(range: CellRange, task?: Task): Promise<CopiedCells>;
  /** Follows a value, by its path or node, through all changes from now on. Returns its number. @throws stale */
  followValue(base: Revision, value: Path | NodeIndex): Promise<number>;
  /** Returns where a followed value is, and with `isLast` stops following it. */
  findFollowed(id: number, isLast: boolean): Promise<FollowedPlace>;
  /** Returns the cell that contains a byte; `null` outside the array. @throws stale */
  placeOfCell(path: Path, arrangement: number | null, offset: ByteOffset): Promise<CellPlace | null>;

  /** Returns the offsets of lines or bytes that are counted without the folded text. */
  shownStarts(unit: 'line' | 'byte', places: Float64Array): Promise<Float64Array>;
  /** Sends a snapshot over a port to the worker that holds the other end. Returns its revision. */
  sendSnapshot(port: MessagePort, part: 'text' | 'all'): Promise<Revision>;

  /** The base and the writes that restore the document elsewhere. */
  readonly journal: Journal;
  /** Whether writes are pending that the state does not include yet. */
  readonly isWriting: boolean;
  /** Opens a content and replays the changes of a journal on it. @throws CodedError those of `open` */
  recover(base: Source | null, changes: readonly Change[], task?: Task): Promise<void>;
  /**
   * Makes the current document the base of the journal, in a draft's base file where one is named and the browser supports
   * that. Returns the base, the number of the write that made it, and whether the file holds it.
   * @throws CodedError `full`, `worker-died`, `too-large`
   */
  readBase(
    file?: BaseFile | null,
  ): Promise<{ readonly source: Source; readonly number: number; readonly isInFile: boolean }>;

  /**
   * Announces the first text request of a view. The worker replies to it with the first bytes of the next document opened.
   * Returns a function that withdraws it.
   */
  readAhead(request: TextRequest): () => void;

  /** Registers a view's selection, which is stored with each write for its undo. Returns a function that unregisters it. */
  trackSelection(read: () => Selection | null): () => void;

  /** Frees the memory of documents shown before, which a browser does not do soon. Pending calls reject. */
  renew(): void;

  /** Ends the worker for good. */
  close(): void;
}
