// A person's changes on their way to the document. They are sent at once, each for the revision that the
// one before it will have made: nothing waits for an answer. An answer `stale` means that somebody else
// wrote in between; then what the window shows is no longer what the document holds. A worker that dies over changes is
// followed by another one, which is given them again (`client/journal.ts`).

import { hasCode } from '../../../shared/errors.ts';
import type { EditResult, UndoStep } from '../../../shared/protocol/protocol.ts';
import { lengthDelta, type Splice } from '../../../shared/document/splice.ts';
import { asByte, type Revision } from '../../../shared/units.ts';
import type { DocumentClient } from '../../client/document.ts';
import { until } from '../../client/wait-for-state.ts';
import type { TextModel } from '../editor.ts';

/** What becomes of a sent change. */
export interface TypingEvents {
  /** A change is sent. */
  onSent(base: Revision, splices: readonly Splice[]): void;
  /** The document refused a change, and with it all that were sent behind it: read it again. */
  onRefused(error: unknown): void;
  /** All changes are answered. */
  onSettled(): void;
}

/** The changes of one editor that are not answered yet. */
export class Typing {
  private waiting = 0;

  constructor(
    private readonly client: DocumentClient,
    private readonly events: TypingEvents,
  ) {}

  /** Whether every change was answered. */
  get isSettled(): boolean {
    return this.waiting === 0;
  }

  /** Sends one change; answers `null` when it was refused, which `events` were told. */
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

  /** Waits until a document is back whose worker died over a change: it is brought back with the change. */
  private async isBack(): Promise<boolean> {
    const { client } = this;
    if (!client.isRecovering) return false;
    await until(client, () => !client.isRecovering);
    return client.state.phase === 'ready';
  }

  private arrived(splices: readonly Splice[]): EditResult {
    const [first, last] = [splices[0], splices.at(-1)];
    const changed = first && last && { start: first.start, end: asByte(last.end + lengthDelta(splices)) };
    return { revision: this.client.state.revision, changed: changed ?? null, rows: [], selection: null };
  }
}

/**
 * Notes where the editor ends an undo step: before a caret moves, between typing and deleting, around what is pasted, and not
 * inside of what an input method composes. The document's steps end there too.
 */
export class UndoStops {
  private hasStopped = true;

  constructor(model: TextModel) {
    // No event tells of it.
    const push = model.pushStackElement.bind(model);
    model.pushStackElement = () => {
      this.hasStopped = true;
      push();
    };
  }

  /** Ends the step, whatever the editor does. */
  stop(): void {
    this.hasStopped = true;
  }

  /** What the change that the editor has just made is to the steps. */
  take(): UndoStep {
    const step = this.hasStopped ? 'begins' : 'continues';
    this.hasStopped = false;
    return step;
  }
}
