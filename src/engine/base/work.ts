// Long work is a generator that yields its progress after each slice of about 10 ms. The runner serves other requests between
// slices, reports the progress, and cancels the work with `return()`.

/** Progress of some work, in bytes unless the work says otherwise. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Work in slices. Its `finally` blocks restore state when it is cancelled. */
export type Work<T> = Generator<Progress, T, void>;

/** Runs work to its end synchronously. For tests, benches and short texts. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Takes the scanner or the formatter about 10 ms. */
export const SLICE_BYTES = 2 * 1024 * 1024;
