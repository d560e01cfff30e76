// What writes a panel's document goes one after the other: the second has what the first has missed.

/** A queue for work that must not overlap. */
export interface WriteQueue {
  /** Whether something is under way. */
  readonly isBusy: boolean;
  /** Waits for what was begun before; passes the outcome on. */
  take<T>(work: () => Promise<T>): Promise<T>;
}

/** Makes an empty queue. */
export function createWriteQueue(): WriteQueue {
  let busy: Promise<void> | null = null;
  return {
    get isBusy() {
      return busy !== null;
    },
    async take(work) {
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
