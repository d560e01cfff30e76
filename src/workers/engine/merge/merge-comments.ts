// The comments of items in a three-way merge: a comparison does not see them. What one side has done to the comments of an item
// goes into the other one; where both have done something else, somebody decides.

import { hasComments } from '../../../shared/document/dialect.ts';
import type { Splice } from '../../../shared/document/splice.ts';
import type { MergeSide, MergeValues } from '../../../shared/protocol/jobs/merge.ts';
import { asByte } from '../../../shared/units.ts';
import { encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { Work } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';
import { endsLine, gapAfter, gapBefore, leadStart } from '../layout/comment-owner.ts';
import { commentsOf } from '../layout/comments.ts';
import { lineEnd, lineIndent } from '../layout/container-layout.ts';
import type { Comment } from '../tape/trivia.ts';
import type { Places } from '../tape/places.ts';

/** Entries per slice. */
const SLICE_ENTRIES = 4096;

/** The comments above an item, and behind it. */
interface ItsComments {
  readonly before: readonly string[];
  readonly behind: readonly string[];
}

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
  if (!hasComments(base.dialect)) return [];
  const entries = new Set([
    ...(yield* commented(base)),
    ...(yield* commented(left)).map((entry) => merge.originOf('left', entry)),
    ...(yield* commented(right)).map((entry) => merge.originOf('right', entry)),
  ]);
  const splices: Splice[] = [];
  for (const entry of [...entries].toSorted((a, b) => a - b)) {
    if (entry <= 0) continue;
    const [l, r] = [merge.counterpartOf('left', entry), merge.counterpartOf('right', entry)];
    if (l <= 0 || r <= 0) continue;
    const [was, own, other] = [
      itsComments(base.places, entry),
      itsComments(left.places, l),
      itsComments(right.places, r),
    ];
    const [before, mine, theirs] = [spell(was), spell(own), spell(other)];
    if (theirs === before || theirs === mine) continue;
    const isOwn = mine !== before;
    if (isOwn && merge.decide(entry, { base: before, left: mine, right: theirs }) === 'left') continue;
    splices.push(...rewrite(left.places, l, own, other));
  }
  return splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** The entries of a document that have comments. */
function* commented({ places }: JsonDocument): Work<number[]> {
  const { tape } = places;
  const found: number[] = [];
  for (let entry = 1; entry < tape.count; entry += 1) {
    if (entry % SLICE_ENTRIES === 0) yield { done: entry, total: tape.count };
    if (tape.isClosing(entry)) continue;
    const { before, behind } = itsComments(places, entry);
    if (before.length + behind.length > 0) found.push(entry);
  }
  return found;
}

function itsComments(places: Places, entry: number): ItsComments {
  const { before, behind } = commentsOf(places, places.parent(entry), entry);
  return { before, behind };
}

function spell({ before, behind }: ItsComments): string {
  return [...before, ...behind].join('\n');
}

/** The splices that give an item other comments. Comments that can't stand where the item is, in a line with others, stay. */
function rewrite(places: Places, item: number, own: ItsComments, other: ItsComments): Splice[] {
  const container = places.parent(item);
  const [above, below] = [gapBefore(places, container, item), gapAfter(places, container, item)];
  const start = places.itemStart(container, item);
  const indent = lineIndent(places, start);
  const splices: Splice[] = [];
  if (own.before.join('\n') !== other.before.join('\n')) {
    const each = replaceEach(places, above.lead, other.before);
    if (each !== null) splices.push(...each);
    else if (indent !== null) {
      const lines = other.before.map((comment) => comment + lineEnd(places) + indent);
      splices.push(replacement(leadStart(above), start, lines.join('')));
    }
  }
  if (own.behind.join('\n') !== other.behind.join('\n')) {
    const each = replaceEach(places, below.trail, other.behind);
    const end = Math.max(below.comma + 1, below.trail.at(-1)?.end ?? below.start);
    if (each !== null) splices.push(...each);
    else if (endsLine(places.text, end)) {
      for (const comment of below.trail) splices.push(replacement(withSpaces(places, comment), comment.end, ''));
      splices.push(replacement(end, end, other.behind.map((comment) => ` ${comment}`).join('')));
    }
  }
  return splices;
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
