// Defers worker messages until the frame that shows the last keystroke is painted.

import { afterFrame, MAX_FRAME_MS } from '../browser/painted-frame.ts';

/** Callbacks deferred until a pending frame is painted. */
export class PaintDeferral {
  private waiting: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** Starts deferring: the next frame shows a change. */
  expect(): void {
    if (this.timer !== null || document.visibilityState === 'hidden') return;
    const timer = setTimeout(() => this.end(), MAX_FRAME_MS);
    this.timer = timer;
    afterFrame(() => {
      if (this.timer === timer) this.end();
    });
  }

  /** Calls back once the pending frame is painted, in call order; immediately when no frame is pending. */
  after(act: () => void): void {
    if (this.timer === null) act();
    else this.waiting.push(act);
  }

  /** Stops waiting and runs the deferred callbacks. */
  end(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    for (const act of this.waiting.splice(0)) {
      try {
        act();
      } catch (error) {
        // An error in one callback must not prevent the callbacks after it.
        reportError(error);
      }
    }
  }
}
