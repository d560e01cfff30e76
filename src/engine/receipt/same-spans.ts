// Finds what two texts have in common, in order. What is found is the same byte for byte; what is not found may be less than there
// is, never more.
//
//   same start │ changed … anchors … changed │ same end
//
// After each change an anchor is looked for nearby, in windows that grow. Where there is none, blocks of the whole old text are
// looked for at every byte of the new one by a rolling hash, as rsync does it. An anchor is extended in both directions.

import type { ChangedSpan } from '../../shared/protocol/receipt.ts';
import type { Work } from '../base/work.ts';
import type { TextPair } from './text-pair.ts';

/** Bytes of a block. Shorter repetitions are no anchors. */
const BLOCK = 32;
const PRIME = 0x01000193;
/** `PRIME` to the power of `BLOCK - 1`, for the byte that leaves the window. */
const LEAVING = power(PRIME, BLOCK - 1);
/** Bytes per slice. */
const SLICE = 1 << 20;
/** The windows in which the next anchor is looked for. */
const WINDOWS = [128, 2048, 65_536];
/** So many spans, so close together, are what a new layout looks like. */
const LAYOUT_SPANS = 256;
const LAYOUT_GAP = 256;

function power(base: number, exponent: number): number {
  let made = 1;
  for (let count = 0; count < exponent; count += 1) made = Math.imul(made, base);
  return made;
}

/**
 * Returns the changed spans of two texts, sorted; everything between them is the same. With `gives up`, returns `null` as soon as
 * the text looks as if it was laid out anew. Cost: a pass over both at the speed of memory, and 1 µs for each change.
 */
export function changedSpans(pair: TextPair, givesUp: true): Work<ChangedSpan[] | null>;
export function changedSpans(pair: TextPair): Work<ChangedSpan[]>;
export function* changedSpans(pair: TextPair, givesUp = false): Work<ChangedSpan[] | null> {
  const { before, after } = pair;
  const most = Math.min(before.length, after.length);
  const start = pair.sameFrom(0, 0, most);
  const tail = pair.sameUpTo(before.length, after.length, most - start);
  const [end, newEnd] = [before.length - tail, after.length - tail];
  if (start === end && start === newEnd) return [];
  const finder = new AnchorFinder(pair, end, newEnd);
  const spans: ChangedSpan[] = [];
  let [at, newAt] = [start, start];
  let saidAt = newAt;
  for (;;) {
    if (newAt - saidAt >= SLICE) {
      saidAt = newAt;
      yield { done: newAt, total: after.length };
    }
    let anchor = finder.near(at, newAt);
    if (anchor === null) {
      if (givesUp && end - at > LAYOUT_GAP && newEnd - newAt > LAYOUT_GAP) return null;
      anchor = yield* finder.anywhere(at, newAt);
    }
    if (anchor === null) break;
    const back = pair.sameUpTo(anchor.at, anchor.newAt, Math.min(anchor.at - at, anchor.newAt - newAt));
    const [from, newFrom] = [anchor.at - back, anchor.newAt - back];
    const length = pair.sameFrom(from, newFrom, Math.min(end - from, newEnd - newFrom));
    spans.push({ start: at, end: from, newStart: newAt, newEnd: newFrom });
    if (givesUp && spans.length === LAYOUT_SPANS && newFrom - start < LAYOUT_SPANS * LAYOUT_GAP) return null;
    [at, newAt] = [from + length, newFrom + length];
  }
  if (at < end || newAt < newEnd) spans.push({ start: at, end, newStart: newAt, newEnd });
  return spans;
}

interface Anchor {
  readonly at: number;
  readonly newAt: number;
}

/** Finds blocks that both texts have. */
class AnchorFinder {
  private readonly nearby = new Int32Array(2 * (WINDOWS.at(-1) ?? 0));
  private blocks: Blocks | null = null;

  constructor(
    private readonly pair: TextPair,
    private readonly end: number,
    private readonly newEnd: number,
  ) {}

  /** The first block of the new text from `newAt` on that stands near `at` in the old one. */
  near(at: number, newAt: number): Anchor | null {
    for (const size of WINDOWS) {
      const found = this.within(at, Math.min(this.end, at + size), newAt, Math.min(this.newEnd, newAt + size), size);
      if (found !== null || (at + size >= this.end && newAt + size >= this.newEnd)) return found;
    }
    return null;
  }

  private within(start: number, end: number, newStart: number, newEnd: number, size: number): Anchor | null {
    if (end - start < BLOCK || newEnd - newStart < BLOCK) return null;
    const { before, after } = this.pair;
    const slots = this.nearby.subarray(0, 2 * size).fill(-1);
    const mask = slots.length - 1;
    let hash = hashOf(before, start);
    for (let at = start; ; at += 1) {
      const slot = slotOf(hash) & mask;
      // Of equal blocks the first one counts.
      if (slots[slot] === -1) slots[slot] = at;
      if (at + BLOCK >= end) break;
      hash = rolled(hash, before, at);
    }
    hash = hashOf(after, newStart);
    for (let at = newStart; ; at += 1) {
      const match = slots[slotOf(hash) & mask] ?? -1;
      if (match >= 0 && this.pair.sameFrom(match, at, BLOCK) === BLOCK) return { at: match, newAt: at };
      if (at + BLOCK >= newEnd) return null;
      hash = rolled(hash, after, at);
    }
  }

  /** The first block of the new text from `newAt` on that stands anywhere after `at` in the old one. */
  *anywhere(at: number, newAt: number): Work<Anchor | null> {
    const { before, after } = this.pair;
    if (this.end - at < BLOCK || this.newEnd - newAt < BLOCK) return null;
    const blocks = (this.blocks ??= new Blocks(before, at, this.end));
    let hash = hashOf(after, newAt);
    for (let read = newAt; ; read += 1) {
      if ((read - newAt) % SLICE === SLICE - 1) yield { done: read, total: after.length };
      const match = blocks.after(hash, at, after, read);
      if (match >= 0) return { at: match, newAt: read };
      if (read + BLOCK >= this.newEnd) return null;
      hash = rolled(hash, after, read);
    }
  }
}

function hashOf(bytes: Uint8Array, at: number): number {
  let hash = 0;
  for (let index = at; index < at + BLOCK; index += 1) hash = (Math.imul(hash, PRIME) + (bytes[index] ?? 0)) | 0;
  return hash;
}

/** The hash of the block one byte after the one at `at`. */
function rolled(hash: number, bytes: Uint8Array, at: number): number {
  return (Math.imul((hash - Math.imul(bytes[at] ?? 0, LEAVING)) | 0, PRIME) + (bytes[at + BLOCK] ?? 0)) | 0;
}

/** The upper bits of a hash, mixed: the lower ones depend on the last bytes alone. */
function slotOf(hash: number): number {
  return Math.imul(hash, 0x85ebca6b) >>> 8;
}

/** The blocks of a text by hash, each at a multiple of their length. */
class Blocks {
  private readonly slots: Int32Array;
  private readonly next: Int32Array;
  private readonly mask: number;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly start: number,
    end: number,
  ) {
    const count = Math.floor((end - start) / BLOCK);
    const size = 2 ** Math.ceil(Math.log2(count * 2 + 2));
    this.mask = size - 1;
    this.slots = new Int32Array(size).fill(-1);
    this.next = new Int32Array(count).fill(-1);
    // From the last to the first, so that the first of equal blocks is found first.
    for (let block = count - 1; block >= 0; block -= 1) {
      const slot = slotOf(hashOf(bytes, start + block * BLOCK)) & this.mask;
      this.next[block] = this.slots[slot] ?? -1;
      this.slots[slot] = block;
    }
  }

  /** The first block from `least` on that is equal to the bytes at `at`; -1 if there is none. Looks at a few. */
  after(hash: number, least: number, text: Uint8Array, at: number): number {
    let left = MAX_CANDIDATES;
    for (
      let block = this.slots[slotOf(hash) & this.mask] ?? -1;
      block >= 0 && left > 0;
      block = this.next[block] ?? -1
    ) {
      const from = this.start + block * BLOCK;
      if (from < least) continue;
      left -= 1;
      let length = 0;
      while (length < BLOCK && this.bytes[from + length] === text[at + length]) length += 1;
      if (length === BLOCK) return from;
    }
    return -1;
  }
}

/** Blocks with one hash that are compared: a text of equal lines has as many as it has lines. */
const MAX_CANDIDATES = 8;
