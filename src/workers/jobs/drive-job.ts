// Runs long work in a job worker. Pending messages are handled between two slices; any message over the port of a call ends its
// work.

import { cancelled } from '../../shared/errors.ts';
import { Pause, Slices } from '../common/slices.ts';
import type { Progress, Work } from '../../engine/base/work.ts';

/** Length of a slice, and the interval at which progress is reported. */
const SLICE_MS = 16;
const PROGRESS_MS = 50;

/** Runs the long work of one job worker. */
export class JobDriver {
  private readonly pause = new Pause();

  /**
   * Runs work to its end, or until a message over `port` cancels it. `onSlice` is called after each of the work's own slices.
   */
  run<T>(work: Work<T>, port: MessagePort, onSlice: (progress: Progress) => void): Promise<T> {
    let stopped = false;
    port.onmessage = () => (stopped = true);
    const check = (): void => {
      if (stopped) throw cancelled();
    };
    return new Slices(this.pause, SLICE_MS).run(work, check, onSlice);
  }

  /** The same, with progress sent over the port as `[done, total]`. */
  report<T>(work: Work<T>, port: MessagePort): Promise<T> {
    let toldAt = performance.now();
    return this.run(work, port, ({ done, total }) => {
      const now = performance.now();
      if (now - toldAt < PROGRESS_MS) return;
      toldAt = now;
      port.postMessage([done, total]);
    });
  }
}
