// The document interface of the views and the store: promises of values, coded errors, a state to subscribe to. `worker-document-client.ts`
// implements it over a document worker; the views never see the worker.

import type { PassedCalls } from '../../shared/protocol/document-calls.ts';
import type { Dialect } from '../../shared/document/dialect.ts';
import type { LineRequest } from '../../shared/protocol/line-command.ts';
import type { EditIntent } from '../../shared/protocol/edit-intent.ts';
import type {
  DocumentState,
  EditResult,
  RevealedRow,
  RowsRequest,
  Source,
  TextVersion,
  UndoStep,
} from '../../shared/protocol/protocol.ts';
import type { FormatOptions, FormatPart } from '../../shared/protocol/format-options.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { Visit } from '../../shared/protocol/search.ts';
import type { TextRequest, TextWindow } from '../../shared/protocol/textview.ts';
import type { Ancestor, Row, RowRange } from '../../shared/protocol/rows.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { CellsRequest, TableRow } from '../../shared/protocol/table.ts';
import type { SlotOwner } from '../model/slot.ts';
import type { RecordedSteps, Journal } from './journal.ts';
import type { ByteOffset, ByteRange, Revision, RowIndex } from '../../shared/units.ts';

/** Cancellation and progress of one long call. Aborting the signal cancels the call in the worker. */
export interface Task {
  readonly signal?: AbortSignal;
  /** Bytes done, of the total; called on the main thread, at most every 50 ms. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Runs work that may take long, showing its progress and a way to cancel it. */
export type RunTask = <T>(label: string, work: (task: Required<Task>) => Promise<T>) => Promise<T>;

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

/** Options for an edit of many places. */
export interface PackedTask extends Task {
  /** Whether the result has the view's selection, moved with the text. */
  readonly keepsSelection?: boolean;
  /** The name of its undo step. */
  readonly name?: string;
}

/** Rows of a table. */
export interface CellsWindow {
  readonly first: number;
  readonly rows: readonly TableRow[];
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
export interface DocumentClient extends PassedCalls<Task>, SlotOwner {
  /** The latest state that the worker reported. Replaced, never changed in place. */
  readonly state: DocumentState;
  /** Whether the worker died and the document is being restored: `state` does not change until that is done. */
  readonly isRecovering: boolean;
  /** Why the document could not be restored after its worker died; `null` if it is there. Calls reject with it, except `open`. */
  readonly lost: unknown;
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

  /** `base` is the revision that the offsets belong to. The new revision is `base + 1`, known before the reply. */
  apply(base: Revision, splices: readonly Splice[], step: UndoStep): Promise<EditResult>;
  /**
   * The same for splices packed as in `shared/document/splice-pack.ts`, of which there may be millions. */
  applyPacked(base: Revision, splices: Blob, task?: PackedTask): Promise<EditResult>;
  edit(base: Revision, intent: EditIntent, task?: EditTask): Promise<EditResult>;
  /** Undoes the latest `count` steps, by default one; `null` if there are none. */
  undo(task?: Task, count?: number): Promise<EditResult | null>;
  redo(task?: Task, count?: number): Promise<EditResult | null>;
  /** Formats the whole document, or the values inside `part`. */
  format(options: FormatOptions, task?: Task, part?: FormatPart | null): Promise<EditResult>;
  /** Runs a command on lines, as one undo step. The result has the selection afterwards. @throws stale, too-large, cancelled */
  changeLines(base: Revision, request: LineRequest, task?: Task): Promise<EditResult>;

  readText(request: TextRequest): Promise<TextWindow>;
  readRows(request: RowsRequest): Promise<RowsWindow>;
  /** Returns the ancestor rows that are pinned above the rows from `first` on, at most `limit`, from the root inwards. */
  ancestors(first: RowIndex, limit: number): Promise<readonly Ancestor[]>;
  /** Returns the values of rows, without those inside another of the values. @throws stale */
  nodesAt(ranges: readonly RowRange[], task?: Task): Promise<{ readonly base: Revision; readonly nodes: Uint32Array }>;

  /**
   * Finds the value whose text or key contains a byte, expands its ancestors, and returns it with `around` rows on either side.
   * With a `visit`, what is expanded collapses with the next one.
   */
  revealAt(offset: ByteOffset, around: number, visit?: Visit): Promise<Revealed | null>;
  /** Returns the byte ranges of rows with their keys and everything inside them, sorted and disjoint. @throws stale */
  rangesOfRows(ranges: readonly RowRange[]): Promise<readonly ByteRange[]>;

  /** @throws stale */
  readCells(request: CellsRequest): Promise<CellsWindow>;

  /** The base and the writes that restore the document elsewhere. */
  readonly journal: Journal;
  /** Whether writes are pending that the state does not include yet. */
  readonly isWriting: boolean;
  /** Opens a content and replays the steps of a journal on it. @throws CodedError those of `open` */
  recover(base: Source | null, steps: RecordedSteps, task?: Task): Promise<void>;
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

  /** Returns the selection of the registered view. */
  readSelection(): Selection | null;

  /** Frees the memory of documents shown before, which a browser does not do soon. Pending calls reject. */
  renew(): void;

  /** Ends the worker for good. */
  close(): void;
}
