// Reads windows, one at a time. A new read replaces the one in progress, unless its purpose ranks lower. In ascending order: a
// move, which extends the margins; a drag of the scrollbar; and a jump of the caret, for which keys wait.

import { hasCode } from '../../../shared/errors.ts';
import type { TextRequest, TextWindow } from '../../../shared/protocol/textview.ts';
import { Latest } from '../../async/latest.ts';
import type { DocumentClient } from '../../client/document.ts';

/** Why a window is read. */
export type ReadPurpose = 'move' | 'drag' | 'jump';

const RANK: Record<ReadPurpose, number> = { move: 0, drag: 1, jump: 2 };

/** Decides what happens with a window that was read. */
export interface ReaderEvents {
  /** Whether this window lacks changes that were already made, and has to be read again. */
  isBehind(window: TextWindow): boolean;
  /** Resolves when another window may be shown; `null` if it may be now. */
  untilStill(): Promise<void> | null;
  /** No window is being read any more. */
  onIdle(): void;
  onError(error: unknown): void;
}

/** The reads of one view. */
export class ReadWindow {
  private ticket = 0;
  private purpose: ReadPurpose | null = null;
  private readonly reads = new Latest();

  constructor(
    private readonly client: DocumentClient,
    private readonly events: ReaderEvents,
  ) {}

  /** The purpose of the read in progress; `null` if there is none. */
  get pending(): ReadPurpose | null {
    return this.purpose;
  }

  /**
   * Reads the requested window, again as long as the result is behind, and passes it to `show` unless a later read has taken
   * over.
   */
  async read(purpose: ReadPurpose, request: () => TextRequest, show: (window: TextWindow) => void): Promise<void> {
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

  /** Reads until a window can be shown. Returns `null` if a later read has taken over. */
  private async readFresh(ticket: number, request: () => TextRequest): Promise<TextWindow | null> {
    while (ticket === this.ticket) {
      const text = request();
      const window = await this.reads
        .run(() => this.client.readText(text))
        .catch((error: unknown) => {
          // The window is still needed once there is another worker.
          if (hasCode(error, 'worker-died') && this.client.isRecovering) return null;
          throw error;
        });
      if (ticket !== this.ticket || window === null) continue;
      const still = this.events.untilStill();
      if (still === null && !this.events.isBehind(window)) return window;
      await still;
    }
    return null;
  }

  /** Takes the turn without reading, for a jump whose target is not known yet. Returns its ticket. */
  hold(purpose: ReadPurpose): number {
    this.purpose = purpose;
    return (this.ticket += 1);
  }

  /** Ends a turn, unless a later one was taken. */
  free(ticket: number): void {
    if (ticket !== this.ticket) return;
    this.purpose = null;
    this.events.onIdle();
  }

  /** Abandons the read in progress, unless it is a jump of the caret. */
  giveUp(): void {
    if (this.purpose === 'move' || this.purpose === 'drag') this.free(this.hold(this.purpose));
  }

  /** Discards the read in progress. */
  stop(): void {
    this.ticket += 1;
    this.purpose = null;
  }
}
