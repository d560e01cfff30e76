// A place where documents are stored, each under an id of its own: this browser, or the cloud. A write names the revision that
// it is based on, and its result is sent to every panel of every tab.

import { Emitter } from '../../model/emitter.ts';
import type { Dialect } from '../../../shared/document/dialect.ts';
import type { StoredCsv } from '../../model/csv-file.ts';
import type { Schema } from '../../model/schema.ts';
import type { DocumentMeta } from '../../model/document-meta.ts';

/** A change of a document on a shelf, made here or in another tab. `rev` is the resulting revision. */
export type ShelfEvent =
  /** `by` names the panel that saved it. */
  | { readonly type: 'saved'; readonly id: string; readonly rev: number; readonly by: string }
  | { readonly type: 'renamed'; readonly id: string; readonly rev: number; readonly name: string }
  /** Something other than its content and its name has changed. */
  | { readonly type: 'changed'; readonly id: string; readonly rev: number }
  | { readonly type: 'deleted'; readonly id: string };

/** Whose change a write is. */
export interface Writer {
  /** The panel that it was made in. */
  readonly panel: string;
  /** The person who made it, by the id that the cloud knows; `null` if nobody was signed in. */
  readonly person: string | null;
}

/** A content to be stored. */
export interface ShelvedContent {
  /** In this browser, the file as it was, compressed with gzip; in the cloud, UTF-8. */
  readonly blob: Blob;
  /** Bytes of the text, before compression. */
  readonly size: number;
  /** The language of the text. */
  readonly dialect: Dialect;
  /** The draft that the content comes from. In this browser, the same transaction records the save in the draft. */
  readonly draft?: SavedDraft | null;
  /** The schema of a new document; none by default. */
  readonly schema?: Schema;
  /** In this browser: the name of the file on disk that a new document was read from, if the page can't write it. */
  readonly sourceFile?: string | undefined;
  /** In this browser: the CSV file that the document came from, `null` for none; if missing, it stays as stored. */
  readonly csv?: StoredCsv | null | undefined;
}

/** A draft of which a part is saved. */
export interface SavedDraft {
  readonly id: string;
  /** The number of the write that made the saved text; `null` when that is not known. */
  readonly number: number | null;
}

/** A document as stored. */
export interface LoadedDocument {
  readonly meta: DocumentMeta;
  readonly content: Blob;
  /** The CSV file that it came from. */
  readonly csv?: StoredCsv | null | undefined;
}

/** The documents stored in one place. Every method may throw a CodedError with a message for the user. */
export interface Shelf {
  /** Creates a document; without a name it gets one. */
  create(name: string | null, content: ShelvedContent, by: Writer): Promise<DocumentMeta>;
  /**
   * Writes a new content over revision `base`; over any revision if `base` is `null`.
   * @throws CodedError `conflict` when the revision is another one, `missing` when there is no document
   */
  save(id: string, base: number | null, content: ShelvedContent, by: Writer): Promise<DocumentMeta>;
  /** @throws CodedError `missing`, and `conflict` on a shelf that checks the revision */
  rename(id: string, name: string, base: number, by: Writer): Promise<DocumentMeta>;
  /** Sets the location of its schema. @throws CodedError as `rename` */
  setSchema(id: string, schema: Schema, base: number, by: Writer): Promise<DocumentMeta>;
  /** Returns the metadata and the content of a document, as stored. Records that it was viewed. @throws CodedError `missing` */
  load(id: string, signal?: AbortSignal): Promise<LoadedDocument>;
}

/** Sends the changes of a shelf to the panels of this tab and to other tabs. */
export class ShelfChannel {
  private readonly changed = new Emitter<[ShelfEvent]>();
  private readonly channel: BroadcastChannel;

  constructor(name: string) {
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }: MessageEvent<ShelfEvent>) => this.changed.emit(data);
  }

  /** Calls back for changes of any document, made here or in other tabs. Returns a function that unsubscribes. */
  readonly subscribe = this.changed.subscribe;

  /** Notifies the other tabs, and the panels of this one: two of them may show the same document. */
  publish(event: ShelfEvent): void {
    this.channel.postMessage(event);
    this.changed.emit(event);
  }
}
