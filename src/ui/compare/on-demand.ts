// Things that are read when somebody asks for them, one at a time: who asks gets what is known, and is told when there
// is more. What was asked for last is read first, as that is on the screen.

/** Things by number. */
export class OnDemand<T> {
  private readonly known = new Map<number, T>();
  private waiting: number[] = [];
  private busy = false;
  /** Counts how often all was forgotten. */
  private round = 0;

  /** `most` are kept, and so many may wait. */
  constructor(
    private readonly load: (key: number) => Promise<T>,
    private readonly onArrival: () => void,
    private readonly most: number,
  ) {}

  /** What is known; `undefined` while it is read. */
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
    } catch {
      // What it was read of is gone; its successor begins anew.
      if (round === this.round) this.busy = false;
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
