// Sends the user's changes to the document. Each is sent immediately, based on the revision that the previous one will have
// made, without waiting for a reply. The reply `stale` means that something else wrote in between, and the window no longer
// shows what the document holds. A worker that dies while changes are pending is replaced, and the changes are replayed
// (`client/journal.ts`).

import { hasCode } from '../../../shared/errors.ts';
import type { EditResult, UndoStep } from '../../../shared/protocol/protocol.ts';
import { lengthDelta } from '../../../shared/document/changes.ts';
import type { Splice } from '../../../shared/document/splice.ts';
import { asByte, type Revision } from '../../../shared/units.ts';
import type { DocumentClient } from '../../client/document.ts';
import { waitForState } from '../../client/wait-for-state.ts';
import type { TextModel } from '../editor/editor.ts';

/** Reports what happens to sent changes. */
export interface TypingEvents {
  /** A change has been sent. */
  onSent(base: Revision, splices: readonly Splice[]): void;
  /** The document has rejected a change and all that were sent after it: it must be read again. */
  onRefused(error: unknown): void;
  /** All changes have been replied to. */
  onSettled(): void;
}

/** The pending changes of one editor. */
export class Typing {
  private waiting = 0;

  constructor(
    private readonly client: DocumentClient,
    private readonly events: TypingEvents,
  ) {}

  /** Whether every change has been replied to. */
  get isSettled(): boolean {
    return this.waiting === 0;
  }

  /** Sends one change. Returns `null` if it was rejected, after notifying `events`. */
  async send(base: Revision, splices: readonly Splice[], step: UndoStep): Promise<EditResult | null> {
    this.waiting += 1;
    this.events.onSent(base, splices);
    try {
      return await this.client.apply(base, splices, step);
    } catch (error) {
      if (hasCode(error, 'worker-died') && (await this.isBack())) return this.arrived(splices);
      this.events.onRefused(error);
      return null;
    } finally {
      this.waiting -= 1;
      if (this.waiting === 0) this.events.onSettled();
    }
  }

  /**
   * Waits for the recovery of a document whose worker died during a change. Returns whether it succeeded; it then includes the
   * change.
   */
  private async isBack(): Promise<boolean> {
    const { client } = this;
    if (!client.isRecovering) return false;
    await waitForState(client, () => !client.isRecovering);
    return client.state.phase === 'ready';
  }

  private arrived(splices: readonly Splice[]): EditResult {
    const [first, last] = [splices[0], splices.at(-1)];
    const changed = first && last && { start: first.start, end: asByte(last.end + lengthDelta(splices)) };
    return { revision: this.client.state.revision, changed: changed ?? null, rows: [], selection: null };
  }
}

/**
 * Tracks where the editor ends undo steps: before a caret moves, between typing and deleting, around a paste, and not within
 * the composition of an input method. The document's steps end there too.
 */
export class UndoStops {
  private hasStopped = true;
  private source: 'paste' | 'cut' | null = null;

  constructor(model: TextModel) {
    // There is no event for it.
    const push = model.pushStackElement.bind(model);
    model.pushStackElement = () => {
      this.hasStopped = true;
      push();
    };
  }

  /** Ends the step, regardless of the editor. */
  stop(): void {
    this.hasStopped = true;
  }

  /** Runs what makes the editor paste or cut: its change is a step of its own, with that name. */
  during(source: 'paste' | 'cut', act: () => void): void {
    this.source = source;
    act();
    this.source = null;
  }

  /** The same for what happens until the end of the event. */
  begin(source: 'paste' | 'cut'): void {
    this.source = source;
    setTimeout(() => (this.source = null), 0);
  }

  /** Whether the latest change of the editor begins or continues an undo step. Call once per change. */
  take(): UndoStep {
    if (this.source !== null) {
      this.hasStopped = true;
      return this.source;
    }
    const step = this.hasStopped ? 'begins' : 'continues';
    this.hasStopped = false;
    return step;
  }
}
