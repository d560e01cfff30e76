// The hits of a search on the page: the typed arrays that came, as they came, and for each how far its hits
// have moved since. So ten million hits cost 120 MB and no object each, and following an edit costs a look
// at the arrays and not at the hits.
//
// Invariant: hits are sorted and don't overlap, and lie in the text as it is after every `splice`.

import { HIT_WORDS, KEY_BIT, NO_NODE } from '../../shared/protocol/search.ts';
import { asByte, type ByteRange } from '../../shared/units.ts';
import { countWhile } from '../../shared/bytes/halving.ts';

/** Some hits in one array, packed as in `shared/protocol/search.ts`. */
interface Block {
  readonly words: Uint32Array;
  /** The index of its first hit. */
  first: number;
  /** How far its hits have moved, in bytes. */
  shift: number;
}

/** Hits in order; may be read while more are coming. */
export class HitList {
  private blocks: Block[] = [];
  private total = 0;

  get count(): number {
    return this.total;
  }

  /** Adds hits behind those before. The array is kept. */
  add(words: Uint32Array): void {
    if (words.length === 0) return;
    this.blocks.push({ words, first: this.total, shift: 0 });
    this.total += words.length / HIT_WORDS;
  }

  /** @throws RangeError for an index past the hits */
  at(index: number): ByteRange {
    const block = this.blocks[this.blockOf(index)];
    if (block === undefined || index >= this.total) throw new RangeError(`hit ${index} of ${this.total}`);
    const word = (index - block.first) * HIT_WORDS;
    return {
      start: asByte((block.words[word] ?? 0) + block.shift),
      end: asByte((block.words[word + 1] ?? 0) + block.shift),
    };
  }

  /** The node of a hit and which part of it, packed as in `shared/protocol/search.ts`; of the tape that was searched. */
  nodeAt(index: number): number {
    const block = this.blocks[this.blockOf(index)];
    return block?.words[(index - block.first) * HIT_WORDS + 2] ?? NO_NODE;
  }

  /** The nodes that hits are in, each once, as they rise. Cost: the hits. */
  nodes(): Uint32Array {
    const nodes = new Uint32Array(this.total);
    let count = 0;
    let last = NO_NODE;
    for (const { words } of this.blocks) {
      for (let word = 2; word < words.length; word += HIT_WORDS) {
        const node = ((words[word] ?? 0) & ~KEY_BIT) >>> 0;
        if (node === last) continue;
        nodes[count] = node;
        count += 1;
        last = node;
      }
    }
    return nodes.subarray(0, count);
  }

  /** The index of the first hit that starts at or behind `offset`; `count` if there is none. O(log n). */
  indexFrom(offset: number): number {
    return this.search(0, offset);
  }

  /** The index of a hit with just these ends, or -1. */
  indexOf({ start, end }: ByteRange): number {
    for (let index = this.indexFrom(start); index < this.total; index += 1) {
      const hit = this.at(index);
      if (hit.start !== start) return -1;
      if (hit.end === end) return index;
    }
    return -1;
  }

  /** Follows an edit: `start` to `end` gave way to `inserted` bytes. Hits that it touched the inside of are gone. */
  splice(start: number, end: number, inserted: number): void {
    // Ends rise as starts do: the first hit that ends behind the edit's start.
    const from = this.search(1, start + 1);
    const to = Math.max(from, this.indexFrom(end));
    const delta = inserted - (end - start);
    const kept: Block[] = [];
    for (const block of this.blocks) {
      const count = block.words.length / HIT_WORDS;
      const [head, tail] = [clamp(from - block.first, count), clamp(to - block.first, count)];
      if (head === count) {
        kept.push(block);
        continue;
      }
      if (head > 0) kept.push({ ...block, words: block.words.subarray(0, head * HIT_WORDS) });
      if (tail < count) {
        const words = tail === 0 ? block.words : block.words.subarray(tail * HIT_WORDS);
        kept.push({ words, first: block.first + tail - (to - from), shift: block.shift + delta });
      }
    }
    this.blocks = kept;
    this.total -= to - from;
  }

  /** The first hit whose start (`which` 0) or end (1) is `value` or more. */
  private search(which: 0 | 1, value: number): number {
    const block = this.blocks[countWhile(this.blocks.length, (index) => this.word(index, 0, which) < value) - 1];
    if (block === undefined) return 0;
    const count = block.words.length / HIT_WORDS;
    return (
      block.first + countWhile(count, (index) => (block.words[index * HIT_WORDS + which] ?? 0) + block.shift < value)
    );
  }

  private word(block: number, hit: number, which: 0 | 1): number {
    const { words, shift } = this.blocks[block] ?? { words: new Uint32Array(), shift: 0 };
    return (words[hit * HIT_WORDS + which] ?? 0) + shift;
  }

  private blockOf(index: number): number {
    return countWhile(this.blocks.length, (at) => (this.blocks[at]?.first ?? 0) <= index) - 1;
  }
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}
