// Inserts and removes items where there may be comments and trailing commas: an item takes its comments with it, all other
// comments stay, and a container that ended in a comma still does. `insertion.ts` and `removal.ts` do the same for plain JSON.

import type { Splice } from '../../shared/document/splice.ts';
import { asByte } from '../../shared/units.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import {
  endsLine,
  gapAfter,
  gapBefore,
  gapInside,
  leadStart,
  trailEnd,
  type TokenGap,
} from '../layout/comment-owner.ts';
import { endsInComment, replaceBytes, spaceOf, formatItems, type Item, type Slot } from '../layout/item-spelling.ts';
import { layoutOf, lineEnd, lineIndent } from '../layout/container-layout.ts';
import type { Places } from '../tape/places.ts';
import type { Run } from './run.ts';
import { skipTrivia } from '../tape/trivia.ts';

const COMMA = encodeUtf8(',');

/** The splices that remove a run of neighbours and their comments. */
export function removeRelaxed(places: Places, { container, first, last, ordinal, length }: Run): Splice[] {
  const before = gapBefore(places, container, first);
  const after = gapAfter(places, container, last);
  const end = trailEnd(after);
  if (places.tape.next(last) < places.tape.closing(container)) {
    // Up to the next comment or item.
    let next = after.end;
    for (const { start } of [...after.lead, ...after.own]) if (start >= end) next = Math.min(next, start);
    return cutAround(places, leadStart(before), next, after);
  }
  const isAll = ordinal === 0 && places.children.count(container) === length;
  const rest = isAll && before.own.length + after.own.length === 0 ? after.end : end;
  if (isAll || after.comma >= 0 || before.comma < 0) {
    const start = keptEnd(places, before, rest);
    return cutAround(places, start, rest, after);
  }
  return [cut(before.comma, before.comma + 1), ...cutAround(places, keptEnd(places, before, end), end, after)];
}

/** The end of what stays of a gap when everything from there to `until` is removed; a line comment keeps its line break. */
function keptEnd(places: Places, gap: TokenGap, until: number): number {
  const last = [...gap.trail, ...gap.own].at(-1);
  const end = Math.max(gap.comma + 1, last?.end ?? gap.start);
  const { text } = places;
  if (last?.end !== end || !last.isLine || endsLine(text, until)) return end;
  return text.byteAt(end) === 0x0d && text.byteAt(end + 1) === 0x0a ? end + 2 : end + 1;
}

/** Removes a range, except the comments in it that belong to the container. */
function cutAround(places: Places, start: number, end: number, { own }: TokenGap): Splice[] {
  const splices: Splice[] = [];
  let from = start;
  for (const comment of own) {
    if (comment.start < start || comment.end > end) continue;
    splices.push(cut(from, comment.start));
    from = comment.end;
    if (comment.isLine) from = Math.min(end, from + (places.text.byteAt(from) === 0x0d ? 2 : 1));
  }
  splices.push(cut(from, end));
  return splices.filter((splice) => splice.end > splice.start);
}

function cut(start: number, end: number): Splice {
  return { start: asByte(start), end: asByte(Math.max(start, end)), insert: new Uint8Array() };
}

/** The splices that insert items into a slot of a container that is not empty. */
export function insertRelaxed(places: Places, slot: Slot, items: readonly Item[]): Splice[] {
  const { container, ordinal } = slot;
  const { children, text } = places;
  const layout = layoutOf(places, container, Math.max(0, ordinal - 1));
  const space = spaceOf(layout);
  if (ordinal === 0 || slot.before === true) {
    const gap = gapBefore(places, container, children.nth(container, ordinal));
    const start = leadStart(gap);
    const parts = formatItems(places, container, layout, items, true);
    const ends = endsInComment(items, layout) && !opensLine(space) ? lineEnd(places) : '';
    return [replaceBytes(start, start, [...parts, encodeUtf8(ends + space)])];
  }
  const neighbour = children.nth(container, ordinal - 1);
  const gap = gapAfter(places, container, neighbour);
  const at = trailEnd(gap);
  const eol = lineEnd(places);
  const isTold = gap.trail.at(-1)?.isLine === true && !opensLine(space);
  const needsEnd = endsInComment(items, layout) && !endsLine(text, at);
  const outer = lineIndent(places, places.tape.start(container)) ?? '';
  const parts = [
    encodeUtf8((isTold ? eol + outer : '') + space),
    ...formatItems(places, container, layout, items, gap.comma >= 0),
    encodeUtf8(needsEnd ? eol + outer : ''),
  ];
  if (gap.comma >= 0) return [replaceBytes(at, at, parts)];
  if (at === gap.start) return [replaceBytes(at, at, [COMMA, ...parts])];
  return [replaceBytes(gap.start, gap.start, [COMMA]), replaceBytes(at, at, parts)];
}

/** Whether a run is at the end of its container. */
export function isTail({ tape }: Places, { container, last }: Run): boolean {
  return tape.next(last) === tape.closing(container);
}

/** The splice that replaces the last items of a container; a comma after them stays. */
export function replaceTail(places: Places, { container, first, last, ordinal }: Run, items: readonly Item[]): Splice {
  const [before, after] = [gapBefore(places, container, first), gapAfter(places, container, last)];
  const layout = layoutOf(places, container, Math.max(0, ordinal - 1));
  const end = trailEnd(after);
  const start = keptEnd(places, before, before.start);
  const space = encodeUtf8(spaceOf(layout));
  const eol = encodeUtf8(lineEnd(places));
  const parts = [space, ...formatItems(places, container, layout, items, after.comma >= 0)];
  let isTold = endsInComment(items, layout);
  // The container's own comments may come before its last comma.
  for (const comment of after.own.filter((own) => own.end <= end)) {
    parts.push(isTold ? eol : encodeUtf8(' '), places.text.slice(comment.start, comment.end).slice());
    isTold = comment.isLine;
  }
  if (isTold && !endsLine(places.text, end)) parts.push(eol);
  return replaceBytes(start, end, parts);
}

/** The splice that replaces the items of a container; its own comments stay. */
export function fillRelaxed(places: Places, container: number, items: readonly Item[]): Splice {
  const { tape, text } = places;
  const layout = layoutOf(places, container);
  const eol = lineEnd(places);
  const gaps: TokenGap[] = [];
  for (let child = container + 1; child < tape.closing(container); child = tape.next(child)) {
    gaps.push(gapBefore(places, container, child));
    if (tape.next(child) === tape.closing(container)) gaps.push(gapAfter(places, container, child));
  }
  if (gaps.length === 0) gaps.push(gapInside(places, container));
  const own = gaps.flatMap((gap) => gap.own);
  const kept = own.flatMap((comment, index) => {
    const [gap] = gaps;
    const isFirst = index === 0 && gap !== undefined && gap.comma < 0 && gap.own.includes(comment);
    const isBehindLine = index > 0 && own.at(index - 1)?.isLine === true;
    const ends = isBehindLine && !opensLine(layout.first) ? eol : '';
    const first = isFirst ? text.slice(gap.start, comment.start) : encodeUtf8(ends + layout.first);
    return [first.slice(), text.slice(comment.start, comment.end).slice()];
  });
  const isTold = own.at(-1)?.isLine === true && !layout.first.includes('\n');
  // A trailing comma is not part of the layout.
  const comma = layout.last.indexOf(',');
  const last = layout.last.slice(comma + 1);
  const parts = formatItems(places, container, layout, items, comma >= 0);
  const needsEnd = endsInComment(items, layout) && !opensLine(last);
  const start = tape.start(container) + 1;
  return replaceBytes(start, tape.start(tape.closing(container)), [
    ...kept,
    encodeUtf8((isTold ? eol : '') + layout.first),
    ...parts,
    encodeUtf8((needsEnd ? eol : '') + last),
  ]);
}

function opensLine(space: string): boolean {
  return /^[ \t]*[\r\n]/.test(space);
}

/** The splices that remove a member's key and colon. Comments between them and the value stay. */
export function cutKey(places: Places, key: { start: number; end: number }, colon: number, value: number): Splice[] {
  let hasComments = false;
  for (const at of [key.end, colon + 1]) skipTrivia(places.text, at, () => (hasComments = true));
  if (!hasComments) return [cut(key.start, value)];
  return [cut(key.start, key.end), cut(colon, colon + 1)];
}
