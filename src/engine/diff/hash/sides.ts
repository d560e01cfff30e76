// The two documents of a comparison with their hashes, and how their bytes are compared.

import type { JsonDocument } from '../../document/document.ts';
import { TEXT_BASE } from '../../base/memory.ts';
import type { Places } from '../../tape/places.ts';
import type { Tape } from '../../tape/tape.ts';
import type { Hashes } from './subtree-hash.ts';
import type { Ignored } from './ignored.ts';

/** One of the documents. It does not change. */
export interface SideData {
  readonly document: JsonDocument;
  readonly places: Places;
  readonly tape: Tape;
  readonly hashes: Hashes;
  readonly ignored: Ignored | null;
}

/** Both documents. */
export class Sides {
  private readonly views: [DataView, DataView];

  constructor(
    readonly left: SideData,
    readonly right: SideData,
  ) {
    this.views = [viewOf(left), viewOf(right)];
  }

  /** Whether two values have the same hash: they are equal, or their hashes collide. */
  haveSameHash(left: number, right: number): boolean {
    const { hashes } = this.left;
    const others = this.right.hashes;
    return hashes[left * 2] === others[right * 2] && hashes[left * 2 + 1] === others[right * 2 + 1];
  }

  /** The number of equal bytes from two offsets on, at most `length`. Cost: that number. */
  commonLength(left: number, right: number, length: number): number {
    const [one, other] = this.views;
    const [from, to] = [left + TEXT_BASE, right + TEXT_BASE];
    let at = 0;
    while (at + 4 <= length && one.getInt32(from + at, true) === other.getInt32(to + at, true)) at += 4;
    while (at < length && one.getUint8(from + at) === other.getUint8(to + at)) at += 1;
    return at;
  }
}

function viewOf({ document }: SideData): DataView {
  return new DataView(document.memory.bytes.buffer);
}

/** The children of a container that are not ignored, as entries. */
export function childrenOf({ tape, ignored }: SideData, container: number): Uint32Array {
  const close = tape.closing(container);
  let found = new Uint32Array(Math.min(1024, close - container));
  let count = 0;
  const words = tape.memory.words;
  const base = tape.wordBase + 1;
  for (let child = container + 1; child < close;) {
    if (ignored === null || !ignored.has(child)) {
      if (count === found.length) {
        const larger = new Uint32Array(count * 2);
        larger.set(found);
        found = larger;
      }
      found[count] = child;
      count += 1;
    }
    const link = words[base + child * 2] ?? 0;
    child += (link & 0x40000000) === 0 ? 1 : (link & 0x3fffffff) + 1;
  }
  return found.subarray(0, count);
}
