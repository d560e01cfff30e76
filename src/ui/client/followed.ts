// A document whose changes are followed from outside, and that takes patches. The embed page tells its host of them.
//
//   worker ── changed ──▶ follower          each change once, in the order of the revisions
//   a worker dies; the next one has the text again ──▶ read ──▶ follower: what is read, in place of all there was

import type { DocumentEvent } from '../../shared/protocol/protocol.ts';
import type { PatchKind, ToldChange } from '../../shared/protocol/changes.ts';
import type { Revision } from '../../shared/units.ts';
import { Client, spawnDocumentWorker } from './connect.ts';
import type { FirstOpenTask, Task } from './document.ts';

/** A change, as `ToldChange`, of a text of which it is known how long it was. */
export interface FollowedChange extends ToldChange {
  readonly splices: NonNullable<ToldChange['splices']>;
}

/** Whoever follows a document. */
export interface Follower {
  /** Another document is there, with the revision and the size of the state. */
  onOpened(): void;
  onChange(change: FollowedChange): void;
}

/** A document client that tells of every change of the text. */
export class FollowedClient extends Client {
  private follower: Follower | null = null;
  /** Changes up to it are known. */
  private known = 0;
  private size = 0;
  /** Until the text was read again, changes are kept. */
  private missed: ToldChange[] | null = null;

  constructor(spawn: () => Worker = spawnDocumentWorker) {
    super(spawn);
  }

  /** Tells of every change from now on, and of every document that is opened. Resolves once that is so. */
  async followChanges(follower: Follower): Promise<void> {
    this.known = await this.ask('follow', []);
    this.size = this.state.size;
    this.follower = follower;
  }

  override async open(content: Blob, task?: FirstOpenTask): Promise<void> {
    await super.open(content, task);
    // Before the next message of the worker: a change that it tells of is one of this document.
    this.known = Math.max(this.known, this.state.revision);
    this.size = this.state.size;
    this.follower?.onOpened();
  }

  /** Carries a patch out, as one undo step. Answers the revision, or `null` where it changes nothing. @throws CodedError as `planPatch` */
  async patch(base: Revision, kind: PatchKind, content: Blob, task?: Task): Promise<Revision | null> {
    const splices = await this.long(task, (call) => this.ask('planPatch', [call, base, kind, content]));
    // A list of none is one word.
    if (splices.size <= Uint32Array.BYTES_PER_ELEMENT) return null;
    return (await this.applyPacked(base, splices, task)).revision;
  }

  protected override hear(event: DocumentEvent): void {
    if (event.type === 'changed') {
      // What a worker tells while it brings the document back is no news.
      if (!this.isRecovering) this.take(event.change);
      return;
    }
    super.hear(event);
    if (event.type === 'resumed' && this.follower !== null) void this.readAgain().catch(() => undefined);
  }

  private take(change: ToldChange): void {
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
    // A worker that takes this one's place goes on from here, whether or not the state tells of it yet.
    this.expect(change.revision);
    for (const { start, end, insert } of change.splices)
      this.size += (insert instanceof Blob ? insert.size : insert.length) - (end - start);
    this.follower?.onChange(change);
  }

  /** Tells the whole text as one change. */
  private async readAgain(): Promise<void> {
    this.missed ??= [];
    await this.ask('follow', []);
    const { text, revision } = await this.readVersion();
    const missed = this.missed ?? [];
    this.missed = null;
    // Whatever the revision: a large write that a worker has told of, and died over, is not carried out again.
    this.pass({ revision, splices: [{ start: 0, end: this.size, insert: text }] });
    for (const change of missed) this.take(change);
  }
}
