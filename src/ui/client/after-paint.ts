// The frame that shows what was typed comes before all else: what a worker says meanwhile waits until it is painted.

import { afterFrame, LONGEST_FRAME_MS } from '../frames.ts';

/** What waits for a frame that is on its way. */
export class Painting {
  private waiting: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** Something was changed that the next frame shows. */
  expect(): void {
    if (this.timer !== null || document.visibilityState === 'hidden') return;
    const timer = setTimeout(() => this.end(), LONGEST_FRAME_MS);
    this.timer = timer;
    afterFrame(() => {
      if (this.timer === timer) this.end();
    });
  }

  /** Acts once the frame is painted, in the order of the calls; at once where none is waited for. */
  after(act: () => void): void {
    if (this.timer === null) act();
    else this.waiting.push(act);
  }

  /** Waits no longer. */
  end(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    for (const act of this.waiting.splice(0)) {
      try {
        act();
      } catch (error) {
        // Of one alone: what waits behind it is none of its business.
        reportError(error);
      }
    }
  }
}
