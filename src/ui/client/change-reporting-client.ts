// A document client that reports every change of the text and accepts patches. The embed page passes the changes on to its
// host.
//
//   worker ── changed ──▶ follower          each change once, in the order of the revisions
//   worker dies, text restored in the next one ──▶ read ──▶ follower: one change that replaces the whole text

import type { DocumentEvent } from '../../shared/protocol/protocol.ts';
import type { PatchKind, ReportedChange } from '../../shared/protocol/reported-changes.ts';
import type { Revision } from '../../shared/units.ts';
import { Client, spawnDocumentWorker } from './worker-document-client.ts';
import type { FirstOpenTask, Task } from './document.ts';

/** A `ReportedChange` whose splices are known. */
export interface FollowedChange extends ReportedChange {
  readonly splices: NonNullable<ReportedChange['splices']>;
}

/** Receives the changes of a document. */
export interface Follower {
  /** Another document was opened; the state has its revision and size. */
  onOpened(): void;
  onChange(change: FollowedChange): void;
}

/** A document client that reports every change of the text. */
export class ChangeReportingClient extends Client {
  private follower: Follower | null = null;
  /** Changes up to this revision have been reported. */
  private known = 0;
  private size = 0;
  /** The changes that arrive while the text is read again; `null` at other times. */
  private missed: ReportedChange[] | null = null;

  constructor(spawn: () => Worker = spawnDocumentWorker) {
    super(spawn);
  }

  /** Reports every change from now on, and every document that is opened. Resolves once the worker sends its changes. */
  async subscribeChanges(follower: Follower): Promise<void> {
    this.known = await this.callWorker('follow', []);
    this.size = this.state.size;
    this.follower = follower;
  }

  override async open(content: Blob, task?: FirstOpenTask): Promise<void> {
    await super.open(content, task);
    // Set before the next message of the worker: a change that it reports belongs to this document.
    this.known = Math.max(this.known, this.state.revision);
    this.size = this.state.size;
    this.follower?.onOpened();
  }

  /**
   * Applies a patch as one undo step. Returns the revision, or `null` when the patch changes nothing.
   * @throws CodedError as `planPatch`
   */
  async patch(base: Revision, kind: PatchKind, content: Blob, task?: Task): Promise<Revision | null> {
    const splices = await this.callCancellable(task, (call) =>
      this.callWorker('planPatch', [call, base, kind, content]),
    );
    // An empty list of splices takes one word.
    if (splices.size <= Uint32Array.BYTES_PER_ELEMENT) return null;
    return (await this.applyPacked(base, splices, task)).revision;
  }

  protected override hear(event: DocumentEvent): void {
    if (event.type === 'changed') {
      // Changes of a replay have been reported before.
      if (!this.isRecovering) this.onChanged(event.change);
      return;
    }
    super.hear(event);
    if (event.type === 'resumed' && this.follower !== null) void this.readAgain().catch(() => undefined);
  }

  private onChanged(change: ReportedChange): void {
    if (change.revision <= this.known) return;
    if (this.missed !== null) {
      this.missed.push(change);
      return;
    }
    const { splices, revision } = change;
    if (splices === null) {
      void this.readAgain().catch(() => undefined);
      return;
    }
    this.pass({ revision, splices });
  }

  private pass(change: FollowedChange): void {
    this.known = change.revision;
    // A replacement worker continues from here, whether or not the state includes this revision yet.
    this.expect(change.revision);
    for (const { start, end, insert } of change.splices)
      this.size += (insert instanceof Blob ? insert.size : insert.length) - (end - start);
    this.follower?.onChange(change);
  }

  /** Reports the whole text as one change. */
  private async readAgain(): Promise<void> {
    this.missed ??= [];
    await this.callWorker('follow', []);
    const { text, revision } = await this.readVersion();
    const missed = this.missed ?? [];
    this.missed = null;
    // Whatever its revision: a large write that the worker reported before it died is not replayed.
    this.pass({ revision, splices: [{ start: 0, end: this.size, insert: text }] });
    for (const change of missed) this.onChanged(change);
  }
}
