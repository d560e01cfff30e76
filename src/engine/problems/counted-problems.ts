// The result of a search for problems: an exact count, and the first places.

import { MAX_LISTED } from '../../shared/protocol/problems.ts';
import { WordList } from '../base/word-list.ts';

/** Places of one kind of problem. `Place` is a range of bytes, an entry, or a pair of entries. */
export class CountedProblems<Place> {
  count = 0;
  /** The first `MAX_LISTED`, in the order of the text. */
  readonly first: Place[] = [];
  private readonly positions: number[] = [];
  /** The positions of all. */
  readonly all = new WordList();

  /** Counts a place at a position in the text, or on its tape. `make` is called only for places that are listed. */
  add(position: number, make: () => Place): void {
    this.count += 1;
    this.all.push(position);
    const { first, positions } = this;
    // Positions nearly always ascend; only an object's own problems come after those inside it.
    let at = positions.length;
    while (at > 0 && (positions[at - 1] ?? 0) > position) at -= 1;
    if (at >= MAX_LISTED) return;
    positions.splice(at, 0, position);
    first.splice(at, 0, make());
    if (first.length <= MAX_LISTED) return;
    positions.pop();
    first.pop();
  }

  /** The nodes of all, if there are more than are listed and their positions are nodes. */
  get nodes(): { readonly nodes?: Uint32Array } {
    return this.count > MAX_LISTED ? { nodes: this.all.finish().toSorted() } : {};
  }
}
