// What the views and the store know of a document: promises of values, thrown coded errors, a state
// to subscribe to. `connect.ts` makes one over a document worker; the views never see the worker.

import type { AssistTarget, Surrounded } from '../../shared/protocol/assist.ts';
import type { Dialect } from '../../shared/document/dialect.ts';
import type { LineRequest } from '../../shared/protocol/line-command.ts';
import type { Path } from '../../shared/document/path.ts';
import type { EditIntent, SortRequest } from '../../shared/protocol/edit-intent.ts';
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
  TableRow,
  TableShape,
} from '../../shared/protocol/table.ts';
import type { Change, Journal } from './journal.ts';
import type { Target } from '../../shared/document/target.ts';
import type { ByteOffset, ByteRange, NodeIndex, Revision, RowIndex } from '../../shared/units.ts';

/** How a caller follows a long call: aborting the signal cancels it in the worker. */
export interface Task {
  readonly signal?: AbortSignal;
  /** Bytes done, of the total; called on the main thread, at most every 50 ms. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** A file that a document worker can write a document into, and how to open it then. */
export interface BaseFile {
  readonly name: string;
  open(name: string): Promise<Blob>;
}

/** How to open a content; as JSON if nothing is said. */
export interface OpenTask extends Task {
  readonly dialect?: Dialect;
}

/** How to open what was looked at before. */
export interface FirstOpenTask extends OpenTask {
  /** Its first bytes. */
  readonly first?: Uint8Array | undefined;
  /** Whether its dialect is judged by these, and among which. */
  readonly detection?: 'any' | 'records' | null;
}

/** How to replace: whatever is there, if nothing is said. */
export interface ReplaceTask extends OpenTask {
  /** The revision to take the place of. */
  readonly base?: Revision;
}

/** How to edit; as a step of its own if nothing is said. */
export interface EditTask extends Task {
  /** It is a part of the undo step of the write before. */
  readonly joins?: boolean;
}

/** Rows of the tree from `first` on; fewer than asked for where the tree ends. */
export interface RowsWindow {
  readonly first: number;
  readonly rows: readonly Row[];
}

/** A row that was made visible, and those around it as they were then. */
export interface Revealed extends Pick<RevealedRow, 'node' | 'row' | 'revision' | 'rowsVersion'> {
  readonly around: RowsWindow;
}

/**
 * A document in its worker. Every method rejects with a `CodedError`; after the worker died all pending
 * calls reject with `worker-died`, the document is brought back from its source and replayed splices, and
 * the client goes on working. Its text is then what it was, with what `apply` was asked for last; its revision is higher.
 */
export interface DocumentClient {
  /** The latest state that the worker told. Replaced, never changed in place. */
  readonly state: DocumentState;
  /** Whether the worker died and the document is being brought back: `state` stays what it was until that is done. */
  readonly isRecovering: boolean;
  /** Calls back after every change of `state`, and when the document is back. Answers how to stop. */
  subscribe(listener: () => void): () => void;

  open(content: Blob, task?: FirstOpenTask): Promise<void>;
  /** Waits until `state` tells of every write that was asked for up to now, as far as it was carried out. */
  caughtUp(): Promise<void>;
  /** Replaces the content by a Blob, as one undo step. */
  replace(content: Blob, task?: ReplaceTask): Promise<EditResult>;
  /** Copies the content over another document's; one undo step there. */
  copyTo(target: DocumentClient, task?: Task): Promise<EditResult>;
  /** The whole content: in UTF-8, or encoded as its file was, for saving. */
  read(task?: Task, as?: 'utf-8' | 'file'): Promise<Blob>;
  /** The same, and which content it is: writes that were on their way are in it before `state` tells of them. */
  readVersion(task?: Task, as?: 'utf-8' | 'file'): Promise<TextVersion>;
  /** All that is wrong in the document, found between other calls. @throws stale */
  readProblems(base: Revision): Promise<ProblemReport>;
  readRange(range: ByteRange): Promise<Uint8Array>;
  /** Bytes of a value as the tree shows it, counted from its start. @throws stale */
  readValue(base: Revision, node: NodeIndex, part: ByteRange): Promise<Uint8Array>;

  /** `base` is the revision the offsets belong to. The new revision is `base + 1`, known before the answer. */
  apply(base: Revision, splices: readonly Splice[], step: UndoStep): Promise<EditResult>;
  /** The same for splices packed as in `shared/document/splice-pack.ts`, where there may be millions. */
  applyPacked(base: Revision, splices: Blob, task?: Task): Promise<EditResult>;
  edit(base: Revision, intent: EditIntent, task?: EditTask): Promise<EditResult>;
  undo(task?: Task): Promise<EditResult | null>;
  redo(task?: Task): Promise<EditResult | null>;
  /** Formats all, or the values inside `part`. */
  format(options: FormatOptions, task?: Task, part?: FormatPart | null): Promise<EditResult>;
  /** A command on lines, as one undo step; answers what is selected then. @throws stale, too-large, cancelled */
  changeLines(base: Revision, request: LineRequest, task?: Task): Promise<EditResult>;

  /** Only the newest of waiting requests is sent; the others reject with `superseded`. */
  readText(request: TextRequest): Promise<TextWindow>;
  /** Only the newest of waiting requests is sent; the others reject with `superseded`. */
  readRows(request: RowsRequest): Promise<RowsWindow>;
  enclosing(ranges: readonly ByteRange[]): Promise<readonly (ByteRange | null)[]>;
  otherBracket(offset: ByteOffset): Promise<ByteOffset | null>;
  lineAround(offset: ByteOffset): Promise<ByteRange>;
  /** Folds or unfolds text; answers how many more lines are hidden, or `null` where nothing changed. */
  fold(request: FoldRequest, task?: Task): Promise<number | null>;
  readFolds(range: ByteRange): Promise<readonly FoldMark[]>;
  stickyLines(offset: ByteOffset, limit: number): Promise<readonly AncestorLine[]>;
  /** What may be written at a byte of the text of revision `base`. */
  suggest(base: Revision, offset: ByteOffset): Promise<Suggestions | null>;
  /** The key or value that a byte of the text of revision `base` is of. */
  describeAt(base: Revision, offset: ByteOffset): Promise<Description | null>;
  /** What is around a place in revision `base`, for a schema. @throws stale */
  surround(base: Revision, target: AssistTarget): Promise<Surrounded | null>;
  /** The rows that stay on top of those from `first` on, at most `limit`, from the root inwards. */
  ancestors(first: RowIndex, limit: number): Promise<readonly Ancestor[]>;
  /** Answers how many more rows there are than before. */
  expand(request: ExpandRequest): Promise<number>;
  /** Values as a text to be copied. @throws stale, cancelled */
  readNodes(base: Revision, nodes: Uint32Array, task?: Task): Promise<Blob>;
  /** The paths inside the items of containers that they can be sorted by. @throws stale */
  sortPaths(base: Revision, nodes: Uint32Array, task?: Task): Promise<SortPaths>;
  /** How many items of containers match. @throws stale */
  countMatching(base: Revision, nodes: Uint32Array, filter: WizardFilter, task?: Task): Promise<Kept>;
  /** Begins to work out the order of a container's items, before it is asked for; `null` forgets it. */
  prepareSort(base: Revision, sort: SortRequest | null): Promise<void>;
  /** The values of rows, but for those inside others of them. @throws stale */
  nodesAt(ranges: readonly RowRange[], task?: Task): Promise<{ readonly base: Revision; readonly nodes: Uint32Array }>;
  placeAt(offset: ByteOffset): Promise<Place>;
  placeOf(node: NodeIndex): Promise<Place>;
  locate(target: Target): Promise<Located>;
  reveal(path: Path): Promise<{ readonly node: NodeIndex; readonly row: RowIndex } | null>;

  /** The value that a byte is in, or in the key of, with its ancestors expanded, and so many rows on either side of it. */
  revealAt(offset: ByteOffset, around: number): Promise<Revealed | null>;
  /** From which byte on hits are shown by rows; the document's end for rows past the last one. */
  rowStarts(rows: Float64Array): Promise<Float64Array>;
  /** The bytes of rows with their keys and what is inside of them, sorted and apart. @throws stale */
  rangesOfRows(ranges: readonly RowRange[]): Promise<readonly ByteRange[]>;
  /** The rows that show nodes, which rise; `reveal` expands what is around them. @throws stale, cancelled */
  rowsOfNodes(base: Revision, nodes: Uint32Array, reveal: boolean, task?: Task): Promise<RowsOfNodes>;
  /** The containers that nodes are directly in, for nodes that rise; the root is its own. @throws stale */
  containersOf(base: Revision, nodes: Uint32Array): Promise<Uint32Array>;
  /** The values of rows; past the last one, how many entries there are. */
  rowNodes(rows: Float64Array): Promise<Uint32Array>;
  /** Shows rows of some values alone, and opens some containers and no others; see `shared/protocol/protocol.ts`. @throws stale */
  narrowRows(base: Revision, shown: Uint32Array | null, open: Uint32Array | null): Promise<void>;
  /** For each byte the first entry that begins there or behind. @throws stale */
  entriesFrom(base: Revision, offsets: Float64Array): Promise<Uint32Array>;
  /** Between each byte and the next one the first value that begins there; `NO_NODE` for none. @throws stale */
  valuesFrom(base: Revision, offsets: Float64Array): Promise<Uint32Array>;
  /** Of each node three bytes: where its item begins, where the value does, and its end. @throws stale */
  itemRanges(base: Revision, nodes: Uint32Array): Promise<Float64Array>;
  /** The row of each node, or of what is collapsed around it. @throws stale */
  rowsAround(base: Revision, nodes: Uint32Array): Promise<Float64Array>;
  /** Searches plain text; `client/searcher.ts` drives it. `null` for what takes a job worker. @throws stale, invalid-document, cancelled */
  searchPlain(base: Revision, query: SearchQuery, hits: MessagePort): Promise<number | null>;
  /** Hits as a list shows them, and the paths of containers. @throws stale */
  describeHits(base: Revision, hits: Uint32Array, containers: Uint32Array): Promise<HitViews>;

  /** The arrays that can be opened as tables. @throws cancelled */
  listArrays(task?: Task): Promise<ArrayList>;
  /** The columns of the array at a path; `null` where there is none. @throws stale, invalid-document, cancelled */
  readColumns(path: Path, flatten: boolean, task?: Task): Promise<TableShape | null>;
  /** How many items the array at a path has; `null` where there is no array. */
  countItems(path: Path): Promise<number | null>;
  /** At which bytes rows of a table begin that shows all rows in their order. @throws stale */
  tableRowStarts(path: Path, rows: Float64Array): Promise<Float64Array>;
  /** Only the newest of waiting requests is sent; the others reject with `superseded`. @throws stale */
  readCells(request: CellsRequest): Promise<{ readonly first: number; readonly rows: readonly TableRow[] }>;
  /** Chooses and orders the rows of a table, and forgets the arrangement before. @throws stale, invalid-document, cancelled */
  arrangeRows(path: Path, arrangement: Arrangement, task?: Task): Promise<Arranged>;
  /** Positions in the array of rows of a view, inclusive. @throws stale */
  rowPositions(path: Path, arrangement: number | null, firstRow: number, lastRow: number): Promise<Uint32Array>;
  /** @throws stale, cancelled */
  summarizeCells(range: CellRange, task?: Task): Promise<CellSummary>;
  /** @throws stale, cancelled */
  copyCells(range: CellRange, task?: Task): Promise<CopiedCells>;
  /** The cell that a byte is in; `null` outside the array. @throws stale */
  placeOfCell(path: Path, arrangement: number | null, offset: ByteOffset): Promise<CellPlace | null>;

  /** Where lines begin, or bytes are, that are counted without what is folded. */
  shownStarts(unit: 'line' | 'byte', places: Float64Array): Promise<Float64Array>;
  /** Hands a snapshot over a port, to a worker that holds its other end. Answers its revision. */
  sendSnapshot(port: MessagePort, part: 'text' | 'all'): Promise<Revision>;

  /** What brings the document back elsewhere. */
  readonly journal: Journal;
  /** Whether writes are on their way that the state does not have yet. */
  readonly isWriting: boolean;
  /** Opens a content and carries out changes on it, as a journal has them. @throws CodedError those of `open` */
  recover(base: Source | null, changes: readonly Change[], task?: Task): Promise<void>;
  /**
   * Gives the journal the document as it is now as its base, in a draft's base file where one is named and the browser can
   * do that. Answers the base, the number of the write that made it, and whether the file holds it.
   * @throws CodedError `full`, `worker-died`
   */
  readBase(
    file?: BaseFile | null,
  ): Promise<{ readonly source: Source; readonly number: number; readonly isInFile: boolean }>;

  /** Whoever shows the text says what it will ask for first: it is told with the first bytes of what is opened. Answers how to stop. */
  readAhead(request: TextRequest): () => void;

  /** Whoever shows the document says what is selected: kept with each write, for its undo. Answers how to stop. */
  trackSelection(read: () => Selection | null): () => void;

  /** Gives back the memory of documents that were shown before, which a browser does not do soon. Pending calls reject. */
  renew(): void;

  /** Ends the worker for good. */
  close(): void;
}
