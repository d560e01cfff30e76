// The snapshots of documents that a job worker keeps, so that a further job on the same text costs only itself.

import type { SnapshotSlot } from '../../shared/protocol/jobs.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { compileEngine } from '../../engine/base/memory.ts';
import { receiveDocument } from '../common/handover.ts';

/** The snapshots of one job worker. */
export class Snapshots {
  private readonly module = compileEngine();
  private readonly documents = new Map<SnapshotSlot, JsonDocument>();
  private readonly listeners: (() => void)[] = [];

  /** Replaces a snapshot by the one received over `source`. @throws CodedError `refused` for one of another version, `too-large` */
  async keepSnapshot(slot: SnapshotSlot, source: MessagePort): Promise<void> {
    // The previous document, and what was made of it, is released first: two more would not fit into memory.
    this.documents.delete(slot);
    for (const listener of this.listeners) listener();
    this.documents.set(slot, await receiveDocument(this.module, source));
  }

  /** Returns a snapshot, which must have been received. */
  get(slot: SnapshotSlot = 'document'): JsonDocument {
    const document = this.documents.get(slot);
    if (document === undefined) throw new RangeError(`no snapshot for "${slot}", expected one before a job on it`);
    return document;
  }

  /** Calls `listener` before a snapshot is replaced, to release what was made of it. */
  onReplace(listener: () => void): void {
    this.listeners.push(listener);
  }
}
