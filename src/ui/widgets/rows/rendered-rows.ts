// Which rows of a tree have an element. Kept beside React's state: it changes with every turn of the wheel, and nearly
// nobody has to render for it.

/** The rows from `first` to `last`, both included. */
export class RenderedRows {
  private first = 0;
  private last = -1;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The list has rendered these. */
  set(first: number, last: number): void {
    if (first === this.first && last === this.last) return;
    this.first = first;
    this.last = last;
    for (const listener of this.listeners) listener();
  }

  has(row: number): boolean {
    return row >= this.first && row <= this.last;
  }
}
