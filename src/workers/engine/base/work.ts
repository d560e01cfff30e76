// Long work is a generator that yields after each slice of about 10 ms how far it has come. Whoever runs
// it answers other requests in between, shows the progress, and ends it by not going on.

/** How far some work has come, in bytes. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Work in slices; its `finally` blocks put things back when it is ended early. */
export type Work<T> = Generator<Progress, T, void>;

/** Runs work to its end at once. For tests, benches and short texts. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** About 10 ms of the scanner or the formatter. */
export const SLICE_BYTES = 2 * 1024 * 1024;
