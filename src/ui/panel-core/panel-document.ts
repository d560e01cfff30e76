// The document that a panel shows. It is made by opening, and replaced as a whole: whatever waits for a disk, a server, a worker or
// the user compares it with the panel's document before it writes a text anywhere, or changes the panel.
//
//   panel ── document ──┬─ facts    rendered
//                       ├─ file, opened, shared …   what is not rendered
//                       ├─ slots    what features remember about it
//                       └─ signal   aborted once the panel has left it for good

import { proxy } from 'valtio';
import type { Path } from '../../shared/document/path.ts';
import type { Source } from '../../shared/protocol/protocol.ts';
import type { CsvFileOfPanel } from '../model/csv-file.ts';
import type { OpenFile } from '../model/open-file.ts';
import type { Origin } from '../model/origin.ts';
import type { SavedTableState } from '../model/saved-table-state.ts';
import { NO_SCHEMA, type Schema } from '../model/schema.ts';
import type { SlotOwner } from '../model/slot.ts';

/** State of saving a document to its shelf. `too-large`: not possible until it shrinks; the user has been notified. */
export type ShelfSaveState = 'idle' | 'saving' | 'failed' | 'too-large';

/** Why a document can't be saved over its stored version: another tab or user has saved that since. */
export interface Conflict {
  readonly message: string;
  /** Whether the dialog is open; if not, a button in the title bar opens it. */
  readonly asking: boolean;
}

/** The place of the caret or the selection; line and column from 0. */
export interface PanelPlace {
  readonly path: Path;
  readonly line: number;
  readonly column: number;
  readonly selectedCharacters?: number;
  /** Summary of several selected cells. */
  readonly summary?: readonly string[];
}

/** What a panel opened. */
export interface OpenedSource extends Source {
  /** Set for the base of a draft, which may be younger than the document; `isSaved`: it is the content that was saved last. */
  readonly draft?: { readonly isSaved: boolean };
}

/** A file on disk that a document was read from, and that the page can't write. */
export interface SourceFile {
  readonly name: string;
  /** The number of the content that was downloaded as this file last; `null` if none was. */
  readonly downloaded: number | null;
}

/** What is rendered of a document, besides its text. */
export interface DocumentFacts {
  name: string;
  origin: Origin;
  /** The source of the document's schema. */
  schema: Schema;
  /** Whether no document has been opened or created: the panel offers to open one. */
  blank: boolean;
  /** The number of the content when it was last saved or opened; `null` if it was never stored. */
  savedContent: number | null;
  /** When it was last saved, in milliseconds since the epoch. */
  savedAt: number | null;
  shelfSaveState: ShelfSaveState;
  conflict: Conflict | null;
  /** The file that it was read from, if the page can't write it; also after a copy of it was kept in this browser. */
  sourceFile: SourceFile | null;
  /** Whether the file is gzipped, so that it is saved compressed. */
  packed: boolean;
  place: PanelPlace | null;
  /** The error of a failed load, for an empty panel. */
  problem: string | null;
  /** Possible causes of the error. */
  reasons: readonly string[];
  /** The hash value whose load failed, if a retry may succeed. */
  retryKey: string | null;
  /** The file that was open before the page was reloaded, and that can only be opened again by a click of the user. */
  fileToReopen: string | null;
}

/** What tells one document from another. */
export interface DocumentIdentity {
  readonly name: string;
  readonly origin: Origin;
  readonly schema?: Schema;
  /** The file that `Save` writes to. */
  readonly file?: OpenFile | null;
  /** The person who has made its unsaved changes. */
  readonly author?: string | null;
}

const NEW_FACTS = {
  blank: false,
  savedContent: null,
  savedAt: null,
  shelfSaveState: 'idle',
  conflict: null,
  sourceFile: null,
  packed: false,
  place: null,
  problem: null,
  reasons: [],
  retryKey: null,
  fileToReopen: null,
} as const satisfies Partial<DocumentFacts>;

/** A document of a panel. */
export class PanelDocument implements SlotOwner {
  readonly facts: DocumentFacts;
  readonly slots = new Map<object, unknown>();
  /** The file that `Save` writes to. */
  file: OpenFile | null;
  /** The person who has made the unsaved changes, by the id that the cloud knows; `null` while nobody is known to have. */
  author: string | null;
  /** The source that was opened, for reverting to it. */
  opened: OpenedSource | null = null;
  /** The content that was last saved or loaded; `null` while that is what was opened. It may be compressed. */
  shared: Blob | null = null;
  /** The CSV file that it came from, if any. */
  csvFile: CsvFileOfPanel | null = null;
  /** Where its table was left. */
  tableState: SavedTableState | null = null;
  /** What notices about saving it are about: to its file, or in this browser or the cloud. */
  readonly topics = { save: {}, keep: {} } as const;
  private readonly leaving = new AbortController();

  /** `facts` is what differs from a document before use. */
  constructor(
    { name, origin, schema = NO_SCHEMA, file = null, author = null }: DocumentIdentity,
    facts: Partial<DocumentFacts> = {},
  ) {
    this.facts = proxy({ ...NEW_FACTS, name, origin, schema, ...facts });
    this.file = file;
    this.author = author;
  }

  /** Aborted once the panel has left the document for good. */
  get signal(): AbortSignal {
    return this.leaving.signal;
  }

  /** Called when its table is left. */
  leaveTable(state: SavedTableState): void {
    this.tableState = state;
  }

  /** Called when the panel has another document, and does not return to this one. */
  leave(): void {
    this.leaving.abort();
  }
}
