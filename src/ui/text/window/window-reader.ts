// Reads windows, one at a time, the newest only. What is being read gives way to what comes later, but not
// to what matters less: a move (the margins are to be filled), a drag of the scrollbar, a jump of the caret,
// which keys wait for.

import { hasCode } from '../../../shared/errors.ts';
import type { TextRequest, TextWindow } from '../../../shared/protocol/textview.ts';
import type { DocumentClient } from '../../client/document.ts';

/** Why a window is read. */
export type Purpose = 'move' | 'drag' | 'jump';

const RANK: Record<Purpose, number> = { move: 0, drag: 1, jump: 2 };

/** Decides what becomes of an answer. */
export interface ReaderEvents {
  /** Whether this window lacks changes that were made: it is read again. */
  isBehind(window: TextWindow): boolean;
  /** Resolves once another window may be shown; `null` at once. */
  untilStill(): Promise<void> | null;
  /** Nothing is being read any more. */
  onIdle(): void;
  onError(error: unknown): void;
}

/** The pending read of one view. */
export class Reader {
  private ticket = 0;
  private purpose: Purpose | null = null;

  constructor(
    private readonly client: DocumentClient,
    private readonly events: ReaderEvents,
  ) {}

  /** What is being read for, if anything. */
  get pending(): Purpose | null {
    return this.purpose;
  }

  /** Reads what `request` says, and again while the answer is behind; hands over the newest read's answer. */
  async read(purpose: Purpose, request: () => TextRequest, show: (window: TextWindow) => void): Promise<void> {
    if (this.purpose !== null && RANK[purpose] < RANK[this.purpose]) return;
    const ticket = this.hold(purpose);
    try {
      const window = await this.readFresh(ticket, request);
      if (window !== null) show(window);
    } catch (error) {
      if (ticket === this.ticket) this.events.onError(error);
    }
    this.free(ticket);
  }

  /** Reads until a window can be shown; `null` when a later read has taken over. */
  private async readFresh(ticket: number, request: () => TextRequest): Promise<TextWindow | null> {
    while (ticket === this.ticket) {
      const window = await this.client.readText(request()).catch((error: unknown) => {
        // Overtaken by another reader of the document, or by the death of its worker: it is still waited for.
        if (hasCode(error, 'superseded') || (hasCode(error, 'worker-died') && this.client.isRecovering)) return null;
        throw error;
      });
      if (ticket !== this.ticket || window === null) continue;
      const still = this.events.untilStill();
      if (still === null && !this.events.isBehind(window)) return window;
      await still;
    }
    return null;
  }

  /** Takes the turn without reading, for a jump whose place is not known yet. */
  hold(purpose: Purpose): number {
    this.purpose = purpose;
    return (this.ticket += 1);
  }

  /** Gives a turn back, unless a later one was taken. */
  free(ticket: number): void {
    if (ticket !== this.ticket) return;
    this.purpose = null;
    this.events.onIdle();
  }

  /** Does without what is being read, unless the caret is on its way. */
  giveUp(): void {
    if (this.purpose === 'move' || this.purpose === 'drag') this.free(this.hold(this.purpose));
  }

  /** Lets no answer through any more. */
  stop(): void {
    this.ticket += 1;
    this.purpose = null;
  }
}
