// Reorders lines: their contents change places, the line ends stay where they are.

import { LF, CR } from '../../shared/bytes/ascii.ts';
import { equalBytes } from '../../shared/bytes/bytes.ts';
import { eachLine, type Block } from './line-blocks.ts';
import { TEXT_BASE, type DocumentMemory } from '../base/memory.ts';
import type { Work } from '../base/work.ts';

/** The starts and ends of lines, as byte offsets of the text. */
export interface Bounds {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Reads the bounds of a block's lines. Cost: its bytes. */
export function* readBounds(memory: DocumentMemory, block: Block): Work<Bounds> {
  let starts = new Uint32Array(1024);
  let ends = new Uint32Array(1024);
  let count = 0;
  yield* eachLine(memory, block, (_, start, end) => {
    if (count === starts.length) {
      [starts, ends] = [starts, ends].map((list) => {
        const larger = new Uint32Array(count * 2);
        larger.set(list);
        return larger;
      }) as [Uint32Array<ArrayBuffer>, Uint32Array<ArrayBuffer>];
    }
    starts[count] = start - TEXT_BASE;
    ends[count] = end - TEXT_BASE;
    count += 1;
  });
  return { starts: starts.subarray(0, count), ends: ends.subarray(0, count) };
}

/** Whether two lines are equal, byte for byte. */
export function areEqual(memory: DocumentMemory, { starts, ends }: Bounds, one: number, other: number): boolean {
  return equalBytes(memory.text(starts[one] ?? 0, ends[one] ?? 0), memory.text(starts[other] ?? 0, ends[other] ?? 0));
}

/** A reordered block: its bytes, and where each line starts in them. */
export interface Permuted {
  readonly text: Uint8Array;
  readonly starts: Uint32Array;
}

/** Reorders the lines of a block; its line ends stay where they were. */
export function permute(memory: DocumentMemory, block: Block, { starts, ends }: Bounds, order: Uint32Array): Permuted {
  const { bytes } = memory;
  // An empty line between a lone CR and an LF needs another LF, or the two would become one line end.
  const melts = (index: number): boolean =>
    starts[order[index] ?? 0] === ends[order[index] ?? 0] &&
    index > 0 &&
    bytes[TEXT_BASE + (starts[index] ?? 0) - 1] === CR &&
    (ends[index] ?? 0) < block.end &&
    bytes[TEXT_BASE + (ends[index] ?? 0)] === LF;
  let more = 0;
  for (let index = 0; index < order.length; index += 1) if (melts(index)) more += 1;
  const made = { text: new Uint8Array(block.end - block.start + more), starts: new Uint32Array(order.length) };
  let at = 0;
  const copy = (from: number, to: number): void => {
    made.text.set(bytes.subarray(TEXT_BASE + from, TEXT_BASE + to), at);
    at += to - from;
  };
  for (let index = 0; index < order.length; index += 1) {
    const line = order[index] ?? 0;
    if (melts(index)) made.text[at++] = LF;
    made.starts[index] = at;
    copy(starts[line] ?? 0, ends[line] ?? 0);
    copy(ends[index] ?? 0, index + 1 < order.length ? (starts[index + 1] ?? 0) : block.end);
  }
  return made;
}
