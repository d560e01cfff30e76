// Divides the time of a worker between long work and the messages that come meanwhile: work goes on for one slice, then
// the messages that wait are handled.

import type { Progress, Work } from '../engine/base/work.ts';

/** Lets the messages that wait be handled first. A message of our own is faster than a timer's 4 ms. */
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

  /** `lengthMs`: how long a slice is, or what answers that at its start. */
  constructor(
    private readonly pause: Pause,
    private readonly lengthMs: number | (() => number),
  ) {
    this.endsAt = this.nextEnd();
  }

  /** Whether the slice is used up, so that messages should be let in. */
  get isOver(): boolean {
    return performance.now() >= this.endsAt;
  }

  /** Lets the messages that wait be handled; the next slice begins behind them. */
  async next(): Promise<void> {
    await this.pause.now();
    this.endsAt = this.nextEnd();
  }

  /**
   * Runs work to its end. `onStep` hears of each of its own steps; `goOn` is called between two slices and may throw,
   * which ends the work.
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
      // What ended early puts things back.
      work.return(undefined as never);
    }
  }

  private nextEnd(): number {
    return performance.now() + (typeof this.lengthMs === 'number' ? this.lengthMs : this.lengthMs());
  }
}
