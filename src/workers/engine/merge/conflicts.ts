// The conflicts of a merge, and what was decided of each.

import { toPointer } from '../../../shared/document/path.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import {
  conflictKey,
  MAX_CONFLICT_VALUE,
  type ConflictKind,
  type MergeAnswer,
  type MergeConflict,
  type MergeSide,
  type MergeValues,
} from '../../../shared/protocol/jobs/merge.ts';
import type { JsonDocument } from '../document/document.ts';
import type { Places } from '../tape/places.ts';
import type { Range } from '../tape/tape.ts';
import type { Versions } from './versions.ts';

/** Says what stands where both sides conflict: all the edit of one side, or of each something else. */
export type Prefer = MergeSide | ((conflict: MergeConflict) => MergeAnswer);

/** A conflict, and the entry of the base by which conflicts are in the order of the document. */
interface NotedConflict {
  readonly conflict: MergeConflict;
  readonly at: number;
}

/** Collects the conflicts of one merge. */
export class Conflicts {
  private readonly noted: NotedConflict[] = [];
  /** The indexes of those between comments, by their keys. They are noted last. */
  private readonly comments = new Map<string, number>();

  constructor(
    private readonly versions: Versions,
    private readonly prefer: Prefer,
  ) {}

  get count(): number {
    return this.noted.length;
  }

  /** All conflicts, in the order of the document. */
  list(): MergeConflict[] {
    return this.noted.toSorted((one, other) => one.at - other.at).map(({ conflict }) => conflict);
  }

  /** Forgets the conflicts from a count on, except the last one: it stands for all of them. */
  forgetInside(count: number): void {
    this.noted.splice(count, this.noted.length - count - 1);
  }

  /** Notes a conflict between values, -1 for one that is missing, and returns what stands. Never `both` unless both can. */
  decide(kind: ConflictKind, base: number, left: number, right: number): MergeAnswer {
    const { versions } = this;
    const [one, other] = [versions.left.data.places, versions.right.data.places];
    const takesBoth = left >= 0 && right >= 0 && isItem(one, left) && isItem(other, right);
    const values: MergeValues = {
      base: base < 0 ? null : startOf(versions.base.document, base),
      left: left < 0 ? null : startOf(versions.left.document, left),
      right: right < 0 ? null : startOf(versions.right.document, right),
    };
    const place = this.placeOf(base, left);
    const conflict = { ...place, kind, takesBoth: takesBoth && kind !== 'move/move', values };
    return this.settle(conflict, this.orderOf(base, left));
  }

  /** Notes that a member has another key on one side, or another one on each, and returns what stands. */
  decideRename(base: number, left: number, right: number): MergeAnswer {
    const { versions } = this;
    const kind = right < 0 ? 'edit/delete' : left < 0 ? 'delete/edit' : 'edit/edit';
    const values: MergeValues = {
      base: memberText(versions.base.document, base),
      left: left < 0 ? null : memberText(versions.left.document, left),
      right: right < 0 ? null : memberText(versions.right.document, right),
    };
    return this.settle({ ...this.placeOf(base, left), kind, isRename: true, takesBoth: false, values }, base);
  }

  /** Notes a conflict of the comments of a value, and returns whose stand. Those of one value are one conflict. */
  decideComments(base: number, values: MergeValues): MergeSide {
    const conflict: MergeConflict = { ...this.placeOf(base, -1), kind: 'comment', takesBoth: false, values };
    const key = conflictKey(conflict);
    const known = this.comments.get(key) ?? this.noted.length;
    const before = this.noted[known]?.conflict.values;
    this.comments.set(key, known);
    if (before === undefined) this.noted.push({ conflict, at: base });
    else {
      const join = (side: keyof MergeValues): string =>
        [before[side], values[side]].filter((text) => text !== null && text !== '').join('\n');
      const joined = { base: join('base'), left: join('left'), right: join('right') };
      this.noted[known] = { conflict: { ...conflict, values: joined }, at: base };
    }
    return this.answerTo(conflict) === 'right' ? 'right' : 'left';
  }

  private settle(conflict: MergeConflict, at: number): MergeAnswer {
    this.noted.push({ conflict, at });
    const answer = this.answerTo(conflict);
    return answer === 'both' && !conflict.takesBoth ? 'left' : answer;
  }

  private answerTo(conflict: MergeConflict): MergeAnswer {
    return typeof this.prefer === 'string' ? this.prefer : this.prefer(conflict);
  }

  /** What both have added comes at the end of the container of the base that it is in. */
  private orderOf(base: number, left: number): number {
    const { versions } = this;
    if (base >= 0) return base;
    const { places } = versions.left.data;
    for (let around = places.parent(left); around >= 0; around = places.parent(around)) {
      const origin = versions.left.originOf(around);
      if (origin >= 0) return versions.base.tape.closing(origin);
    }
    return 0;
  }

  private placeOf(base: number, left: number): Pick<MergeConflict, 'path' | 'nth'> {
    const places = base < 0 ? this.versions.left.data.places : this.versions.base.places;
    return placeOf(places, base < 0 ? left : base);
  }
}

/** The place of a value, and which of several members of its key it is. */
function placeOf(places: Places, entry: number): Pick<MergeConflict, 'path' | 'nth'> {
  const path = toPointer(places.path(entry));
  const parent = places.parent(entry);
  if (parent < 0 || places.kind(parent) !== 'object') return { path };
  const key = places.key(entry);
  let nth = 0;
  let count = 0;
  for (let member = parent + 1; member < places.tape.closing(parent); member = places.tape.next(member)) {
    if (places.key(member) !== key) continue;
    count += 1;
    if (member === entry) nth = count;
  }
  return count > 1 ? { path, nth } : { path };
}

function isItem(places: Places, entry: number): boolean {
  const parent = places.parent(entry);
  return parent >= 0 && places.kind(parent) === 'array';
}

/** The beginning of a value's text. */
function startOf(document: JsonDocument, entry: number): string {
  return startOfText(document, document.places.range(entry));
}

/** The beginning of a member's text, with its key. */
function memberText(document: JsonDocument, entry: number): string {
  const { places } = document;
  return startOfText(document, { start: places.keyRange(entry).start, end: places.range(entry).end });
}

function startOfText({ memory }: JsonDocument, { start, end }: Range): string {
  if (end - start <= MAX_CONFLICT_VALUE) return decodeUtf8(memory.text(start, end));
  return `${decodeUtf8(memory.text(start, start + MAX_CONFLICT_VALUE)).replace(/\uFFFD+$/, '')}…`;
}
