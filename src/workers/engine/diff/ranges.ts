// Where in the text of one side something differs: for marks in text mode and beside a scrollbar. A created or
// deleted member is marked with its key, a changed value alone.

import { CHANGE, MARK_WORDS, type Side } from '../../../shared/compare.ts';
import type { Comparison } from './compare.ts';
import { Words } from './words.ts';

/**
 * The ranges of one side that touch the bytes `from` to `to`, in order, three words each: start, end, and
 * `CHANGE.create`, `.update` or `.delete`. Cost: a walk over the marks up to there.
 */
export function rangesOf({ sides, marks }: Comparison, side: Side, from: number, to: number): Uint32Array<ArrayBuffer> {
  const { places, tape } = sides[side];
  const words = marks[side];
  const found = new Words();
  // The containers around, and whether they are objects.
  const around: { readonly end: number; readonly isObject: boolean }[] = [];
  for (let at = 0; at < words.length; at += MARK_WORDS) {
    const [node = 0, end = 0, mark = 0] = words.subarray(at, at + 3);
    for (let last = around.at(-1); last !== undefined && last.end <= node; last = around.at(-1)) around.pop();
    if (mark === CHANGE.inside) {
      around.push({ end, isObject: places.kind(node) === 'object' });
      continue;
    }
    // A member's key may begin before.
    if (tape.start(node) > to && around.at(-1)?.isObject !== true) break;
    const range = places.range(node);
    if (range.end < from) continue;
    const isMember = mark !== CHANGE.update && around.at(-1)?.isObject === true;
    const start = isMember ? places.keyRange(node).start : range.start;
    if (start > to) break;
    found.push(start);
    found.push(range.end);
    found.push(mark);
  }
  return found.finish();
}
