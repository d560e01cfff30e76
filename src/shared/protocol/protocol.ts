// What a panel and its document worker say to each other. Calls go through Comlink; every call is
// answered by a `Reply`, so that coded errors survive the boundary. Calls that may take long carry a
// `CallId`: progress comes back, and a cancel goes out, over one extra MessagePort (`DocumentEvent`,
// `DocumentCommand`). Buffers in answers are transferred: the receiver owns them.

import type { AssistTarget, Surrounded } from './assist.ts';
import type { EditIntent, PastedAs, SortRequest } from './edit-intent.ts';
import type { PatchKind, ToldChange } from './changes.ts';
import type { FormatOptions, FormatPart } from './format-options.ts';
import type { Selection } from './selection.ts';
import type { Dialect } from '../document/dialect.ts';
import type { EncodingName } from '../document/encoding-name.ts';
import type { WireError } from '../errors.ts';
import type { LineRequest } from './line-command.ts';
import type { ProblemReport } from './problems.ts';
import type { Path } from '../document/path.ts';
import type { RowRange } from './rows.ts';
import type { HitViews, SearchQuery } from './search.ts';
import type { Splice } from '../document/splice.ts';
import type { CallId, Reply } from './reply.ts';
import type { TableApi } from './table-api.ts';
import type { Target } from '../document/target.ts';
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

/** What a panel needs to know of its document; sent whole on every change. */
export interface DocumentState {
  readonly revision: Revision;
  /** Numbers the content: the same number again after undo comes back to it; never used again for another one. */
  readonly content: number;
  readonly phase: 'empty' | 'loading' | 'ready';
  /** Bytes present now, and bytes expected once loaded (equal when `ready`). */
  readonly size: number;
  readonly expectedSize: number;
  /** At least 1. While loading: of the bytes present. */
  readonly lineCount: number;
  /** Bytes in the longest line. */
  readonly longestLine: number;
  /** Changes whenever other lines are folded than before. */
  readonly foldsVersion: number;
  readonly validity: 'unknown' | 'valid' | 'invalid';
  /** The first error; its place in line and column from 0. */
  readonly error: WireError | null;
  /** `stale`: the text is invalid, the tree shows the last valid state, read-only. */
  readonly tree: 'none' | 'live' | 'stale';
  readonly rowCount: number;
  /** Changes whenever rows read before may differ now (expand, edit, undo). */
  readonly rowsVersion: number;
  /** Whether the tree leaves rows out that `narrowRows` said nothing of. */
  readonly filtered: boolean;
  /** The language that the text is checked in. */
  readonly dialect: Dialect;
  /** What the file was read as, and is saved as. */
  readonly encoding: EncodingName;
  /** What ends the first line; `none` where that is all, or very long. */
  readonly lineEnd: 'none' | 'lf' | 'crlf' | 'cr';
  /** How many characters could not be read as that and became U+FFFD. */
  readonly replaced: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What the write that made this revision has changed; `null` where that was all, or is not known. */
  readonly change: TextChange | null;
}

/** The one range of a text outside of which a write has left it: `start` to `end` gave way to `length` bytes. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

/** What a document is made of. */
export interface Source {
  readonly content: Blob;
  readonly dialect: Dialect;
}

/** A document that is opened. */
export interface Opened extends Source {
  /** Whether its dialect is judged by its first bytes, and among which; `null` where it is known. */
  readonly detection?: 'any' | 'records' | null;
  /** Its first bytes, where they were read already. */
  readonly first?: Uint8Array | undefined;
  /** What is asked of its text first: told with the first bytes, before the state that tells of them. */
  readonly ahead?: TextRequest | undefined;
}

/** Worker → panel, over the event port. */
export type DocumentEvent =
  /** A document is back: the states from here on are those of `resume`. */
  | { readonly type: 'resumed' }
  | { readonly type: 'state'; readonly state: DocumentState }
  | { readonly type: 'text'; readonly request: TextRequest; readonly window: TextWindow }
  /** To who follows the changes. In the order of the revisions, each before the state that tells of a later one. */
  | { readonly type: 'changed'; readonly change: ToldChange }
  | { readonly type: 'progress'; readonly call: CallId; readonly done: number; readonly total: number };

/** Panel → worker, over the event port. */
export type DocumentCommand = { readonly type: 'cancel'; readonly call: CallId } | { readonly type: 'painted' };

/** Asks for rows of the tree; answered by a buffer that `shared/protocol/rows.ts` reads. */
export interface RowsRequest {
  readonly first: RowIndex;
  readonly count: number;
}

/** What a change of the tree's expansion does. */
export type ExpandRequest =
  | {
      readonly type: 'expand' | 'collapse' | 'expand-subtree' | 'collapse-subtree' | 'expand-siblings';
      readonly node: NodeIndex;
    }
  | { readonly type: 'expand-all' | 'collapse-all' }
  | { readonly type: 'expand-to-level'; readonly level: number };

/** A value, and the row that shows it now. */
export interface RevealedRow {
  readonly node: NodeIndex;
  readonly row: RowIndex;
  /** What there is around it then, packed as in `rows.ts`. Transferred. */
  readonly rows: ArrayBuffer;
  readonly revision: Revision;
  /** @see DocumentState.rowsVersion */
  readonly rowsVersion: number;
}

/** Where nodes are shown. */
export interface RowsOfNodes {
  /** Packed as in `rows.ts`: the first so many. */
  readonly ranges: Float64Array;
  /** How many rows those are, and how many there are in all. */
  readonly selected: number;
  readonly shown: number;
  /** How many nodes are in what is collapsed. */
  readonly hidden: number;
  /** How many rows there are now. */
  readonly rowCount: number;
}

/** What items can be sorted by, most frequent first. */
export interface SortPaths {
  readonly paths: readonly Path[];
  /** Whether most of the items have something at the first. */
  readonly isCommon: boolean;
}

/** How many of some items stay. */
export interface Kept {
  readonly count: number;
  readonly of: number;
}

/** What any write answers. */
export interface EditResult {
  readonly revision: Revision;
  /** What was written, in bytes of the new text, to reveal and to put the caret at. */
  readonly changed: ByteRange | null;
  /** The rows to select and reveal in the tree, from the first on; none where nothing of it is visible. */
  readonly rows: readonly RowRange[];
  /**
   * Of undo: what was selected before the edit that was taken back. Of formatting: what was selected before, on
   * the same tokens. Of a command on lines: what is selected behind it. Else `null`.
   */
  readonly selection: Selection | null;
  /** Of a paste. */
  readonly pastedAs?: PastedAs;
  /** Of a rename: another member of the object has that key too. */
  readonly repeatsKey?: boolean;
  /** Of sorting, filtering, converting, unwrapping and extracting several: how many could be. The others stay as they are. */
  readonly count?: number;
  /** Of filtering: how many items stay, and of how many. */
  readonly kept?: Kept;
}

/** What a document worker answers to a write: the result, and what the journal needs to repeat it. */
export interface WriteResult extends EditResult {
  /** The number of the content after the write. @see DocumentState.content */
  readonly content: number;
  /** Of undo and redo: the splices that were carried out, or `null` where they are too many, or everything was exchanged. */
  readonly carriedOut?: readonly Splice[] | null;
}

/** A document that was opened. */
export interface OpenResult {
  readonly revision: Revision;
  readonly content: number;
  /** What it was read in. */
  readonly dialect: Dialect;
}

/** The whole text at one moment. */
export interface TextVersion {
  readonly text: Blob;
  /** Which content it is. @see DocumentState.content */
  readonly content: number;
  readonly revision: Revision;
  /** Bytes of the document, in UTF-8. */
  readonly size: number;
  readonly dialect: Dialect;
}

/** Where a byte is in the document's structure. */
export interface Place {
  readonly path: Path;
  readonly node: NodeIndex | null;
  /** The range of the innermost value that the byte is in. */
  readonly range: ByteRange | null;
  readonly line: number;
  readonly column: number;
}

/** A place to go to, or the nearest one that exists; line and column from 0. */
export interface Located {
  /** Whether it is the place that was asked for. */
  readonly isExact: boolean;
  readonly offset: ByteOffset;
  readonly line: number;
  readonly column: number;
  /** The innermost value there, and its bytes; none while the text is invalid. */
  readonly path: Path;
  readonly range: ByteRange | null;
}

/**
 * What an edit is to the undo steps: one of its own; the first of typing, which goes on; or a part of the typing before it,
 * where nothing else was written since.
 */
export type UndoStep = 'alone' | 'begins' | 'continues';

/**
 * The calls of a document worker. `base` is the revision that offsets and nodes were read at; `selection` what
 * is selected before a write, for its undo.
 */
export interface DocumentApi extends TableApi {
  /** Once, first: the port for events and commands, and the name of a Web Lock to hold for life (none where locks are missing). */
  connect(port: MessagePort, lock: string | null): Promise<Reply<boolean>>;
  /**
   * Replaces everything and forgets the history. Resolves when all is read and checked; windows are answered
   * before. A failure leaves the document as it was. @throws unreadable, too-large, cancelled
   */
  open(call: CallId, source: Opened): Promise<Reply<OpenResult>>;
  /**
   * The document is back in a worker that takes the place of a dead one: it goes on from these numbers, and tells its state.
   * All of them are above those that it has had.
   */
  resume(revision: Revision, rowsVersion: number, foldsVersion: number): Promise<Reply<void>>;
  /** Replaces the content; one undo step. */
  replace(
    call: CallId,
    source: Source,
    selection: Selection | null,
    /** The revision to take the place of; `null` for whichever is there. */
    base: Revision | null,
  ): Promise<Reply<WriteResult>>;
  /** The whole content as a Blob, in UTF-8, or encoded as the file was, for saving. */
  read(call: CallId, as: 'utf-8' | 'file'): Promise<Reply<TextVersion>>;
  /**
   * Writes the whole content, encoded as the file was, into a draft's base file (`shared/document/draft-file.ts`), and flushes it to
   * disk. Answers which content that is; `null` where the browser has no file system for pages. @throws full, cancelled
   */
  writeBase(call: CallId, name: string): Promise<Reply<number | null>>;
  /** All that is wrong in the document, found between other calls. @throws stale when the document is or becomes another */
  readProblems(base: Revision): Promise<Reply<ProblemReport>>;
  /** A range of bytes, transferred. */
  readRange(range: ByteRange): Promise<Reply<Uint8Array>>;
  /**
   * Bytes of the value of a node, counted from where it starts, transferred: of the last valid text where the tree is
   * stale. @throws stale
   */
  readValue(base: Revision, node: NodeIndex, part: ByteRange): Promise<Reply<Uint8Array>>;
  /**
   * The only writer for splices. @throws stale
   */
  apply(
    base: Revision,
    splices: readonly Splice[],
    step: UndoStep,
    selection: Selection | null,
  ): Promise<Reply<WriteResult>>;
  /** The same for splices packed as in `splice-pack.ts`, of which there may be millions; a step of its own. @throws stale, cancelled */
  applyPacked(call: CallId, base: Revision, splices: Blob, selection: Selection | null): Promise<Reply<WriteResult>>;
  /** Tells of every change of the text from now on, over the event port. Answers the revision that the first one is based on. */
  follow(): Promise<Reply<Revision>>;
  /** The splices, packed as in `splice-pack.ts`, that a patch makes of the document. @throws stale, syntax, refused, invalid-document, too-large, cancelled */
  planPatch(call: CallId, base: Revision, kind: PatchKind, patch: Blob): Promise<Reply<Blob>>;
  /** `joins`: it is a part of the undo step of the write before. @throws stale, invalid-document, refused, syntax, cancelled */
  edit(
    call: CallId,
    base: Revision,
    intent: EditIntent,
    selection: Selection | null,
    joins: boolean,
  ): Promise<Reply<WriteResult>>;
  /** `null` when there is nothing to take back. */
  undo(call: CallId): Promise<Reply<WriteResult | null>>;
  redo(call: CallId): Promise<Reply<WriteResult | null>>;
  /** One undo step. @throws invalid-document, refused, cancelled, too-large; stale for a part */
  format(
    call: CallId,
    options: FormatOptions,
    part: FormatPart | null,
    selection: Selection | null,
  ): Promise<Reply<WriteResult>>;
  /** One undo step; answers what is selected then. @throws stale, too-large, cancelled */
  changeLines(
    call: CallId,
    base: Revision,
    request: LineRequest,
    selection: Selection | null,
  ): Promise<Reply<WriteResult>>;
  readText(request: TextRequest): Promise<Reply<TextWindow>>;
  /** The next larger parts that make sense to select, one for each range; `null` for one that has none. */
  enclosing(ranges: readonly ByteRange[]): Promise<Reply<(ByteRange | null)[]>>;
  /** The bracket that belongs to the one at a byte, or that closes what is around it. */
  otherBracket(offset: ByteOffset): Promise<Reply<ByteOffset | null>>;
  /** The line of a byte, without its line end. */
  lineAround(offset: ByteOffset): Promise<Reply<ByteRange>>;
  /** Answers how many more lines are hidden than before, or `null` where nothing changed. @throws invalid-document, cancelled */
  fold(call: CallId, request: FoldRequest): Promise<Reply<number | null>>;
  /** The containers that open in a range and can be folded, the outermost of each line. */
  readFolds(range: ByteRange): Promise<Reply<FoldMark[]>>;
  /**
   * The lines that open the containers around the text that begins at a byte, from the root inwards, to be shown
   * on top of it: those around the first line that they don't cover. The innermost `limit`.
   */
  stickyLines(offset: ByteOffset, limit: number): Promise<Reply<AncestorLine[]>>;
  /** What may be written at a byte, from the last valid state and what was typed since; `null` for nothing. @throws stale */
  suggest(base: Revision, offset: ByteOffset): Promise<Reply<Suggestions | null>>;
  /** The key or value that a byte is of; `null` for none, or while the text is invalid. @throws stale */
  describeAt(base: Revision, offset: ByteOffset): Promise<Reply<Description | null>>;
  /** What is around a place, for a schema to be asked about it; `null` where nothing can be. @throws stale */
  surround(base: Revision, target: AssistTarget): Promise<Reply<Surrounded | null>>;
  /** A packed window, see `shared/protocol/rows.ts`. */
  readRows(request: RowsRequest): Promise<Reply<ArrayBuffer>>;
  /**
   * The rows that stay on top of a tree whose screen begins at `first`: those of the containers around the first row
   * that they don't cover, the innermost `limit`. Packed as a window whose rows lie apart, with the index of each.
   */
  ancestors(
    first: RowIndex,
    limit: number,
  ): Promise<Reply<{ readonly indexes: Float64Array; readonly rows: ArrayBuffer }>>;
  /** Answers how many more rows there are than before. */
  expand(request: ExpandRequest): Promise<Reply<number>>;
  /** Values as a text to be copied: one by itself, several with their keys and a comma between. @throws stale, cancelled */
  readNodes(call: CallId, base: Revision, nodes: Uint32Array): Promise<Reply<Blob>>;
  /**
   * The paths inside the items of containers that they can be sorted by, most frequent first. Of very many nodes the
   * first thousand tell. @throws stale, cancelled
   */
  sortPaths(call: CallId, base: Revision, nodes: Uint32Array): Promise<Reply<SortPaths>>;
  /** How many items of containers match. @throws stale, cancelled */
  countMatching(call: CallId, base: Revision, nodes: Uint32Array, filter: WizardFilter): Promise<Reply<Kept>>;
  /**
   * Begins to work out the order of a container's items while somebody still chooses; `null` forgets it. Answers when it
   * is known, or that will not be: a later request, a write, an edit that goes on with it.
   */
  prepareSort(base: Revision, sort: SortRequest | null): Promise<Reply<void>>;
  /**
   * The values of rows, in order, but for those inside others of them. `rowCount` is what the caller knows; `ranges`
   * are packed as in `rows.ts`.
   * @throws stale when rows may be others than the caller has seen
   */
  nodesAt(call: CallId, base: Revision, rowCount: number, ranges: Float64Array): Promise<Reply<Uint32Array>>;
  /** The structure around a byte. */
  placeAt(offset: ByteOffset): Promise<Reply<Place>>;
  placeOf(node: NodeIndex): Promise<Reply<Place>>;
  /** Where a target is; nothing is expanded. @throws invalid-document for a path */
  locate(target: Target): Promise<Reply<Located>>;
  /** The node at a path and its row, its ancestors expanded; `null` when nothing is there. */
  reveal(path: Path): Promise<Reply<{ readonly node: NodeIndex; readonly row: RowIndex } | null>>;
  /** The value that a byte is in, or in the key of, with its ancestors expanded; `null` outside the root. */
  revealAt(offset: ByteOffset, around: number): Promise<Reply<RevealedRow | null>>;
  /**
   * From which byte on hits are shown by rows: each hit belongs to the last row that begins at or before it, also
   * where that is collapsed around it. The document's end for rows past the last one.
   */
  rowStarts(rows: Float64Array): Promise<Reply<Float64Array>>;
  /** The bytes of rows with their keys and what is inside of them, sorted and apart. @throws stale as `nodesAt` */
  rangesOfRows(base: Revision, rowCount: number, ranges: Float64Array): Promise<Reply<ByteRange[]>>;
  /**
   * The rows that show nodes, which rise; `reveal` expands what is around them. @throws stale, cancelled
   */
  rowsOfNodes(call: CallId, base: Revision, nodes: Uint32Array, reveal: boolean): Promise<Reply<RowsOfNodes>>;
  /** The values of rows; as many entries as there are for rows past the last one. Where the tree may be stale, of the state it shows. */
  rowNodes(rows: Float64Array): Promise<Reply<Uint32Array>>;
  /**
   * Shows rows of some values alone, and opens some containers and no others. `shown`: first entries and those behind the
   * last, in turn; they rise, and hold the root. `null` leaves nothing out, or what is open as it is. @throws stale
   */
  narrowRows(base: Revision, shown: Uint32Array | null, open: Uint32Array | null): Promise<Reply<void>>;
  /** For each byte the first entry that begins there or behind. @throws stale */
  entriesFrom(base: Revision, offsets: Float64Array): Promise<Reply<Uint32Array>>;
  /** Between each byte and the next one the first value that begins there; `NO_NODE` for none. Of the last byte nothing. @throws stale */
  valuesFrom(base: Revision, offsets: Float64Array): Promise<Reply<Uint32Array>>;
  /** Of each node three bytes: where its item begins (its key, inside an object), where the value does, and its end. @throws stale */
  itemRanges(base: Revision, nodes: Uint32Array): Promise<Reply<Float64Array>>;
  /** The row of each node, or of what is collapsed around it. @throws stale */
  rowsAround(base: Revision, nodes: Uint32Array): Promise<Reply<Float64Array>>;
  /** The containers that nodes are directly in, for nodes that rise; the root is its own. @throws stale */
  containersOf(base: Revision, nodes: Uint32Array): Promise<Reply<Uint32Array>>;
  /**
   * Searches plain text: hits go over `hits`, packed as in `search.ts` and in order, and any message that comes back
   * over it ends the search. Answers how many there are, or `null` for what takes a job worker.
   * @throws stale when the document is or becomes another, invalid-document, cancelled
   */
  searchPlain(base: Revision, query: SearchQuery, hits: MessagePort): Promise<Reply<number | null>>;
  /** Hits as a list shows them, packed as in `search.ts`, and the paths of containers. @throws stale */
  describeHits(base: Revision, hits: Uint32Array, containers: Uint32Array): Promise<Reply<HitViews>>;
  /** Where lines begin, or bytes are, that are counted without what is folded; the document's end for those past it. */
  shownStarts(unit: 'line' | 'byte', places: Float64Array): Promise<Reply<Float64Array>>;
  /**
   * Posts a snapshot of the document to a job worker that holds the other end: of all of it, once it is checked, or
   * of the text as it is now.
   */
  sendSnapshot(port: MessagePort, part: 'text' | 'all'): Promise<Reply<Revision>>;
}
