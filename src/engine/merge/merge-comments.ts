// Comments in a three-way merge: a comparison does not see them. What one side has done to the comments of an item, of a container or
// around the document goes into the other one; where both have done something else, somebody decides.

import type { Splice } from '../../shared/document/splice.ts';
import type { MergeSide, MergeValues } from '../../shared/protocol/merge.ts';
import { asByte } from '../../shared/units.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { Work } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';
import { endsLine, gapAfter, gapBefore, gapInside, leadStart, trailEnd } from '../layout/comment-owner.ts';
import { commentsOf, flatComment, insideOf, type Comments } from '../layout/comments.ts';
import { lineEnd, lineIndent } from '../layout/container-layout.ts';
import { readKey, skipTrivia, type Comment } from '../tape/trivia.ts';
import type { Places } from '../tape/places.ts';

/** Entries per slice. */
const SLICE_ENTRIES = 4096;

/** The documents, and where their values come from. */
export interface CommentMerge {
  readonly base: JsonDocument;
  readonly left: JsonDocument;
  readonly right: JsonDocument;
  /** The entry in the base of a value of a side; -1 if it was added. */
  originOf(side: MergeSide, entry: number): number;
  /** The entry of a value of the base on a side; -1 if it is not there. */
  counterpartOf(side: MergeSide, entry: number): number;
  /** Returns whose comments stand where both have changed them. */
  decide(entry: number, values: MergeValues): MergeSide;
}

/** Returns the splices that write what right has done to comments into the left document. */
export function* mergeComments(merge: CommentMerge): Work<Splice[]> {
  const { base, left, right } = merge;
  const parents = [base, left, right].map(({ places }) => parentsOf(places)) as [Int32Array, Int32Array, Int32Array];
  const entries = new Set([
    ...(yield* commented(base, parents[0])),
    ...(yield* commented(left, parents[1])).map((entry) => merge.originOf('left', entry)),
    ...(yield* commented(right, parents[2])).map((entry) => merge.originOf('right', entry)),
  ]);
  const splices: Splice[] = [];
  for (const entry of [...entries].toSorted((a, b) => a - b)) {
    if (entry <= 0) continue;
    const [l, r] = [merge.counterpartOf('left', entry), merge.counterpartOf('right', entry)];
    if (l <= 0 || r <= 0) continue;
    const [was, own, other] = [
      commentsOf(base.places, parents[0][entry] ?? -1, entry),
      commentsOf(left.places, parents[1][l] ?? -1, l),
      commentsOf(right.places, parents[2][r] ?? -1, r),
    ];
    for (const part of ['before', 'inside', 'behind'] as const) {
      const [before, mine, theirs] = [was, own, other].map((comments) => comments[part].join('\n'));
      if (before === undefined || mine === undefined || theirs === undefined) continue;
      if (theirs === before || theirs === mine) continue;
      if (mine !== before && merge.decide(entry, { base: before, left: mine, right: theirs }) === 'left') continue;
      splices.push(...rewrite(left.places, parents[1][l] ?? -1, l, { ...own, [part]: other[part] }, own));
    }
  }
  splices.push(...(yield* mergeUnowned(merge)));
  return splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Merges the comments that belong to no item: those of containers, and those around the document. */
function* mergeUnowned(merge: CommentMerge): Work<Splice[]> {
  const { base, left, right } = merge;
  const splices: Splice[] = [];
  const take = (entry: number, was: readonly string[], own: UnownedComments, other: readonly string[]): void => {
    const [before, mine, theirs] = [was.join('\n'), spellAll(left.places, own.comments).join('\n'), other.join('\n')];
    if (theirs === before || theirs === mine) return;
    if (mine !== before && merge.decide(entry, { base: before, left: mine, right: theirs }) === 'left') return;
    splices.push(...rewriteUnowned(left.places, own, other));
  };
  for (const side of ['head', 'end'] as const) {
    const [was, own, other] = [base, left, right].map(({ places }) => aroundDocument(places, side));
    if (was === undefined || own === undefined || other === undefined) continue;
    take(0, spellAll(base.places, was.comments), own, spellAll(right.places, other.comments));
  }
  const { tape } = base.places;
  for (let entry = 0; entry < tape.count; entry += 1) {
    if (entry % SLICE_ENTRIES === SLICE_ENTRIES - 1) yield { done: entry, total: tape.count };
    if (!tape.isOpening(entry)) continue;
    const [l, r] = [merge.counterpartOf('left', entry), merge.counterpartOf('right', entry)];
    if (l < 0 || r < 0 || !left.places.tape.isOpening(l) || !right.places.tape.isOpening(r)) continue;
    const there = spellAll(right.places, ofContainer(right.places, r).comments);
    take(entry, spellAll(base.places, ofContainer(base.places, entry).comments), ofContainer(left.places, l), there);
  }
  return splices;
}

/** Where comments stand that belong to no item, and what separates another one from what is before it and behind it. */
interface UnownedComments {
  readonly comments: readonly Comment[];
  /** Where the first one would be inserted. */
  readonly at: number;
  readonly before: string;
  readonly behind: string;
}

function aroundDocument(places: Places, side: 'head' | 'end'): UnownedComments {
  const { text } = places;
  const comments: Comment[] = [];
  const from = side === 'head' ? 0 : places.range(0).end;
  skipTrivia(text, from, (comment) => comments.push(comment));
  const eol = lineEnd(places);
  if (side === 'head') return { comments, at: 0, before: '', behind: eol };
  const endsInLine = text.size > 0 && text.byteAt(text.size - 1) === 0x0a;
  return { comments, at: text.size, before: endsInLine ? '' : eol, behind: endsInLine ? eol : '' };
}

function ofContainer(places: Places, container: number): UnownedComments {
  const { tape } = places;
  const close = tape.closing(container);
  const comments: Comment[] = [];
  let last = -1;
  for (let child = container + 1; child < close; child = tape.next(child)) {
    comments.push(...gapBefore(places, container, child).own);
    last = child;
  }
  if (last < 0)
    return { comments: gapInside(places, container).own, at: tape.start(container) + 1, before: ' ', behind: ' ' };
  const gap = gapAfter(places, container, last);
  comments.push(...gap.own);
  const start = places.itemStart(container, last);
  const indent = endsLine(places.text, trailEnd(gap)) ? lineIndent(places, start) : null;
  return { comments, at: trailEnd(gap), before: indent === null ? ' ' : lineEnd(places) + indent, behind: '' };
}

/** The splices that put other comments in a place: as block comments where something follows on their line. */
function rewriteUnowned(
  places: Places,
  { comments, at, before, behind }: UnownedComments,
  wanted: readonly string[],
): Splice[] {
  const last = comments.at(-1);
  if (last === undefined) {
    const isSafe = before.includes('\n') || behind.includes('\n');
    const spelt = isSafe ? wanted : wanted.map(flatComment);
    return [replacement(at, at, spelt.map((comment) => before + comment + behind).join(''))];
  }
  const fits = comments.every((comment) => endsLine(places.text, comment.end));
  const spelt = fits ? wanted : wanted.map(flatComment);
  const indent = spelt.length > comments.length ? (lineIndent(places, last.start) ?? '') : '';
  return comments.map((comment, index) => {
    const text = spelt[index];
    if (text === undefined) return replacement(withSpaces(places, comment), comment.end, '');
    const more = comment === last ? spelt.slice(index + 1).map((one) => lineEnd(places) + indent + one) : [];
    return replacement(comment.start, comment.end, [text, ...more].join(''));
  });
}

function spellAll(places: Places, comments: readonly Comment[]): string[] {
  return comments.map(({ start, end }) => decodeUtf8(places.text.slice(start, end)));
}

/** The entries of a document that have comments. */
function* commented({ places }: JsonDocument, parents: Int32Array): Work<number[]> {
  const { tape } = places;
  const found: number[] = [];
  for (let entry = 1; entry < tape.count; entry += 1) {
    if (entry % SLICE_ENTRIES === 0) yield { done: entry, total: tape.count };
    if (tape.isClosing(entry)) continue;
    const { before, inside, behind } = commentsOf(places, parents[entry] ?? -1, entry);
    if (before.length + inside.length + behind.length > 0) found.push(entry);
  }
  return found;
}

/** The container of each entry; -1 for the root. To look for one takes its depth. */
function parentsOf({ tape }: Places): Int32Array {
  const parents = new Int32Array(tape.count).fill(-1);
  const around: number[] = [];
  for (let entry = 0; entry < tape.count; entry += 1) {
    if (tape.isClosing(entry)) {
      around.pop();
      continue;
    }
    parents[entry] = around.at(-1) ?? -1;
    if (tape.isOpening(entry)) around.push(entry);
  }
  return parents;
}

/** The splices that give an item other comments. In a line with others, line comments become block comments. */
function rewrite(places: Places, container: number, item: number, other: Comments, own: Comments): Splice[] {
  const splices: Splice[] = [];
  if (own.before.join('\n') !== other.before.join('\n'))
    splices.push(...rewriteBefore(places, container, item, other.before));
  if (own.inside.join('\n') !== other.inside.join('\n')) {
    const inside = insideOf(places, item);
    const at = readKey(places, item).colon + 1;
    splices.push(
      ...(replaceEach(places, inside, other.inside) ?? replaceAll(places, inside, at, other.inside.map(flatComment))),
    );
  }
  if (own.behind.join('\n') !== other.behind.join('\n')) {
    const { start, comma, trail } = gapAfter(places, container, item);
    const end = Math.max(comma + 1, trail.at(-1)?.end ?? start);
    const isAtEnd = endsLine(places.text, end);
    const behind = isAtEnd ? other.behind : other.behind.map(flatComment);
    splices.push(
      ...(replaceEach(places, trail, other.behind) ?? replaceAll(places, trail, isAtEnd ? end : start, behind)),
    );
  }
  return splices;
}

function rewriteBefore(places: Places, container: number, item: number, wanted: readonly string[]): Splice[] {
  const gap = gapBefore(places, container, item);
  const each = replaceEach(places, gap.lead, wanted);
  if (each !== null) return each;
  const [from, start] = [leadStart(gap), places.itemStart(container, item)];
  const indent = startsLine(places, from) ? lineIndent(places, start) : null;
  const lines =
    indent !== null
      ? wanted.map((comment) => comment + lineEnd(places) + indent)
      : wanted.map((comment) => `${flatComment(comment)} `);
  return [replacement(from, start, lines.join(''))];
}

/** Removes comments, and writes others at one place. */
function replaceAll(places: Places, from: readonly Comment[], at: number, to: readonly string[]): Splice[] {
  return [
    ...from.map((comment) => replacement(withSpaces(places, comment), comment.end, '')),
    replacement(at, at, to.map((comment) => ` ${comment}`).join('')),
  ];
}

/** Whether only spaces and tabs come before on the line. */
function startsLine({ text }: Places, at: number): boolean {
  while (at > 0 && (text.byteAt(at - 1) === 0x20 || text.byteAt(at - 1) === 0x09)) at -= 1;
  return at === 0 || text.byteAt(at - 1) === 0x0a || text.byteAt(at - 1) === 0x0d;
}

/** Replaces comments one by one; `null` where there are more or fewer, or where a line comment would swallow what follows. */
function replaceEach(places: Places, from: readonly Comment[], to: readonly string[]): Splice[] | null {
  if (from.length === 0 || from.length !== to.length) return null;
  const fits = from.every(
    (comment, index) => to[index]?.startsWith('/*') === true || endsLine(places.text, comment.end),
  );
  return fits ? from.map(({ start, end }, index) => replacement(start, end, to[index] ?? '')) : null;
}

/** The start of a comment with the spaces before it. */
function withSpaces({ text }: Places, { start }: Comment): number {
  let at = start;
  while (at > 0 && (text.byteAt(at - 1) === 0x20 || text.byteAt(at - 1) === 0x09)) at -= 1;
  return at;
}

function replacement(start: number, end: number, text: string): Splice {
  return { start: asByte(start), end: asByte(end), insert: encodeUtf8(text) };
}
