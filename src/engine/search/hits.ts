// Stores the hits of a search, packed as in `shared/protocol/search.ts`.

import { HIT_WORDS, makeHit, type Hit } from '../../shared/protocol/search.ts';
import { countWhile } from '../../shared/bytes/binary-search.ts';

const BLOCK_HITS = 32768;

/** Receives hits, in the order of the text. */
export interface Sink {
  /** True when no more hits are needed; the search then ends. */
  readonly done: boolean;
  /** Takes packed hits. `words` is a view that must be read before this returns. */
  take(words: Uint32Array): void;
  /** Takes a hit of a regular expression; `match` is its result on the decoded text. */
  takeMatch(start: number, end: number, word: number, match: RegExpExecArray): void;
}

/** Hits in order; may be read while a search adds to it. */
export class Hits implements Sink {
  readonly done = false;
  /** Hits found, including those that were not stored. */
  count = 0;
  private readonly blocks: Uint32Array[] = [];

  /** Stores the first `capacity` hits (12 bytes each), and counts the rest. */
  constructor(readonly capacity = Number.MAX_SAFE_INTEGER) {}

  /** The number of stored hits. */
  get storedCount(): number {
    return Math.min(this.count, this.capacity);
  }

  /** Whether every hit that was found is stored. */
  get complete(): boolean {
    return this.storedCount === this.count;
  }

  take(words: Uint32Array): void {
    const found = words.length / HIT_WORDS;
    let left = Math.max(0, Math.min(found, this.capacity - this.count));
    let from = 0;
    let at = this.count;
    while (left > 0) {
      const inBlock = at % BLOCK_HITS;
      const run = Math.min(left, BLOCK_HITS - inBlock);
      this.blockFor(at).set(words.subarray(from, from + run * HIT_WORDS), inBlock * HIT_WORDS);
      from += run * HIT_WORDS;
      at += run;
      left -= run;
    }
    this.count += found;
  }

  takeMatch(start: number, end: number, word: number): void {
    if (this.count < this.capacity) {
      const block = this.blockFor(this.count);
      const at = (this.count % BLOCK_HITS) * HIT_WORDS;
      block[at] = start;
      block[at + 1] = end;
      block[at + 2] = word;
    }
    this.count += 1;
  }

  start(index: number): number {
    return this.word(index, 0);
  }

  end(index: number): number {
    return this.word(index, 1);
  }

  /** @throws RangeError past the stored hits */
  at(index: number): Hit {
    if (!(index >= 0 && index < this.storedCount)) throw new RangeError(`hit ${index} of ${this.storedCount}`);
    return makeHit(this.start(index), this.end(index), this.word(index, 2));
  }

  /** The index of the first stored hit that starts at or after `offset`; `storedCount` when there is none. O(log n). */
  indexFrom(offset: number): number {
    return countWhile(this.storedCount, (hit) => this.start(hit) < offset);
  }

  /** Hits `first` to `first + count`, as far as they are stored, packed. The caller owns the buffer. */
  read(first: number, count: number): Uint32Array {
    const end = Math.min(first + count, this.storedCount);
    const out = new Uint32Array(Math.max(0, end - first) * HIT_WORDS);
    for (let at = first; at < end;) {
      const inBlock = at % BLOCK_HITS;
      const run = Math.min(end - at, BLOCK_HITS - inBlock);
      const words = this.blockFor(at).subarray(inBlock * HIT_WORDS, (inBlock + run) * HIT_WORDS);
      out.set(words, (at - first) * HIT_WORDS);
      at += run;
    }
    return out;
  }

  private word(index: number, which: number): number {
    return this.blocks[Math.floor(index / BLOCK_HITS)]?.[(index % BLOCK_HITS) * HIT_WORDS + which] ?? 0;
  }

  private blockFor(index: number): Uint32Array {
    const at = Math.floor(index / BLOCK_HITS);
    const known = this.blocks[at];
    if (known !== undefined) return known;
    const made = new Uint32Array(BLOCK_HITS * HIT_WORDS);
    this.blocks.push(made);
    return made;
  }
}
