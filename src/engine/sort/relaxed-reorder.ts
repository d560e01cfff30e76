// Reorders the items of a container in a text that may have comments. The comments of an item move with it; commas and the
// container's own comments stay where they are.

import { append } from '../../shared/append.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte } from '../../shared/units.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { endsLine, gapAfter, gapBefore, leadStart, trailEnd, type TokenGap } from '../layout/comment-owner.ts';
import { lineEnd } from '../layout/container-layout.ts';
import type { Places } from '../tape/places.ts';
import type { Items } from './items.ts';
import type { Comment } from '../tape/trivia.ts';
import type { Work } from '../base/work.ts';

/** Items per slice. */
const SLICE_ITEMS = 1024;

/** Like `reorder`, for the positions `from` to `to` (exclusive), which are those that change. */
export function* reorderRelaxed(
  places: Places,
  { container, nodes }: Items,
  order: Uint32Array,
  from: number,
  to: number,
): Work<Splice[]> {
  const { text } = places;
  const copy = (start: number, end: number): Uint8Array => text.slice(start, end).slice();
  const start = leadStart(gapBefore(places, container, nodes[from] ?? 0));
  const end = trailEnd(gapAfter(places, container, nodes[to - 1] ?? 0));
  const parts: Uint8Array[] = [];
  for (let index = from; index < to; index += 1) {
    const [old, item] = [nodes[index] ?? 0, nodes[order[index] ?? 0] ?? 0];
    const [slot, own] = [gapAfter(places, container, old), gapAfter(places, container, item)];
    const isLast = index + 1 === to;
    const { end: itemEnd } = places.range(item);
    parts.push(copy(leadStart(gapBefore(places, container, item)), itemEnd));
    const rest = isLast ? end : leadStart(slot);
    append(parts, commaWithComments(places, slot, own, copy));
    parts.push(copy(trailEnd(slot), rest));
    if (own.trail.at(-1)?.isLine === true && !endsLine(text, trailEnd(slot))) {
      const space = parts.pop() ?? new Uint8Array();
      parts.push(encodeUtf8(lineEnd(places)), space);
    }
    if (index % SLICE_ITEMS === 0) yield { done: index - from, total: to - from };
  }
  return [{ start: asByte(start), end: asByte(end), insert: joinBytes(parts) }];
}

/** The comma of the gap `slot` and what precedes it there, with the trailing comments of the value before the gap `own`. */
export function commaWithComments(
  places: Places,
  slot: TokenGap,
  own: TokenGap,
  copy: (start: number, end: number) => Uint8Array,
): Uint8Array[] {
  const spell = ({ start, end }: Comment): Uint8Array =>
    joinBytes([spaceBefore(places, own, start, copy), copy(start, end)]);
  // The container's own comments may come before the comma.
  const [first] = slot.own;
  const kept =
    first === undefined || first.start > slot.comma
      ? []
      : [spaceBefore(places, slot, first.start, copy), copy(first.start, slot.comma)];
  const comma = slot.comma < 0 ? [] : [...kept, copy(slot.comma, slot.comma + 1)];
  // A line comment never comes before a comma.
  const inFront = own.trail.filter(({ start, isLine }) => start < own.comma && !isLine);
  const behind = own.trail.filter((comment) => !inFront.includes(comment));
  return [...inFront.map(spell), ...comma, ...behind.map(spell)];
}

/** The white space before a comment. */
function spaceBefore(
  { text }: Places,
  { start: least }: TokenGap,
  end: number,
  copy: (start: number, end: number) => Uint8Array,
): Uint8Array {
  let start = end;
  while (start > least && (text.byteAt(start - 1) === 0x20 || text.byteAt(start - 1) === 0x09)) start -= 1;
  return copy(start, end);
}
