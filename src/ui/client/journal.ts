// What brings a document back when its worker dies: the Blob it was opened from, and the writes since, in
// order. A Blob costs the page no memory: the browser keeps it, or it is the file itself.

import type { LineRequest } from '../../shared/linecommand.ts';
import type { EditIntent, FormatOptions, Selection, Source } from '../../shared/protocol.ts';
import type { Splice } from '../../shared/splice.ts';

/** A write that the worker has carried out, or was about to. */
export type Write =
  | { readonly type: 'replace'; readonly source: Source }
  | { readonly type: 'apply'; readonly splices: readonly Splice[]; readonly typing: boolean }
  | { readonly type: 'packed'; readonly splices: Blob }
  | { readonly type: 'edit'; readonly intent: EditIntent; readonly joins: boolean }
  | { readonly type: 'lines'; readonly request: LineRequest }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'format'; readonly options: FormatOptions; readonly spans: Selection | null };

/** Is told of every change of a journal. */
export interface JournalSink {
  /** The document is this content now: opened, or read anew. */
  start(base: Source): void;
  add(write: Write): void;
  remove(write: Write): void;
}

/** Above this the writes are worth a new base. */
const MANY_WRITES = 2000;
const MANY_BYTES = 32 * 1024 * 1024;

/** The writes of one document since its base. */
export class Journal {
  /** `null` before anything was opened: the document starts empty. */
  base: Source | null = null;
  /** Is told too. */
  sink: JournalSink | null = null;
  private list: Write[] = [];
  private bytes = 0;

  get writes(): readonly Write[] {
    return this.list;
  }

  /** Whether it is time to read the document and call `start` with that. */
  get isLong(): boolean {
    return this.list.length > MANY_WRITES || this.bytes > MANY_BYTES;
  }

  /** Begins anew. */
  start(base: Source): void {
    this.base = base;
    this.list = [];
    this.bytes = 0;
    this.sink?.start(base);
  }

  add(write: Write): void {
    this.list.push(write);
    this.sink?.add(write);
    if (write.type === 'apply') for (const { insert } of write.splices) this.bytes += insert.length;
    if (write.type === 'edit' && 'json' in write.intent) this.bytes += write.intent.json.length;
  }

  /** Takes a write out again that the worker refused. */
  remove(write: Write): void {
    this.list = this.list.filter((other) => other !== write);
    this.sink?.remove(write);
  }
}
