// Loads values by key on first request, one at a time: `get` returns what is known, and `onArrival` is called when another
// value is. The latest request is loaded first, because it is on the screen.

/** A cache of values by number. */
export class ValuesByKey<T> {
  private readonly known = new Map<number, T>();
  private waiting: number[] = [];
  private busy = false;
  /** Number of calls of `clear`. */
  private round = 0;

  /**
   * At most `most` values are cached, and as many requests can be pending. Errors are ignored unless there is `onError`: the source
   * of the values may be outdated.
   */
  constructor(
    private readonly load: (key: number) => Promise<T>,
    private readonly onArrival: () => void,
    private readonly most: number,
    private readonly onError: (error: unknown) => void = () => undefined,
  ) {}

  /** Returns the value of a key; `undefined` while it is loading. */
  get(key: number): T | undefined {
    const known = this.known.get(key);
    if (known === undefined && !this.waiting.includes(key)) {
      this.waiting = [...this.waiting.slice(1 - this.most), key];
      void this.pump();
    }
    return known;
  }

  clear(): void {
    this.round += 1;
    this.known.clear();
    this.waiting = [];
    this.busy = false;
  }

  private async pump(): Promise<void> {
    const key = this.waiting.at(-1);
    if (this.busy || key === undefined) return;
    const { round } = this;
    this.busy = true;
    let value: T;
    try {
      value = await this.load(key);
    } catch (error) {
      // If the source is outdated, `clear` is called when the next one is there.
      if (round === this.round) this.busy = false;
      this.onError(error);
      return;
    }
    if (round !== this.round) return;
    this.busy = false;
    this.waiting = this.waiting.filter((one) => one !== key);
    if (this.known.size >= this.most) this.known.clear();
    this.known.set(key, value);
    this.onArrival();
    void this.pump();
  }
}
