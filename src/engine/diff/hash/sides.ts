// The two documents of a comparison with their hashes, and how their bytes are compared.

import { hasComments } from '../../../shared/document/dialect.ts';
import type { JsonDocument } from '../../document/document.ts';
import { TEXT_BASE } from '../../base/memory.ts';
import type { Places } from '../../tape/places.ts';
import { sameKey } from '../../tape/key-table.ts';
import type { Tape } from '../../tape/tape.ts';
import type { Hashes } from './subtree-hash.ts';
import type { Ignored } from './ignored.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

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
  private readonly bytes: [Uint8Array, Uint8Array];
  /** Whether only white space is between the tokens of both. */
  private readonly isPlain: boolean;

  constructor(
    readonly left: SideData,
    readonly right: SideData,
  ) {
    this.views = [viewOf(left), viewOf(right)];
    this.bytes = [left.document.memory.bytes, right.document.memory.bytes];
    this.isPlain = !hasComments(left.tape.dialect) && !hasComments(right.tape.dialect);
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

  /** Whether two members have the same key, however it is spelt. */
  haveSameKey(left: number, right: number): boolean {
    const { left: a, right: b } = this;
    if (!this.isPlain) return sameKey(a.places, left, b.places, right);
    // Backwards from both values to the closing quotes, and to the opening ones as long as the bytes are the same.
    const [ours, theirs] = this.bytes;
    let at = TEXT_BASE + a.tape.start(left) - 1;
    let other = TEXT_BASE + b.tape.start(right) - 1;
    while (ours[at] !== QUOTE) at -= 1;
    while (theirs[other] !== QUOTE) other -= 1;
    for (;;) {
      at -= 1;
      other -= 1;
      const byte = ours[at];
      if (byte !== theirs[other] || byte === BACKSLASH) return a.places.key(left) === b.places.key(right);
      if (byte !== QUOTE) continue;
      // A quote within a key, of either side, is no opening one.
      if (ours[at - 1] !== BACKSLASH && theirs[other - 1] !== BACKSLASH) return true;
      return a.places.key(left) === b.places.key(right);
    }
  }
}

function viewOf({ document }: SideData): DataView {
  return new DataView(document.memory.bytes.buffer);
}

/** The children of a container that are not ignored, as entries: all of them, or those from an entry on. */
export function childrenOf({ tape, ignored }: SideData, container: number, first: number = container + 1): Uint32Array {
  const close = tape.closing(container);
  let found = new Uint32Array(Math.min(1024, close - container));
  let count = 0;
  const words = tape.memory.words;
  const base = tape.wordBase + 1;
  for (let child = first; child < close;) {
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
