// Runs long work in a worker, about 10 ms at a time, and lets pending messages be handled in between. Reports progress; a
// cancellation ends the work at its next step.

import { cancelled } from '../../shared/errors.ts';
import type { DocumentEvent } from '../../shared/protocol/protocol.ts';
import type { CallId } from '../../shared/protocol/reply.ts';
import { Pause, Slices } from '../common/slices.ts';
import type { Progress, Work } from '../../engine/base/work.ts';

const SLICE_MS = 10;
const PROGRESS_MS = 50;

/** Runs the long calls of one session. */
export class Runner {
  private readonly pause = new Pause();
  private readonly cancelled = new Set<CallId>();
  private readonly running = new Set<CallId>();

  constructor(private readonly send: (event: DocumentEvent) => void) {}

  /** Cancels a call at its next step. A call that is no longer running is ignored. */
  cancel(call: CallId): void {
    if (this.running.has(call)) this.cancelled.add(call);
  }

  /** Runs a call that reports progress and can be cancelled, made of several pieces of work. */
  async call<T>(call: CallId, body: (step: RunnerStep) => Promise<T>): Promise<T> {
    this.running.add(call);
    try {
      return await body(new RunnerStep(call, this.pause, this.cancelled, this.send));
    } finally {
      this.running.delete(call);
      this.cancelled.delete(call);
    }
  }

  /** Lets pending messages be handled first. */
  rest(): Promise<void> {
    return this.pause.now();
  }

  /** Runs work in the background until `stopped` returns true. Returns whether it ran to its end. */
  async background(work: Work<void>, stopped: () => boolean): Promise<boolean> {
    const finished = await this.advance(work, stopped);
    if (!finished) work.return();
    return finished;
  }

  /** The same, but stopped work can be resumed later. */
  async advance(work: Work<unknown>, stopped: () => boolean): Promise<boolean> {
    const slices = new Slices(this.pause, SLICE_MS);
    while (work.next().done !== true) {
      if (!slices.isOver) continue;
      await slices.next();
      if (stopped()) return false;
    }
    return true;
  }
}

/** Progress and cancellation of one call: runs its work in slices. */
export class RunnerStep {
  private reportedAt = performance.now();
  private readonly slices: Slices;

  constructor(
    private readonly id: CallId,
    pause: Pause,
    private readonly ended: ReadonlySet<CallId>,
    private readonly send: (event: DocumentEvent) => void,
  ) {
    this.slices = new Slices(pause, SLICE_MS);
  }

  /**
   * Runs work to its end. `goOn` is called between its steps, where a write may have changed what it reads; it throws to end it.
   * @throws CodedError `cancelled`
   */
  async run<T>(work: Work<T>, goOn?: () => void): Promise<T> {
    try {
      for (;;) {
        const step = work.next();
        if (step.done === true) return step.value;
        await this.breathe(step.value);
        goOn?.();
      }
    } finally {
      work.return(undefined as never);
    }
  }

  /**
   * Called between two pieces of work: reports progress, and pauses when the slice is used up.
   * @throws CodedError `cancelled`
   */
  async breathe(progress: Progress): Promise<void> {
    if (this.slices.isOver) {
      const now = performance.now();
      if (now - this.reportedAt >= PROGRESS_MS) {
        this.reportedAt = now;
        this.send({ type: 'progress', call: this.id, ...progress });
      }
      await this.slices.next();
    }
    this.check();
  }

  /** @throws CodedError `cancelled` */
  check(): void {
    if (this.ended.has(this.id)) throw cancelled();
  }
}
