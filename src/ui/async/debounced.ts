// Work that is done a moment after it was asked for, once for many requests.

/** Work with one timer. */
export class Debounced {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOver = false;

  /** `delayMs` is in milliseconds. */
  constructor(
    private readonly work: () => void,
    private readonly delayMs: number,
  ) {}

  /** Whether the work is about to be done. */
  get isPending(): boolean {
    return this.timer !== undefined;
  }

  /** Does the work once this has not been called for the delay. */
  restart(delayMs = this.delayMs): void {
    this.cancel();
    this.start(delayMs);
  }

  /** Does the work after the delay, unless it is about to be done already. */
  start(delayMs = this.delayMs): void {
    if (this.isPending || this.isOver) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.work();
    }, delayMs);
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Cancels it, and ignores all later calls. */
  dispose(): void {
    this.cancel();
    this.isOver = true;
  }
}
