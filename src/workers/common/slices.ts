// Divides the time of a worker between long work and incoming messages: work runs for one slice, then the pending messages are
// handled.

import type { Progress, Work } from '../../engine/base/work.ts';

/** Lets pending messages be handled first. Posting a message to ourselves is faster than a timer, which takes at least 4 ms. */
export class Pause {
  private readonly channel = new MessageChannel();
  private waiting: (() => void)[] = [];

  constructor() {
    this.channel.port1.onmessage = () => this.waiting.shift()?.();
  }

  now(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.channel.port2.postMessage(null);
    });
  }
}

/** The slices of one task, which may run several pieces of work one after the other. */
export class Slices {
  private endsAt: number;

  /** `lengthMs` is the length of a slice, or a function that returns it at the start of each slice. */
  constructor(
    private readonly pause: Pause,
    private readonly lengthMs: number | (() => number),
  ) {
    this.endsAt = this.nextEnd();
  }

  /** Whether the slice is used up, so that pending messages should be handled. */
  get isOver(): boolean {
    return performance.now() >= this.endsAt;
  }

  /** Lets pending messages be handled; the next slice begins after them. */
  async next(): Promise<void> {
    await this.pause.now();
    this.endsAt = this.nextEnd();
  }

  /**
   * Runs work to its end. `onStep` is called after each of the work's own steps; `goOn` is called between two slices and may
   * throw, which ends the work.
   */
  async run<T>(work: Work<T>, goOn: () => void, onStep?: (progress: Progress) => void): Promise<T> {
    try {
      for (;;) {
        const step = work.next();
        if (step.done === true) return step.value;
        onStep?.(step.value);
        if (!this.isOver) continue;
        await this.next();
        goOn();
      }
    } finally {
      // Work that ends early restores its state.
      work.return(undefined as never);
    }
  }

  private nextEnd(): number {
    return performance.now() + (typeof this.lengthMs === 'number' ? this.lengthMs : this.lengthMs());
  }
}
