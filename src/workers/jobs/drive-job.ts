// Drives long work in a job worker. Between two slices the messages that wait are let in: any message over the port of
// a call ends it.

import { cancelled } from '../../shared/errors.ts';
import type { Progress, Work } from '../engine/base/work.ts';
import { Pause } from '../document/runner.ts';

/** How long work goes on before messages are let in, and how often progress is told. */
const SLICE_MS = 16;
const PROGRESS_MS = 50;

/** Runs work to its end; between two slices it lets messages in, and `go` may throw there. */
export async function drive<T>(
  work: Work<T>,
  pause: Pause,
  onSlice: (progress: Progress) => void,
  go: () => void,
): Promise<T> {
  let until = performance.now() + SLICE_MS;
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    onSlice(step.value);
    if (performance.now() < until) continue;
    await pause.now();
    go();
    until = performance.now() + SLICE_MS;
  }
}

/** Runs the long work of one job worker. */
export class Driver {
  private readonly pause = new Pause();

  /** Runs work to its end, or to where a message over `port` ends it; `onSlice` is called after each slice of the work's own. */
  run<T>(work: Work<T>, port: MessagePort, onSlice: (progress: Progress) => void): Promise<T> {
    let stopped = false;
    port.onmessage = () => (stopped = true);
    return drive(work, this.pause, onSlice, () => {
      if (stopped) throw cancelled();
    });
  }

  /** The same with the progress told over the port, as `[done, total]`. */
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
