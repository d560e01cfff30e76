// A place where documents are kept, each under an id of its own: this browser, or the cloud. Whatever is written names the
// revision that it is based on, and what happened is told to every panel of every tab.

import type { Dialect } from '../../../shared/document/dialect.ts';
import type { Schema } from '../../model/schema.ts';
import type { DocumentMeta } from './document-meta.ts';

/** What happened to a document of a shelf, here or in another tab. `rev` is what it became by that. */
export type ShelfEvent =
  /** `by` names the panel that did. */
  | { readonly type: 'saved'; readonly id: string; readonly rev: number; readonly by: string }
  | { readonly type: 'renamed'; readonly id: string; readonly rev: number; readonly name: string }
  /** Something else than its content and its name is another. */
  | { readonly type: 'changed'; readonly id: string; readonly rev: number }
  | { readonly type: 'deleted'; readonly id: string };

/** What is written of a document. */
export interface ShelvedContent {
  /** In this browser the file as it was, compressed with gzip; in the cloud UTF-8. */
  readonly blob: Blob;
  /** Bytes of the text, not compressed. */
  readonly size: number;
  /** The language of the text. */
  readonly dialect: Dialect;
  /** The draft that the content is of. In this browser it learns of the save in the same transaction. */
  readonly draft?: SavedDraft | null;
  /** Of a new document; none where nothing is said. */
  readonly schema?: Schema;
}

/** A draft, part of which is saved. */
export interface SavedDraft {
  readonly id: string;
  /** The number of the write that made what is saved; `null` where that is not known. */
  readonly number: number | null;
}

/** Documents that are kept in one place. Every method may throw a CodedError with a sentence. */
export interface Shelf {
  /** A new document; without a name it gets one. */
  create(name: string | null, content: ShelvedContent): Promise<DocumentMeta>;
  /**
   * Writes a new content over revision `base`; over whatever there is where `base` is `null`.
   * @throws CodedError `conflict` where another revision is there, `missing` where none is
   */
  save(id: string, base: number | null, content: ShelvedContent, by: string): Promise<DocumentMeta>;
  /** @throws CodedError `missing`, and `conflict` on a shelf that looks at the revision */
  rename(id: string, name: string, base: number): Promise<DocumentMeta>;
  /** Says where its schema is. @throws CodedError as `rename` */
  setSchema(id: string, schema: Schema, base: number): Promise<DocumentMeta>;
  /** The document with its content, as it comes. Notes that it was viewed. @throws CodedError `missing` */
  load(id: string, signal?: AbortSignal): Promise<{ readonly meta: DocumentMeta; readonly content: Blob }>;
}

/** How those who write to a shelf tell the others: the panels of this tab, and other tabs. */
export class ShelfChannel {
  private readonly listeners = new Set<(event: ShelfEvent) => void>();
  private readonly channel: BroadcastChannel;

  constructor(name: string) {
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }: MessageEvent<ShelfEvent>) => this.hear(data);
  }

  /** Calls back for what happens to any document, here and in other tabs. */
  subscribe(listener: (event: ShelfEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tells the other tabs, and the panels of this one: two of them may show the same document. */
  tell(event: ShelfEvent): void {
    this.channel.postMessage(event);
    this.hear(event);
  }

  private hear(event: ShelfEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}
