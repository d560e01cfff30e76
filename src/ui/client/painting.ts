// The frame that shows what was typed comes before all else: what a worker says meanwhile waits until it is painted.

/** Calls back when the next frame is painted. */
export function afterFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}

/** A page that is out of sight paints nothing: what waits does not wait for longer than this, in milliseconds. */
const LONGEST_MS = 100;

/** Resolves once the next frame is painted, if one will be soon. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') return resolve();
    setTimeout(resolve, LONGEST_MS);
    afterFrame(resolve);
  });
}

/** What waits for a frame that is on its way. */
export class Painting {
  private waiting: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** Something was changed that the next frame shows. */
  expect(): void {
    if (this.timer !== null) return;
    const timer = setTimeout(() => this.end(), LONGEST_MS);
    this.timer = timer;
    afterFrame(() => {
      if (this.timer === timer) this.end();
    });
  }

  /** Acts once the frame is painted, in the order of the calls; at once where none is waited for. */
  after(act: () => void): void {
    if (this.timer === null) act();
    else this.waiting.push(act);
  }

  /** Waits no longer. */
  end(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    for (const act of this.waiting.splice(0)) act();
  }
}
