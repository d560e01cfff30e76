// The steps of one direction of a history, oldest first: a list that grows and shrinks at its end, loses its oldest steps when there
// are too many, and knows its bytes. Each of these takes constant time on average, whatever the number of steps.

/** A list of steps with the sum of their bytes. */
export class StepList<T extends { readonly bytes: number }> {
  /** The steps; those before `first` were dropped. */
  private items: T[] = [];
  private first = 0;
  private sum = 0;

  get length(): number {
    return this.items.length - this.first;
  }

  /** The sum of the bytes of all steps. */
  get bytes(): number {
    return this.sum;
  }

  get last(): T | undefined {
    return this.length === 0 ? undefined : this.items.at(-1);
  }

  push(step: T): void {
    this.items.push(step);
    this.sum += step.bytes;
  }

  /** Returns the latest `count` steps, or as many as there are, the latest first. */
  latest(count: number): T[] {
    return this.items.slice(Math.max(this.first, this.items.length - count)).toReversed();
  }

  /** Removes the latest `count` steps, or as many as there are. */
  removeLast(count: number): void {
    for (const { bytes } of this.items.splice(Math.max(this.first, this.items.length - count))) this.sum -= bytes;
  }

  /** Removes the oldest step, if there is one. Returns its bytes. */
  dropOldest(): number {
    const oldest = this.items[this.first];
    if (oldest === undefined) return 0;
    this.sum -= oldest.bytes;
    this.first += 1;
    // `shift` moves all others each time. At half of the list, each one has been dropped for one that is moved.
    if (this.first * 2 >= this.items.length) {
      this.items = this.items.slice(this.first);
      this.first = 0;
    }
    return oldest.bytes;
  }

  /** Puts a step in the place of the latest one that `matches`. Returns whether there is one. Looks from the end. */
  replaceLatest(matches: (step: T) => boolean, change: (step: T) => T): boolean {
    for (let index = this.items.length - 1; index >= this.first; index -= 1) {
      const step = this.items[index];
      if (step === undefined || !matches(step)) continue;
      const changed = change(step);
      this.items[index] = changed;
      this.sum += changed.bytes - step.bytes;
      return true;
    }
    return false;
  }

  /** Replaces the latest step, if there is one. */
  replaceLast(change: (step: T) => T): void {
    this.replaceLatest(() => true, change);
  }

  /** Replaces all steps. `next` is the one after. */
  replaceAll(change: (step: T, next: T | undefined) => T): void {
    const steps = [...this];
    this.clear();
    for (const [at, step] of steps.entries()) this.push(change(step, steps[at + 1]));
  }

  clear(): void {
    this.items = [];
    this.first = 0;
    this.sum = 0;
  }

  *[Symbol.iterator](): Generator<T> {
    for (let index = this.first; index < this.items.length; index += 1) {
      const step = this.items[index];
      if (step !== undefined) yield step;
    }
  }
}
