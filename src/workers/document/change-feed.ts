// Tells of every change of the text, once somebody follows it. A change of a few splices is told as those; one of many as the range
// that they are in; a document that was exchanged for another one as all of it. Long texts are told as Blobs.
//
//   carryOut ──▶ note ──▶ wrote ──▶ tell                       splices, before the next write
//   show ──────▶ noteExchange ──────────────▶ finish           a whole text, before the next write, with reads in between

import type { DocumentEvent } from '../../shared/protocol/protocol.ts';
import type { ToldSplice } from '../../shared/protocol/changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { Revision } from '../../shared/units.ts';
import type { JsonDocument } from '../engine/document/document.ts';
import type { Runner } from './runner.ts';

/** More splices are told as one. */
const MANY_SPLICES = 1000;
/** A longer insert is told as a Blob, in bytes. */
const LONG_BYTES = 16 * 1024;
/** A whole text is copied in pieces of so many bytes. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** The changes of one document, for whoever follows them. */
export class ChangeFeed {
  /** The size of the document that was exchanged and is not told of yet; `null` where none was. */
  private exchangedBytes: number | null = null;
  private isFollowed = false;
  private pending: readonly ToldSplice[] | null = null;

  constructor(
    private readonly send: (event: DocumentEvent) => void,
    private readonly runner: Runner,
  ) {}

  /** Tells of every change from now on. */
  follow(): void {
    this.isFollowed = true;
    this.forget();
  }

  /** What was noted belongs to a document that was opened anew, and is no change. */
  forget(): void {
    this.pending = null;
    this.exchangedBytes = null;
  }

  /** Splices are about to be carried out: applying them may take their inserts away. */
  note(splices: readonly Splice[]): void {
    if (!this.isFollowed) return;
    this.pending =
      splices.length > MANY_SPLICES
        ? []
        : splices.map(({ start, end, insert }) => ({ start, end, insert: toldInsert(insert) }));
  }

  /** They were carried out: those that were too many are told as the one range that they have changed. */
  noted(splices: readonly Splice[], written: () => Uint8Array): void {
    const [first] = splices;
    const last = splices.at(-1);
    if (!this.isFollowed || splices.length <= MANY_SPLICES || first === undefined || last === undefined) return;
    this.pending = [{ start: first.start, end: last.end, insert: toldInsert(written()) }];
  }

  /** Another document takes the place of one of so many bytes. */
  noteExchange(bytes: number): void {
    if (this.isFollowed) this.exchangedBytes ??= bytes;
  }

  /** Tells what was noted. */
  tell(revision: Revision): void {
    const { pending } = this;
    this.pending = null;
    if (pending !== null && pending.length > 0) this.send({ type: 'changed', change: { revision, splices: pending } });
  }

  /** A write is done: tells the text of a document that took another one's place, before the next write. */
  async finish({ memory, size }: JsonDocument, revision: Revision): Promise<void> {
    const end = this.exchangedBytes;
    if (end === null) return;
    this.exchangedBytes = null;
    let splices: ToldSplice[] | null = null;
    try {
      const parts: Blob[] = [];
      for (let start = 0; start < size; start += PIECE_BYTES) {
        parts.push(new Blob([memory.text(start, Math.min(size, start + PIECE_BYTES)) as Uint8Array<ArrayBuffer>]));
        await this.runner.rest();
      }
      splices = [{ start: 0, end, insert: new Blob(parts) }];
    } catch {
      // There is no room for a copy: whoever follows has to ask for the text.
    }
    this.send({ type: 'changed', change: { revision, splices } });
  }
}

function toldInsert(insert: Uint8Array): Uint8Array<ArrayBuffer> | Blob {
  // A view would be sent with all of the buffer below it.
  const own = insert.slice();
  return own.length > LONG_BYTES ? new Blob([own]) : own;
}
