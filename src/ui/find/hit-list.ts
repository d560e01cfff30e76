// The hits of a search on the main thread: the typed arrays as received, and for each of them the distance that its hits have
// moved since. Ten million hits thus cost 120 MB and no objects, and following an edit takes time proportional to the number of
// arrays, not of hits.
//
// Invariant: hits are sorted and disjoint, and their offsets are those of the text after every `mapThrough`.

import type { ChangeMap } from '../../shared/document/changes.ts';
import { HIT_WORDS, KEY_BIT, NO_NODE } from '../../shared/protocol/search.ts';
import { asByte, type ByteRange } from '../../shared/units.ts';
import { countWhile } from '../../shared/bytes/binary-search.ts';

/** Consecutive hits in one array, packed as in `shared/protocol/search.ts`. */
interface Block {
  readonly words: Uint32Array;
  /** The index of its first hit. */
  readonly first: number;
  /** How far its hits have moved, in bytes. */
  readonly shift: number;
}

/** Sorted hits. Can be read while more are arriving. */
export class HitList {
  private blocks: Block[] = [];
  private total = 0;

  get count(): number {
    return this.total;
  }

  /** Appends hits. Takes ownership of the array. */
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

  /**
   * The node of a hit and the part of it, packed as in `shared/protocol/search.ts`. The node is an entry of the tape that was
   * searched.
   */
  nodeAt(index: number): number {
    const block = this.blocks[this.blockOf(index)];
    return block?.words[(index - block.first) * HIT_WORDS + 2] ?? NO_NODE;
  }

  /** The nodes that contain hits, without duplicates, in ascending order. Cost: the number of hits. */
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

  /** The bytes of all hits: pairs of a start and an end. */
  bytes(): Uint32Array {
    const bytes = new Uint32Array(this.total * 2);
    let at = 0;
    for (const { words, shift } of this.blocks) {
      for (let word = 0; word < words.length; word += HIT_WORDS) {
        bytes[at] = (words[word] ?? 0) + shift;
        bytes[at + 1] = (words[word + 1] ?? 0) + shift;
        at += 2;
      }
    }
    return bytes;
  }

  /** The index of the first hit that starts at or after `offset`; `count` if there is none. O(log n). */
  indexFrom(offset: number): number {
    return this.search(0, offset);
  }

  /** The index of the hit with exactly this range, or -1. */
  indexOf({ start, end }: ByteRange): number {
    for (let index = this.indexFrom(start); index < this.total; index += 1) {
      const hit = this.at(index);
      if (hit.start !== start) return -1;
      if (hit.end === end) return index;
    }
    return -1;
  }

  /**
   * Moves the hits along with changes of the text. Removes those that a change overlaps; those that it only touches stay. Cost: a
   * search for each change; the hits themselves are not visited.
   */
  mapThrough(map: ChangeMap): void {
    const kept: Block[] = [];
    let total = 0;
    let first = 0;
    for (const { start, end, shift } of map.kept()) {
      first = Math.max(first, this.search(0, start));
      const behind = this.search(1, end + 1);
      for (let index = this.blockOf(first); first < behind; index += 1) {
        const block = this.blocks[index];
        if (block === undefined) break;
        const next = Math.min(behind, block.first + block.words.length / HIT_WORDS);
        const words = block.words.subarray((first - block.first) * HIT_WORDS, (next - block.first) * HIT_WORDS);
        kept.push({ words, first: total, shift: block.shift + shift });
        total += next - first;
        first = next;
      }
    }
    this.blocks = kept;
    this.total = total;
  }

  /** The index of the first hit whose start (`which` 0) or end (1) is at least `value`. */
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
