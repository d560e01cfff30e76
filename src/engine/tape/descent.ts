// Walks to entries in ascending order, through the containers around them. Containers without such an entry are skipped, so many
// entries cost one pass over what is around them, and few cost little.

import type { Tape } from './tape.ts';

/** A walk over one tape. */
export class Descent {
  private entry = 0;

  constructor(
    private readonly tape: Tape,
    /** Called once for every container around an entry that is walked to. */
    private readonly surround: (container: number) => void,
  ) {}

  /** Walks to an entry, which is none before the last one. Returns the number of entries that were passed. */
  to(node: number): number {
    const { tape } = this;
    let passed = 0;
    while (this.entry < node) {
      const closing = tape.closing(this.entry);
      if (closing > node) {
        this.surround(this.entry);
        this.entry += 1;
      } else this.entry = closing + 1;
      passed += 1;
    }
    return passed;
  }
}
