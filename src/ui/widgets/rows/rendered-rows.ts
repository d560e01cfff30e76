// The rows of a tree that have an element. Stored outside React's state, because it changes with every turn of the wheel and
// affects almost no component.

import { Emitter } from '../../model/emitter.ts';

/** The rows from `first` to `last`, both inclusive. */
export class RenderedRows {
  private first = 0;
  private last = -1;
  private readonly changed = new Emitter();

  readonly subscribe = this.changed.subscribe;

  /** Called with the rows that the list has rendered. */
  set(first: number, last: number): void {
    if (first === this.first && last === this.last) return;
    this.first = first;
    this.last = last;
    this.changed.emit();
  }

  has(row: number): boolean {
    return row >= this.first && row <= this.last;
  }
}
