// Runs the writes of a panel's document one at a time: a later write includes the edits that an earlier one missed.

/** A queue for work that must not overlap. */
export interface WriteQueue {
  /** Whether work is running. */
  readonly isBusy: boolean;
  /** Runs work after all earlier work, and returns its outcome. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Creates an empty queue. */
export function createWriteQueue(): WriteQueue {
  let busy: Promise<void> | null = null;
  return {
    get isBusy() {
      return busy !== null;
    },
    async run(work) {
      while (busy !== null) await busy;
      const mine = work();
      const free = (): void => {
        busy = null;
      };
      await (busy = mine.then(free, free));
      return mine;
    },
  };
}
