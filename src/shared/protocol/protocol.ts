// The calls and messages between a panel and its document worker. Calls go through Comlink; every call returns a `Reply`, so
// that coded errors survive `structuredClone`. Calls that may take long carry a `CallId`: progress reports and cancellation use
// an additional MessagePort (`DocumentEvent`, `DocumentCommand`). Buffers in replies are transferred: the receiver owns them.

import type { HistoryList } from './history.ts';
import type { AssistTarget, Surrounded } from './assist.ts';
import type { EditIntent, ItemComments, PastedAs, SortRequest } from './edit-intent.ts';
import type { PatchKind, ReportedChange } from './reported-changes.ts';
import type { FormatOptions, FormatPart } from './format-options.ts';
import type { Selection } from './selection.ts';
import type { Dialect } from '../document/dialect.ts';
import type { EncodingName } from '../document/encoding-name.ts';
import type { WireError } from '../errors.ts';
import type { LineRequest } from './line-command.ts';
import type { Narrowed, NarrowRequest } from './narrowing.ts';
import type { ProblemReport } from './problems.ts';
import type { Path } from '../document/path.ts';
import type { RowRange } from './rows.ts';
import type { HitViews, TextHitView, SearchQuery, Visit } from './search.ts';
import type { Splice } from '../document/splice.ts';
import type { CallId, Reply } from './reply.ts';
import type { TableApi } from './table-api.ts';
import type { DocumentTarget } from '../document/target.ts';
import type {
  AncestorLine,
  Description,
  FoldMark,
  FoldRequest,
  Suggestions,
  TextRequest,
  TextWindow,
} from './textview.ts';
import type { ByteOffset, ByteRange, NodeIndex, Revision, RowIndex } from '../units.ts';
import type { WizardFilter } from './wizard.ts';

/** The state of a document for its panel; sent as a whole on every change. */
export interface DocumentState {
  readonly revision: Revision;
  /** Identifies the content: undo restores the old number, and no other content ever gets it. */
  readonly content: number;
  readonly phase: 'empty' | 'loading' | 'ready';
  /** Bytes loaded so far, and total bytes expected (equal when `ready`). */
  readonly size: number;
  readonly expectedSize: number;
  /** At least 1. While loading, for the bytes loaded so far. */
  readonly lineCount: number;
  /** Length of the longest line, in bytes. */
  readonly longestLine: number;
  /** Changes whenever different lines are folded. */
  readonly foldsVersion: number;
  readonly validity: 'unknown' | 'valid' | 'invalid';
  /** The first error; line and column count from 0. */
  readonly error: WireError | null;
  /** `stale`: the text is invalid, and the tree shows the last valid state, read-only. */
  readonly tree: 'none' | 'live' | 'stale';
  readonly rowCount: number;
  /** Changes whenever previously read rows may have changed (expand, edit, undo). */
  readonly rowsVersion: number;
  /** What the tree and the text are narrowed to; `null` if they show everything. */
  readonly narrowed: Narrowed | null;
  /** The dialect that the text is validated in. */
  readonly dialect: Dialect;
  /** The encoding in which the file was read and is saved. */
  readonly encoding: EncodingName;
  /** The end of the first line; `none` if there is none, or the line is very long. */
  readonly lineEnd: 'none' | 'lf' | 'crlf' | 'cr';
  /** Whether the text begins with a byte order mark, which is kept. */
  readonly hasMark: boolean;
  /** Number of characters that could not be decoded and became U+FFFD. */
  readonly replaced: number;
  /** Whether only the beginning of a compressed file could be unpacked. */
  readonly isCut: boolean;
  /** Whether the content was taken over from the document's file by `reload` or `extend`. */
  readonly isSynced: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What undo would take back, and redo do again: `the removal of 3 values`; `null` where there is nothing. */
  readonly undoes: string | null;
  readonly redoes: string | null;
  /** The change made by the write of this revision; `null` if everything was exchanged, or it is unknown. */
  readonly change: TextChange | null;
}

/** The one range that a write changed: `length` bytes replaced those from `start` to `end`. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

/** The source of a document. */
export interface Source {
  readonly content: Blob;
  readonly dialect: Dialect;
}

/** A document to open. */
export interface Opened extends Source {
  /** Whether to detect the dialect from the first bytes, and among which ones; `null` if it is known. */
  readonly detection?: 'any' | 'records' | null;
  /** Its first bytes, if they were read already. */
  readonly first?: Uint8Array | undefined;
  /** The view's first request: answered with the first bytes, before the state that reports them. */
  readonly ahead?: TextRequest | undefined;
}

/** Worker → panel, over the event port. */
export type DocumentEvent =
  /** The document is restored: the following states belong to `resume`. */
  | { readonly type: 'resumed' }
  | { readonly type: 'state'; readonly state: DocumentState }
  | { readonly type: 'text'; readonly request: TextRequest; readonly window: TextWindow }
  /** Sent to followers of the changes, in order of the revisions, each before the state that reports a later one. */
  | { readonly type: 'changed'; readonly change: ReportedChange }
  | { readonly type: 'progress'; readonly call: CallId; readonly done: number; readonly total: number };

/** Panel → worker, over the event port. */
export type DocumentCommand = { readonly type: 'cancel'; readonly call: CallId } | { readonly type: 'painted' };

/** Requests rows of the tree; the reply is a buffer that `shared/protocol/rows.ts` reads. */
export interface RowsRequest {
  readonly first: RowIndex;
  readonly count: number;
}

/** A change of the expanded rows. */
export type ExpandRequest =
  | {
      readonly type: 'expand' | 'collapse' | 'expand-subtree' | 'collapse-subtree' | 'expand-siblings';
      readonly node: NodeIndex;
    }
  | { readonly type: 'expand-all' | 'collapse-all' }
  | { readonly type: 'expand-to-level'; readonly level: number };

/** A value and its current row. */
export interface RevealedRow {
  readonly node: NodeIndex;
  readonly row: RowIndex;
  /** The surrounding rows, packed as in `rows.ts`. Transferred. */
  readonly rows: ArrayBuffer;
  readonly revision: Revision;
  /** @see DocumentState.rowsVersion */
  readonly rowsVersion: number;
}

export interface RowsOfNodes {
  /** Packed as in `rows.ts`; a limited number, from the first on. */
  readonly ranges: Float64Array;
  /** Number of rows in `ranges`, and in total. */
  readonly selected: number;
  readonly shown: number;
  /** Number of nodes inside collapsed rows. */
  readonly hidden: number;
  /** Number of rows of the tree now. */
  readonly rowCount: number;
}

/** Paths that items can be sorted by, most frequent first. */
export interface SortPaths {
  readonly paths: readonly Path[];
  /** Whether most items have a value at the first path. */
  readonly isCommon: boolean;
}

/** Number of items that a filter keeps. */
export interface FilterCount {
  readonly count: number;
  readonly of: number;
}

/** The result of any write. */
export interface EditResult {
  readonly revision: Revision;
  /** The written range, in bytes of the new text, to reveal and to place the caret at. */
  readonly changed: ByteRange | null;
  /** The rows to select in the tree; the first is revealed. Empty if none of them is visible. */
  readonly rows: readonly RowRange[];
  /**
   * After undo, the selection before the undone edit. After formatting, the previous selection on the same tokens. After a
   * command on lines, the new selection. Otherwise `null`.
   */
  readonly selection: Selection | null;
  /** For a paste. */
  readonly pastedAs?: PastedAs;
  /** For a paste: how many Infinity and NaN of JSON5 became strings. */
  readonly noNumbers?: number;
  /** For a rename: another member of the object has the same key. */
  readonly repeatsKey?: boolean;
  /**
   * For sorting, filtering, converting, unwrapping and extracting several values: how many were changed. The others are
   * unchanged.
   */
  readonly count?: number;
  /** For filtering: how many items were kept, of how many. */
  readonly kept?: FilterCount;
  /** Whether the selection is the one of before, carried over to a text written by another program: nothing has to scroll. */
  readonly isInPlace?: boolean;
}

/** A document worker's reply to a write: the result, and what the journal needs to replay it. */
export interface WriteResult extends EditResult {
  /** The number of the content after the write. @see DocumentState.content */
  readonly content: number;
  /** For undo and redo: the applied splices; `null` if there are too many, or everything was exchanged. */
  readonly carriedOut?: readonly Splice[] | null;
}

/** How the text of a file differs from that of the document. `cut`: it is the beginning of the document's, and shorter. */
export type FileDifference = 'none' | 'cut' | 'changed';

/** An opened document. */
export interface OpenResult {
  readonly revision: Revision;
  readonly content: number;
  /** The dialect that it was read in. */
  readonly dialect: Dialect;
}

/** The whole text at one moment. */
export interface TextVersion {
  readonly text: Blob;
  /** Identifies the content. @see DocumentState.content */
  readonly content: number;
  readonly revision: Revision;
  /** Size of the document in bytes of UTF-8. */
  readonly size: number;
  readonly dialect: Dialect;
}

/** The structure around a byte. */
export interface Place {
  readonly path: Path;
  readonly node: NodeIndex | null;
  /** The range of the innermost value that contains the byte. */
  readonly range: ByteRange | null;
  readonly line: number;
  readonly column: number;
}

/** A requested place, or the nearest existing one; line and column count from 0. */
export interface Located {
  /** Whether it is the requested place. */
  readonly isExact: boolean;
  readonly offset: ByteOffset;
  readonly line: number;
  readonly column: number;
  /** The innermost value there, and its bytes; `null` while the text is invalid. */
  readonly path: Path;
  readonly range: ByteRange | null;
}

/**
 * How an edit is grouped into undo steps: a step of its own, which may be a paste or a cut; the start of typing, which may continue;
 * or a continuation of the previous typing, if nothing else was written since.
 */
export type UndoStep = 'alone' | 'paste' | 'cut' | 'begins' | 'continues';

/**
 * The calls of a document worker. `base` is the revision that offsets and nodes refer to; `selection` is the selection before a
 * write, restored by its undo.
 */
export interface DocumentApi extends TableApi {
  /**
   * Called once, first, with the port for events and commands, and the name of a Web Lock to hold for life (`null` if locks are
   * unavailable).
   */
  connect(port: MessagePort, lock: string | null): Promise<Reply<boolean>>;
  /**
   * Replaces the document and clears the history. Resolves when everything is read and checked; windows can be read before
   * that. A failure leaves the document unchanged.
   * @throws unreadable, too-large, cancelled
   */
  open(call: CallId, source: Opened): Promise<Reply<OpenResult>>;
  /**
   * Called after the document was restored in a worker that replaces a dead one: continues from these numbers, and reports the
   * state. They are higher than any that this worker has used.
   */
  resume(revision: Revision, rowsVersion: number, foldsVersion: number): Promise<Reply<void>>;
  /** Replaces the content as one undo step. */
  replace(
    call: CallId,
    source: Source,
    selection: Selection | null,
    /** The revision that is replaced; `null` for the current one. */
    base: Revision | null,
  ): Promise<Reply<WriteResult>>;
  /**
   * Compares a file, read in slices, with the document, for `reload`.
   * @throws stale if the document has or gets another revision, unreadable, cancelled
   */
  planReload(call: CallId, base: Revision, content: Blob): Promise<Reply<FileDifference>>;
  /**
   * Takes over the file that was compared last, as one undo step. What is expanded, folded and selected stays so, at the same
   * paths; the result has that selection.
   * @throws stale
   */
  reload(call: CallId, base: Revision, selection: Selection | null): Promise<Reply<WriteResult>>;
  /** Replaces the text from a byte on by the new end of the file. Successive calls are one undo step. @throws stale, too-large */
  extend(base: Revision, start: number, tail: Uint8Array): Promise<Reply<WriteResult>>;
  /** Returns the whole content as a Blob, in UTF-8 or in the encoding of the file, for saving. */
  read(call: CallId, as: 'utf-8' | 'file'): Promise<Reply<TextVersion>>;
  /**
   * Writes the whole content, in the encoding of the file, to a draft's base file (`shared/document/draft-file.ts`), and
   * flushes it to disk. Returns the number of the content; `null` if the browser has no private file system.
   * @throws full, cancelled
   */
  writeBase(call: CallId, name: string): Promise<Reply<number | null>>;
  /**
   * Returns all problems of the document, found in slices between other calls.
   * @throws stale if the document has or gets another revision
   */
  readProblems(base: Revision): Promise<Reply<ProblemReport>>;
  /** Returns a range of bytes, transferred. */
  readRange(range: ByteRange): Promise<Reply<Uint8Array>>;
  /**
   * Returns bytes of a node's value, relative to its start, transferred; of the last valid text if the tree is stale.
   * @throws stale
   */
  readValue(base: Revision, node: NodeIndex, part: ByteRange): Promise<Reply<Uint8Array>>;
  /** Applies splices; the only call that does. @throws stale */
  apply(
    base: Revision,
    splices: readonly Splice[],
    step: UndoStep,
    selection: Selection | null,
  ): Promise<Reply<WriteResult>>;
  /** Applies splices packed as in `splice-pack.ts`, potentially millions, as a step of their own. @throws stale, cancelled */
  applyPacked(
    call: CallId,
    base: Revision,
    splices: Blob,
    selection: Selection | null,
    name: string | null,
  ): Promise<Reply<WriteResult>>;
  /**
   * Reports every change of the text from now on over the event port. Returns the revision that the first change is based on.
   */
  follow(): Promise<Reply<Revision>>;
  /**
   * Returns the splices, packed as in `splice-pack.ts`, that apply a patch to the document.
   * @throws stale, syntax, refused, invalid-document, too-large, cancelled
   */
  planPatch(call: CallId, base: Revision, kind: PatchKind, patch: Blob): Promise<Reply<Blob>>;
  /**
   * Carries out an edit of the tree. `joins`: it becomes part of the previous undo step.
   * @throws stale, invalid-document, refused, syntax, cancelled
   */
  edit(
    call: CallId,
    base: Revision,
    intent: EditIntent,
    selection: Selection | null,
    joins: boolean,
  ): Promise<Reply<WriteResult>>;
  /** Returns the steps of the history. */
  readSteps(): Promise<Reply<HistoryList>>;
  /** Gives the steps that made some contents their times, in milliseconds since 1970: after a replay. */
  dateSteps(times: readonly (readonly [content: number, time: number])[]): Promise<Reply<void>>;
  /** Undoes the latest `count` steps, or as many as there are; `null` if there are none. */
  undo(call: CallId, count: number): Promise<Reply<WriteResult | null>>;
  redo(call: CallId, count: number): Promise<Reply<WriteResult | null>>;
  /** Formats as one undo step. @throws invalid-document, refused, cancelled, too-large; stale for a part */
  format(
    call: CallId,
    options: FormatOptions,
    part: FormatPart | null,
    selection: Selection | null,
  ): Promise<Reply<WriteResult>>;
  /** Carries out a command on lines as one undo step; returns the new selection. @throws stale, too-large, cancelled */
  changeLines(
    call: CallId,
    base: Revision,
    request: LineRequest,
    selection: Selection | null,
  ): Promise<Reply<WriteResult>>;
  readText(request: TextRequest): Promise<Reply<TextWindow>>;
  /** Returns the next larger syntactic unit around each range; `null` if there is none. */
  enclosing(ranges: readonly ByteRange[]): Promise<Reply<(ByteRange | null)[]>>;
  /** Returns the bracket that matches the one at a byte, or that closes the enclosing container. */
  otherBracket(offset: ByteOffset): Promise<Reply<ByteOffset | null>>;
  /** Returns the line of a byte, without its line end. */
  lineAround(offset: ByteOffset): Promise<Reply<ByteRange>>;
  /** Returns how many more lines are hidden than before; `null` if nothing changed. @throws invalid-document, cancelled */
  fold(call: CallId, request: FoldRequest): Promise<Reply<number | null>>;
  /** Returns the foldable containers that open in a range, the outermost of each line. */
  readFolds(range: ByteRange): Promise<Reply<FoldMark[]>>;
  /**
   * Returns the sticky lines for a view that starts at a byte: the opening lines of the containers around the first line that
   * they don't cover, from the root inwards, the innermost `limit`.
   */
  stickyLines(offset: ByteOffset, limit: number): Promise<Reply<AncestorLine[]>>;
  /** Returns suggestions at a byte, from the last valid state and the changes since; `null` if there are none. @throws stale */
  suggest(base: Revision, offset: ByteOffset): Promise<Reply<Suggestions | null>>;
  /** Describes the key or value at a byte; `null` if there is none, or while the text is invalid. @throws stale */
  describeAt(base: Revision, offset: ByteOffset): Promise<Reply<Description | null>>;
  /** Returns the surroundings of a place, for a query to a schema; `null` if there are none. @throws stale */
  surround(base: Revision, target: AssistTarget): Promise<Reply<Surrounded | null>>;
  /** Returns a packed window, see `shared/protocol/rows.ts`. */
  readRows(request: RowsRequest): Promise<Reply<ArrayBuffer>>;
  /**
   * Returns the sticky rows of a tree scrolled to `first`: those of the containers around the first row that they don't cover,
   * the innermost `limit`. Packed as a window of non-adjacent rows, with the index of each.
   */
  ancestors(
    first: RowIndex,
    limit: number,
  ): Promise<Reply<{ readonly indexes: Float64Array; readonly rows: ArrayBuffer }>>;
  /** Returns the increase in the number of rows. */
  expand(request: ExpandRequest): Promise<Reply<number>>;
  /**
   * Returns values as text for the clipboard: one value alone, several with their keys and separated by commas.
   * @throws stale, cancelled
   */
  readNodes(call: CallId, base: Revision, nodes: Uint32Array): Promise<Reply<Blob>>;
  readComments(call: CallId, base: Revision, nodes: Uint32Array): Promise<Reply<ItemComments[] | null>>;
  /**
   * Returns the paths within the items of containers that they can be sorted by, most frequent first. For many nodes, the first
   * thousand are sampled.
   * @throws stale, cancelled
   */
  sortPaths(call: CallId, base: Revision, nodes: Uint32Array): Promise<Reply<SortPaths>>;
  /** Counts the items of containers that match. @throws stale, cancelled */
  countMatching(call: CallId, base: Revision, nodes: Uint32Array, filter: WizardFilter): Promise<Reply<FilterCount>>;
  /**
   * Starts to compute the order of a container's items while the user is still choosing; `null` discards it. Resolves when the
   * order is known, or will not be: after a later request, a write, or an edit that takes it over.
   */
  prepareSort(base: Revision, sort: SortRequest | null): Promise<Reply<void>>;
  /**
   * Returns the values of rows, in order, without those inside other ones. `rowCount` is the number of rows that the caller
   * knows; `ranges` are packed as in `rows.ts`.
   * @throws stale if the rows may have changed since the caller read them
   */
  nodesAt(call: CallId, base: Revision, rowCount: number, ranges: Float64Array): Promise<Reply<Uint32Array>>;
  /** Returns the structure around a byte. */
  placeAt(offset: ByteOffset): Promise<Reply<Place>>;
  placeOf(node: NodeIndex): Promise<Reply<Place>>;
  /** Finds a target without expanding anything. @throws invalid-document for a path */
  locate(target: DocumentTarget): Promise<Reply<Located>>;
  /** Expands the ancestors of the value at a path, and returns its node and row; `null` if there is no such value. */
  reveal(path: Path): Promise<Reply<{ readonly node: NodeIndex; readonly row: RowIndex } | null>>;
  /**
   * Expands the ancestors of the value whose key or text contains a byte, with a `visit` until the next one, and returns its row;
   * `null` outside the root.
   */
  revealAt(offset: ByteOffset, around: number, visit?: Visit): Promise<Reply<RevealedRow | null>>;
  /**
   * Returns the byte offsets from which hits belong to rows: a hit belongs to the last row that begins at or before it, also if
   * the row is a collapsed container. The end of the document for rows after the last one.
   */
  rowStarts(rows: Float64Array): Promise<Reply<Float64Array>>;
  /** Returns the byte ranges of rows with keys and content, sorted and disjoint. @throws stale as `nodesAt` */
  rangesOfRows(base: Revision, rowCount: number, ranges: Float64Array): Promise<Reply<ByteRange[]>>;
  /** Returns the rows of nodes, which must be sorted; `reveal` expands their ancestors. @throws stale, cancelled */
  rowsOfNodes(call: CallId, base: Revision, nodes: Uint32Array, reveal: boolean): Promise<Reply<RowsOfNodes>>;
  /**
   * Returns the values of rows; the number of entries for rows after the last one. If the tree is stale, of the state that it
   * shows.
   */
  rowNodes(rows: Float64Array): Promise<Reply<Uint32Array>>;
  /**
   * Shows only some values in the tree and in the text, until `widen` or another call.
   * @throws stale, invalid-document, cancelled
   */
  narrow(call: CallId, base: Revision, request: NarrowRequest): Promise<Reply<void>>;
  /** Shows everything again. */
  widen(): Promise<Reply<void>>;
  /** Returns for each byte the first entry that begins at or after it. @throws stale */
  entriesFrom(base: Revision, offsets: Float64Array): Promise<Reply<Uint32Array>>;
  /**
   * Returns the first value that begins between each byte and the next one; `NO_NODE` if there is none. The last byte only ends
   * the list.
   * @throws stale
   */
  valuesFrom(base: Revision, offsets: Float64Array): Promise<Reply<Uint32Array>>;
  /**
   * Returns three byte offsets per node: start of its item (its key, in an object), start of the value, and its end.
   * @throws stale
   */
  itemRanges(base: Revision, nodes: Uint32Array): Promise<Reply<Float64Array>>;
  /** Returns the row of each node, or of the collapsed container around it. @throws stale */
  rowsAround(base: Revision, nodes: Uint32Array): Promise<Reply<Float64Array>>;
  /** Returns the parents of nodes, which must be sorted; the parent of the root is itself. @throws stale */
  containersOf(base: Revision, nodes: Uint32Array): Promise<Reply<Uint32Array>>;
  /**
   * Searches plain text. Hits are sent over `hits` in order, packed as in `search.ts`; any message back over it stops the
   * search. Returns the number of hits, or `null` if the search needs a job worker.
   * @throws stale if the document has or gets another revision, invalid-document, cancelled
   */
  searchPlain(base: Revision, query: SearchQuery, hits: MessagePort): Promise<Reply<number | null>>;
  /** Returns hits, packed as in `search.ts`, for display in a list, and the paths of containers. @throws stale */
  describeHits(base: Revision, hits: Uint32Array, containers: Uint32Array): Promise<Reply<HitViews>>;
  /** The same for hits in the text as such, which may be invalid. @throws stale */
  describeTextHits(base: Revision, hits: Uint32Array): Promise<Reply<readonly TextHitView[]>>;
  /**
   * Returns the byte offsets of lines, or bytes, that are counted without folded text; the end of the document for those after
   * it.
   */
  shownStarts(unit: 'line' | 'byte', places: Float64Array): Promise<Reply<Float64Array>>;
  /**
   * Sends a snapshot of the document to a job worker at the other end of the port: `all` of it, once it is checked, or only the
   * current `text`.
   */
  sendSnapshot(port: MessagePort, part: 'text' | 'all'): Promise<Reply<Revision>>;
}
