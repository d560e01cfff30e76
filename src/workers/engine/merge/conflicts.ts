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

/** Collects the conflicts of one merge. */
export class Conflicts {
  readonly list: MergeConflict[] = [];

  constructor(
    private readonly versions: Versions,
    private readonly prefer: Prefer,
  ) {}

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
    return this.settle({ ...this.placeOf(base, left), kind, takesBoth: takesBoth && kind !== 'move/move', values });
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
    return this.settle({ ...this.placeOf(base, left), kind, takesBoth: false, values });
  }

  /** Notes a conflict of the comments of a value, and returns whose stand. Those of one value are one conflict. */
  decideComments(base: number, values: MergeValues): MergeSide {
    const conflict: MergeConflict = { ...this.placeOf(base, -1), kind: 'comment', takesBoth: false, values };
    const known = this.list.findIndex((one) => conflictKey(one) === conflictKey(conflict));
    const before = this.list[known]?.values;
    if (before === undefined) this.list.push(conflict);
    else {
      const join = (side: keyof MergeValues): string =>
        [before[side], values[side]].filter((text) => text !== null && text !== '').join('\n');
      this.list[known] = { ...conflict, values: { base: join('base'), left: join('left'), right: join('right') } };
    }
    return this.answerTo(conflict) === 'right' ? 'right' : 'left';
  }

  private settle(conflict: MergeConflict): MergeAnswer {
    this.list.push(conflict);
    const answer = this.answerTo(conflict);
    return answer === 'both' && !conflict.takesBoth ? 'left' : answer;
  }

  private answerTo(conflict: MergeConflict): MergeAnswer {
    return typeof this.prefer === 'string' ? this.prefer : this.prefer(conflict);
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
