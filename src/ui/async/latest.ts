// Requests of which only the newest counts.
//
//   run(a) ──▶ a is running ─────────────────▶ a: null (overtaken)
//   run(b) ──▶ b waits, a is told to stop       │
//   run(c) ──▶ b: null, c waits                 └──▶ c is running ──▶ c: its result

/** Runs at most one request at a time, then the newest of those that came meanwhile. */
export class Latest {
  private running: AbortController | null = null;
  private waiting: { start(): void; drop(): void } | null = null;

  /** Whether a request is running. */
  get isBusy(): boolean {
    return this.running !== null;
  }

  /**
   * Runs work: at once, before this returns, if nothing is running; otherwise once that has ended. Resolves to its result; to `null`
   * if it was overtaken or cancelled, whether it has succeeded or failed. The signal aborts as soon as it is.
   * @throws CodedError what the work throws
   */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    this.cancel();
    if (!this.isBusy) return this.start(work);
    return new Promise((resolve, reject) => {
      this.waiting = {
        start: () => void this.start(work).then(resolve, reject),
        drop: () => resolve(null),
      };
    });
  }

  /** Drops what waits, and ignores the result of what is running. */
  cancel(): void {
    this.running?.abort();
    this.waiting?.drop();
    this.waiting = null;
  }

  private async start<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    const running = new AbortController();
    this.running = running;
    try {
      const result = await work(running.signal);
      return running.signal.aborted ? null : result;
    } catch (error) {
      if (running.signal.aborted) return null;
      throw error;
    } finally {
      const { waiting } = this;
      this.running = null;
      this.waiting = null;
      waiting?.start();
    }
  }
}
