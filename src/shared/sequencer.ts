// Work that must not overlap, one after the other.

/** Runs work in the order in which it is given. */
export class Sequencer {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs work after all earlier work, whether that succeeds or fails. Returns its outcome. */
  run<T>(work: () => Promise<T> | T): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  /** Resolves once nothing is running or waiting. */
  async idle(): Promise<void> {
    for (let seen: unknown = null; seen !== this.last;) {
      seen = this.last;
      await this.last;
    }
  }
}
