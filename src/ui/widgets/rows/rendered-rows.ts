// The rows of a tree that have an element. Stored outside React's state, because it changes with every turn of the wheel and
// affects almost no component.

/** The rows from `first` to `last`, both inclusive. */
export class RenderedRows {
  private first = 0;
  private last = -1;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Called with the rows that the list has rendered. */
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
