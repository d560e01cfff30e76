// Reverses the order of lines. Line ends stay where they are, and so does an empty last line, which exists only because the
// line before it has a line end.

import type { Selection, Span } from '../../shared/protocol/selection.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte } from '../../shared/units.ts';
import { countBelow } from '../../shared/bytes/binary-search.ts';
import type { JsonDocument } from '../document/document.ts';
import { blocksOrAll, lineAround, type Block } from './line-blocks.ts';
import type { LinesPlan } from './lines-plan.ts';
import { areEqual, permute, readBounds, type Bounds, type Permuted } from './line-order.ts';
import type { Work } from '../base/work.ts';

/** Reverses the lines of each selection, or all lines if only one is selected. Cost: their bytes. */
export function* reverseLines(document: JsonDocument, spans: Selection): Work<LinesPlan> {
  const { memory } = document;
  const moved: Span[] = [...spans];
  const splices: Splice[] = [];
  let grown = 0;
  for (const whole of blocksOrAll(document, spans).blocks) {
    const block = withoutLast(document, whole);
    const bounds = yield* readBounds(memory, block);
    const order = Uint32Array.from(bounds.starts, (_, line) => bounds.starts.length - 1 - line);
    const isSame = order.every((line, index) => areEqual(memory, bounds, line, index));
    const made = permute(memory, block, bounds, order);
    const longer = isSame ? 0 : made.text.length - (block.end - block.start);
    for (const index of block.spans) {
      const { anchor, active } = spans[index] ?? { anchor: 0, active: 0 };
      const isBehind = (offset: number): boolean => offset > block.end;
      const follow = (offset: number): number =>
        isBehind(offset) ? offset + longer : isSame ? offset : placeOf(block, bounds, made, offset);
      // A selection of several lines grows to the whole block: otherwise its ends would swap sides.
      const [from, to] = [Math.min(anchor, active), Math.max(anchor, active)];
      const isWide = !isSame && lineAround(document, from).end < to;
      const first = grown + (isWide ? block.start : follow(from));
      const last = grown + (isWide && !isBehind(to) ? block.end + longer : follow(to));
      moved[index] = anchor <= active ? { anchor: first, active: last } : { anchor: last, active: first };
    }
    if (!isSame) splices.push({ start: asByte(block.start), end: asByte(block.end), insert: made.text });
    grown += longer;
  }
  return { splices, spans: moved };
}

/** The block without the empty line at the end of the text, if there is one. */
function withoutLast(document: JsonDocument, block: Block): Block {
  const last = lineAround(document, block.end);
  const isCut = block.end === document.size && last.start === last.end && last.start > block.start;
  return isCut ? { ...block, end: lineAround(document, block.end - 1).end } : block;
}

/** Maps an offset to the new place of its line, in the same column. */
function placeOf(block: Block, { starts, ends }: Bounds, made: Permuted, offset: number): number {
  const line = Math.max(0, countBelow(starts, offset + 1) - 1);
  const column = Math.max(0, Math.min(offset, ends[line] ?? 0) - (starts[line] ?? 0));
  return block.start + (made.starts[starts.length - 1 - line] ?? 0) + column;
}
