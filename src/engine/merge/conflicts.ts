// The conflicts of a merge, and what was decided of each.

import { toJsonPath, toPointer, type Path } from '../../shared/document/path.ts';
import { countBelow } from '../../shared/bytes/binary-search.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import {
  conflictKey,
  MAX_CONFLICT_VALUE,
  type ConflictKind,
  type MergeAnswer,
  type MergeConflict,
  type MergeSide,
  type MergeValues,
} from '../../shared/protocol/merge.ts';
import { childrenOf, type SideData } from '../diff/hash/sides.ts';
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
  /** The containers in which there are conflicts, of the documents that paths are of. */
  private readonly siblings = { base: new Map<number, Siblings>(), left: new Map<number, Siblings>() };
  /** For containers of the left document that were added: the end of the container of the base that they are in. */
  private readonly addedIn = new Map<number, number>();

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
    const added: number[] = [];
    let order = 0;
    for (let around = places.parent(left); around >= 0; around = places.parent(around)) {
      const known = this.addedIn.get(around);
      const origin = known === undefined ? versions.left.originOf(around) : -1;
      added.push(around);
      if (known === undefined && origin < 0) continue;
      order = known ?? versions.base.tape.closing(origin);
      break;
    }
    for (const around of added) this.addedIn.set(around, order);
    return order;
  }

  private placeOf(base: number, left: number): Pick<MergeConflict, 'path' | 'jsonPath' | 'nth'> {
    const { versions } = this;
    return base < 0
      ? placeOf(versions.left.data, this.siblings.left, left)
      : placeOf(versions.base, this.siblings.base, base);
  }
}

/** The children of a container in which there are conflicts. */
interface Siblings {
  readonly pointer: string;
  readonly jsonPath: string;
  readonly children: Uint32Array;
  /** For each member of an object, which of several of its key it is; 0 for the only one. */
  readonly occurrences: Uint32Array | null;
}

/** Reads the children of a container: once, as each of them may conflict. */
function readSiblings(data: SideData, container: number): Siblings {
  const { places } = data;
  const children = childrenOf(data, container);
  const path = places.path(container);
  const occurrences = places.kind(container) === 'object' ? countKeys(places, children) : null;
  return { pointer: toPointer(path), jsonPath: toJsonPath(path), children, occurrences };
}

function countKeys(places: Places, members: Uint32Array): Uint32Array {
  const occurrences = new Uint32Array(members.length);
  const last = new Map<string, number>();
  for (const [at, member] of members.entries()) {
    const key = places.key(member);
    const before = last.get(key);
    last.set(key, at);
    if (before === undefined) continue;
    if (occurrences[before] === 0) occurrences[before] = 1;
    occurrences[at] = (occurrences[before] ?? 0) + 1;
  }
  return occurrences;
}

/** The place of a value, and which of several members of its key it is. */
function placeOf(
  data: SideData,
  known: Map<number, Siblings>,
  entry: number,
): Pick<MergeConflict, 'path' | 'jsonPath' | 'nth'> {
  const { places } = data;
  const parent = places.parent(entry);
  if (parent < 0) return { path: '', jsonPath: '$' };
  const siblings = known.get(parent) ?? readSiblings(data, parent);
  known.set(parent, siblings);
  const at = countBelow(siblings.children, entry);
  const inside: Path = [siblings.occurrences === null ? at : places.key(entry)];
  const path = siblings.pointer + toPointer(inside);
  const jsonPath = siblings.jsonPath + toJsonPath(inside).slice(1);
  if (siblings.occurrences === null) return { path, jsonPath };
  const nth = siblings.occurrences[at] ?? 0;
  return nth > 0 ? { path, jsonPath, nth } : { path, jsonPath };
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
