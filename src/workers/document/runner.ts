// Drives long work in a worker: about 10 ms at a time, with the messages that came in meanwhile answered
// in between. Progress goes out, a cancel ends the work at its next step.

import { cancelled } from '../../shared/errors.ts';
import type { DocumentEvent } from '../../shared/protocol/protocol.ts';
import type { CallId } from '../../shared/protocol/reply.ts';
import type { Progress, Work } from '../engine/base/work.ts';

const SLICE_MS = 10;
const PROGRESS_MS = 50;

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

/** Runs the long calls of one session. */
export class Runner {
  private readonly pause = new Pause();
  private readonly cancelled = new Set<CallId>();
  private readonly running = new Set<CallId>();

  constructor(private readonly send: (event: DocumentEvent) => void) {}

  /** Ends a call at its next step. A call that is not running any more is left alone. */
  cancel(call: CallId): void {
    if (this.running.has(call)) this.cancelled.add(call);
  }

  /** A call that reports and can be cancelled, made of several pieces of work. */
  async call<T>(call: CallId, body: (step: Step) => Promise<T>): Promise<T> {
    this.running.add(call);
    try {
      return await body(new Step(call, this.pause, this.cancelled, this.send));
    } finally {
      this.running.delete(call);
      this.cancelled.delete(call);
    }
  }

  /** Lets what waits be handled first. */
  rest(): Promise<void> {
    return this.pause.now();
  }

  /** Work in the background, until `stopped` says otherwise. Answers whether it came to its end. */
  async background(work: Work<void>, stopped: () => boolean): Promise<boolean> {
    const finished = await this.advance(work, stopped);
    if (!finished) work.return();
    return finished;
  }

  /** The same, but work that was stopped can still be gone on with. */
  async advance(work: Work<unknown>, stopped: () => boolean): Promise<boolean> {
    for (;;) {
      const until = performance.now() + SLICE_MS;
      do {
        if (work.next().done === true) return true;
      } while (performance.now() < until);
      await this.pause.now();
      if (stopped()) return false;
    }
  }
}

/** The hands of one call: runs its work and checks for a cancel. */
export class Step {
  private reportedAt = performance.now();
  private sliceEnd = performance.now() + SLICE_MS;

  constructor(
    private readonly id: CallId,
    private readonly pause: Pause,
    private readonly ended: ReadonlySet<CallId>,
    private readonly send: (event: DocumentEvent) => void,
  ) {}

  /** Runs work to its end. @throws CodedError `cancelled` */
  async run<T>(work: Work<T>): Promise<T> {
    try {
      for (;;) {
        const step = work.next();
        if (step.done === true) return step.value;
        await this.breathe(step.value);
      }
    } finally {
      work.return(undefined as never);
    }
  }

  /** Between two pieces of work: reports, and lets others in when the slice is used up. @throws CodedError `cancelled` */
  async breathe(progress: Progress): Promise<void> {
    const now = performance.now();
    if (now >= this.sliceEnd) {
      if (now - this.reportedAt >= PROGRESS_MS) {
        this.reportedAt = now;
        this.send({ type: 'progress', call: this.id, ...progress });
      }
      await this.pause.now();
      this.sliceEnd = performance.now() + SLICE_MS;
    }
    this.check();
  }

  /** @throws CodedError `cancelled` */
  check(): void {
    if (this.ended.has(this.id)) throw cancelled();
  }
}
