// Sorts lines by the collation of the browser's language. Line ends stay where they are; only contents change places. While
// sorting, lines are cached as strings, unless the block is too large.

import { LF, CR } from '../../shared/bytes/ascii.ts';
import type { Selection, Span } from '../../shared/protocol/selection.ts';
import { asByte } from '../../shared/units.ts';
import { countUtf16, decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../document/document.ts';
import { blocksOrAll, type Block } from './line-blocks.ts';
import type { LinesPlan } from './lines-plan.ts';
import { areEqual, permute, readBounds, type Bounds } from './line-order.ts';
import type { DocumentMemory } from '../base/memory.ts';
import { mergeSort } from '../base/ordering.ts';
import type { Work } from '../base/work.ts';

/** Up to this many bytes a block's lines are cached as strings. */
const MAX_STRING_BYTES = 256 * 1024 * 1024;
const COLLATOR = new Intl.Collator();

/**
 * Sorts the lines of each selection, or all lines if only one is selected. If any of the blocks is already sorted, nothing is
 * changed. Cost: n log n comparisons.
 */
export function* sortLines(document: JsonDocument, spans: Selection, isDescending: boolean): Work<LinesPlan> {
  const { memory } = document;
  const { blocks, isAll } = blocksOrAll(document, spans);
  const moved: Span[] = isAll ? [{ anchor: blocks[0]?.start ?? 0, active: document.size }] : [...spans];
  const splices = [];
  for (const block of blocks) {
    const bounds = yield* readBounds(memory, block);
    const order = yield* sortOrder(textOf(memory, bounds, block), bounds.starts.length);
    if (isDescending) order.reverse();
    if (order.every((line, index) => line === index || areEqual(memory, bounds, line, index)))
      return { splices: [], spans };
    const { text: insert } = permute(memory, block, bounds, order);
    for (const index of block.spans) {
      const span = moved[index];
      if (span === undefined) continue;
      moved[index] = {
        anchor: follow(memory, block, insert, span.anchor),
        active: follow(memory, block, insert, span.active),
      };
    }
    splices.push({ start: asByte(block.start), end: asByte(block.end), insert });
  }
  return { splices, spans: moved };
}

/** Returns a function that reads a line by its index. */
function textOf(memory: DocumentMemory, { starts, ends }: Bounds, block: Block): (line: number) => string {
  const read = (line: number): string => decodeUtf8(memory.text(starts[line] ?? 0, ends[line] ?? 0));
  if (block.end - block.start > MAX_STRING_BYTES) return read;
  const known: string[] = [];
  return (line) => (known[line] ??= read(line));
}

/** The lines' indexes in ascending order; equal lines keep their order. */
function sortOrder(textAt: (line: number) => string, count: number): Work<Uint32Array> {
  const lines = Uint32Array.from({ length: count }, (_, line) => line);
  return mergeSort(lines, (one, other) => COLLATOR.compare(textAt(one), textAt(other)));
}

/** Keeps an offset at the same number of characters from the block's start or end, whichever is nearer. */
function follow(memory: DocumentMemory, block: Block, made: Uint8Array, offset: number): number {
  if (offset <= block.start || offset >= block.end) return offset;
  const isNearStart = offset - block.start < block.end - offset;
  const [from, to] = isNearStart ? [block.start, offset] : [offset, block.end];
  const text = memory.text(from, to);
  let left = countUtf16(text, 0, text.length) - countPairs(text);
  let at = isNearStart ? 0 : made.length;
  while (left > 0 && (isNearStart ? at < made.length : at > 0)) {
    const next = isNearStart ? after(made, at) : before(made, at);
    left -= (made[isNearStart ? at : next] ?? 0) >= 0xf0 ? 2 : 1;
    at = next;
  }
  return block.start + at;
}

function countPairs(text: Uint8Array): number {
  let count = 0;
  for (let at = text.indexOf(CR); at >= 0; at = text.indexOf(CR, at + 1)) if (text[at + 1] === LF) count += 1;
  return count;
}

function after(text: Uint8Array, at: number): number {
  if (text[at] === CR && text[at + 1] === LF) return at + 2;
  let next = at + 1;
  while (next < text.length && next < at + 4 && ((text[next] ?? 0) & 0xc0) === 0x80) next += 1;
  return next;
}

function before(text: Uint8Array, at: number): number {
  let next = at - 1;
  if (text[next] === LF && text[next - 1] === CR) return next - 1;
  while (next > 0 && next > at - 4 && ((text[next] ?? 0) & 0xc0) === 0x80) next -= 1;
  return next;
}
