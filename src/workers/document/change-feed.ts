// Reports every change of the text once a follower is registered. A change of a few splices is sent as these; one of many as
// the range that they cover; a document that was exchanged for another as all of its text. Long texts are sent as Blobs.
//
//   carryOut ──▶ note ──▶ wrote ──▶ tell                       splices, before the next write
//   show ──────▶ noteExchange ──────────────▶ finish           a whole text, before the next write, with reads in between

import type { DocumentEvent } from '../../shared/protocol/protocol.ts';
import type { ReportedSplice } from '../../shared/protocol/reported-changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { Revision } from '../../shared/units.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { FollowedValues } from './followed-values.ts';
import { PackedStrings } from './packed-strings.ts';
import type { Runner } from './runner.ts';

/** More splices than this are sent as one. */
const MANY_SPLICES = 1000;
/** Inserts longer than this, in bytes, are sent as Blobs. */
const LONG_BYTES = 16 * 1024;
/** Bytes per piece when a whole text is copied. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** The changes of one document, for its followers. */
export class ChangeFeed {
  readonly values = new FollowedValues();
  readonly strings = new PackedStrings();
  /** The size of the document that was exchanged, until this is reported; `null` when none was. */
  private exchangedBytes: number | null = null;
  private isFollowed = false;
  private pending: readonly ReportedSplice[] | null = null;

  constructor(
    private readonly send: (event: DocumentEvent) => void,
    private readonly runner: Runner,
  ) {}

  /** Reports every change from now on. */
  subscribe(): void {
    this.isFollowed = true;
    this.pending = null;
    this.exchangedBytes = null;
  }

  /** Drops what was noted: it belongs to a document that was newly opened, and is not a change. */
  forget(): void {
    this.pending = null;
    this.exchangedBytes = null;
    this.values.forget();
    this.strings.forget();
  }

  /** Called before splices are applied: applying them may detach their inserts. */
  beforeApply(splices: readonly Splice[], document: JsonDocument): void {
    this.values.beforeApply(splices, document);
    this.strings.beforeApply(splices);
    if (!this.isFollowed) return;
    this.pending =
      splices.length > MANY_SPLICES
        ? []
        : splices.map(({ start, end, insert }) => ({ start, end, insert: toldInsert(insert) }));
  }

  /** Called after splices were applied: if there are too many, they are reported as the one range that they have changed. */
  afterApply(splices: readonly Splice[], written: () => Uint8Array): void {
    const [first] = splices;
    const last = splices.at(-1);
    if (!this.isFollowed || splices.length <= MANY_SPLICES || first === undefined || last === undefined) return;
    this.pending = [{ start: first.start, end: last.end, insert: toldInsert(written()) }];
  }

  /** Called when another text replaces that of a document. */
  beforeExchange(document: JsonDocument, next: JsonDocument): void {
    this.values.beforeExchange(document, next);
    this.strings.beforeExchange(document, next);
    if (this.isFollowed) this.exchangedBytes ??= document.size;
  }

  /** Reports what was noted. */
  report(revision: Revision): void {
    const { pending } = this;
    this.pending = null;
    if (pending !== null && pending.length > 0) this.send({ type: 'changed', change: { revision, splices: pending } });
  }

  /** Called when a write is done: reports the text of a document that replaced another one, before the next write. */
  async finish({ memory, size }: JsonDocument, revision: Revision): Promise<void> {
    const end = this.exchangedBytes;
    if (end === null) return;
    this.exchangedBytes = null;
    let splices: ReportedSplice[] | null = null;
    try {
      const parts: Blob[] = [];
      for (let start = 0; start < size; start += PIECE_BYTES) {
        parts.push(new Blob([memory.text(start, Math.min(size, start + PIECE_BYTES)) as Uint8Array<ArrayBuffer>]));
        await this.runner.rest();
      }
      splices = [{ start: 0, end, insert: new Blob(parts) }];
    } catch {
      // There is no memory for a copy: followers have to request the text.
    }
    this.send({ type: 'changed', change: { revision, splices } });
  }
}

function toldInsert(insert: Uint8Array): Uint8Array<ArrayBuffer> | Blob {
  // A view would be sent with its whole underlying buffer.
  const own = insert.slice();
  return own.length > LONG_BYTES ? new Blob([own]) : own;
}
