// Changes the bytes of a document by splices, in one pass over the text, and nothing else.

import { checkSplices, invertSplices, lengthDelta, type Splice } from '../../shared/splice.ts';
import type { DocumentMemory } from './memory.ts';

/**
 * Applies a list of splices to the text and answers the list that takes it back. `tapeBytes` of tape are
 * moved along where the text needs more room. Cost: one move of what lies behind the first splice.
 * @throws CodedError `too-large`, before anything is changed
 */
export function applySplices(memory: DocumentMemory, splices: readonly Splice[], tapeBytes: number): Splice[] {
  checkSplices(splices, memory.size);
  const size = memory.size + lengthDelta(splices);
  memory.ensureText(size, tapeBytes);
  const inverse = invertSplices(splices, (start, end) => memory.text(start, end).slice());
  moveKept(memory, splices);
  memory.size = size;
  const text = memory.text(0, size);
  for (const [index, { insert }] of splices.entries()) text.set(insert, inverse[index]?.start);
  return inverse;
}

/** Moves the stretches between splices to their new places: leftwards ones first, then, from the end, the others. */
function moveKept(memory: DocumentMemory, splices: readonly Splice[]): void {
  const text = memory.text(0, memory.size + Math.max(0, lengthDelta(splices)));
  const moves: { from: number; to: number; by: number }[] = [];
  let by = 0;
  for (const [index, { start, end, insert }] of splices.entries()) {
    by += insert.length - (end - start);
    const next = splices[index + 1];
    moves.push({ from: end, to: next === undefined ? memory.size : next.start, by });
  }
  for (const move of moves) if (move.by < 0) text.copyWithin(move.from + move.by, move.from, move.to);
  for (const move of moves.toReversed()) if (move.by > 0) text.copyWithin(move.from + move.by, move.from, move.to);
}
