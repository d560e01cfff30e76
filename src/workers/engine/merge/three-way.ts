// Merges the edits of two documents that come from the same one. The result is one of the two with the other's edits written into
// it, so that every byte that nobody edited stays. What both have edited differently is a conflict.
//
//   base ──┬─▶ left ──┐ differences of left and right ──▶ each is right's edit, left's edit, or both
//          └─▶ right ─┘        where the base is equal to left: right's        equal to right: left's
//
// Before that, what both have added to an array at one place is put beside each other, and values that moved get the edits of the
// other side: then differences of order are left alone.

import { COMPARE_DEFAULTS, readChange, CHANGE_WORDS, type CompareOptions } from '../../../shared/protocol/compare.ts';
import {
  conflictKey,
  type ConflictKind,
  type MergeAnswer,
  type MergeConflict,
  type MergeSide,
  type MergeValues,
} from '../../../shared/protocol/jobs/merge.ts';
import { toPointer } from '../../../shared/document/path.ts';
import { mapOffset, type Splice } from '../../../shared/document/splice.ts';
import { asByte, asNode } from '../../../shared/units.ts';
import type { Work } from '../base/work.ts';
import { itemOf, mergeChanges } from '../diff/output/merge.ts';
import { identityOf, USUAL_IDENTITIES } from '../diff/match/identity.ts';
import { entryOf, isPaired } from '../diff/match/pairing.ts';
import { compareDocuments, type Comparison } from '../diff/result/compare.ts';
import { counterpartOf } from '../diff/result/counterparts.ts';
import type { JsonDocument } from '../document/document.ts';
import { insertItems, slotAt } from '../edit/insertion.ts';
import { nameOf } from '../tape/places.ts';
import { mergeComments } from './merge-comments.ts';
import {
  copyOf,
  edited,
  isEqual,
  isItem,
  movesOf,
  parse,
  placeOf,
  replace,
  startOf,
  textAt,
  type ConflictPlace,
} from './merged-documents.ts';

/** A merge. */
export interface ThreeWayMerge {
  /** The text, with what `prefer` says where both sides conflict. */
  readonly text: Uint8Array;
  readonly conflicts: readonly MergeConflict[];
}

export interface MergeOptions {
  /** What stands where both conflict: of all the edit of one side, or of each something else. */
  readonly prefer: MergeSide | ((conflict: MergeConflict) => MergeAnswer);
  /** The key that identifies items of arrays; `null`: detected for each array. */
  readonly identity: string | null;
}

/** Sub-merges in each other: a value that moved inside of one that moved. */
const MAX_DEPTH = 20;

/** Merges two documents that come from `base`. All must be valid. @throws CodedError as the engine's comparison */
export function* mergeThreeWay(
  base: JsonDocument,
  left: JsonDocument,
  right: JsonDocument,
  options: MergeOptions,
): Work<ThreeWayMerge> {
  const compare = compareOptions(options);
  // What a comparison does not see (layout, comments, the order of keys) stays with the document that is written into.
  const isSwapped = !(yield* isEditedOnly(base, right, compare)) && (yield* isEditedOnly(base, left, compare));
  if (!isSwapped) return yield* new Merge(base, left, right, { ...options, isSwapped }, 0).run();
  const prefer = (conflict: MergeConflict): MergeAnswer => {
    const answer = answerOf(swapped(conflict), options);
    return answer === 'left' ? 'right' : answer === 'right' ? 'left' : answer;
  };
  const { text, conflicts } = yield* new Merge(base, right, left, { ...options, prefer, isSwapped }, 0).run();
  return { text, conflicts: conflicts.map(swapped) };
}

/** A conflict as it is from the other side. */
function swapped({ kind, values: { base, left, right }, ...conflict }: MergeConflict): MergeConflict {
  return { ...conflict, kind: SWAPPED[kind], values: { base, left: right, right: left } };
}

function answerOf(conflict: MergeConflict, { prefer }: Pick<MergeOptions, 'prefer'>): MergeAnswer {
  return typeof prefer === 'string' ? prefer : prefer(conflict);
}

interface InnerOptions extends MergeOptions {
  /** Whether left and right are the other way round than the caller has them. */
  readonly isSwapped: boolean;
}

/** A conflict whose both values stand, or another text: the entries of the values, -1 where there is none. */
interface Answered {
  readonly l: number;
  readonly r: number;
}

const SWAPPED: Readonly<Record<ConflictKind, ConflictKind>> = {
  'edit/edit': 'edit/edit',
  'add/add': 'add/add',
  'delete/edit': 'edit/delete',
  'edit/delete': 'delete/edit',
  'move/move': 'move/move',
  comment: 'comment',
};

function compareOptions({ identity }: Pick<MergeOptions, 'identity'>): CompareOptions {
  return { ...COMPARE_DEFAULTS, numbers: 'spelling', identity };
}

/** Whether all that one document has done to the base is seen by a comparison. */
function* isEditedOnly(base: JsonDocument, other: JsonDocument, compare: CompareOptions): Work<boolean> {
  const comparison = yield* compareDocuments(base, other, compare);
  const copy = copyOf(base);
  copy.apply(yield* mergeChanges(comparison, { type: 'all' }, 'left'));
  const [one, two] = [copy.memory.text(), other.memory.text()];
  return one.length === two.length && one.every((byte, at) => byte === two[at]);
}

/** Where a value comes from. */
interface Origin {
  /** Its entry in the base; -1 if it was added. */
  readonly entry: number;
  readonly hasMoved: boolean;
}

class Merge {
  private readonly conflicts: MergeConflict[] = [];
  /** The changes of left and right that are taken from right. */
  private readonly taken: number[] = [];
  private readonly both: Answered[] = [];
  /** Texts that stand in place of both values, by the key of the conflict. */
  private readonly written = new Map<string, Answered & { readonly text: string }>();
  private fromBase!: { readonly left: Comparison; readonly right: Comparison };
  private sides!: Comparison;
  private movesApart: boolean | null = null;
  /** What has moved since the base: its entry there, by its entry here. */
  private moves!: { readonly left: ReadonlyMap<number, number>; readonly right: ReadonlyMap<number, number> };

  constructor(
    private readonly base: JsonDocument,
    private readonly left: JsonDocument,
    private readonly right: JsonDocument,
    private readonly options: InnerOptions,
    private readonly depth: number,
  ) {}

  *run(): Work<ThreeWayMerge> {
    const compare = compareOptions(this.options);
    this.sides = yield* compareDocuments(this.left, this.right, compare);
    this.fromBase = {
      left: yield* compareDocuments(this.base, this.left, compare),
      right: yield* compareDocuments(this.base, this.right, compare),
    };
    this.moves = { left: movesOf(this.fromBase.left), right: movesOf(this.fromBase.right) };
    const comments = this.depth === 0 ? yield* this.mergeComments() : [];
    if (comments.length > 0) {
      const left = yield* edited(this.left, comments);
      return yield* this.continueWith(new Merge(this.base, left, this.right, this.options, 1));
    }
    const prepared = this.depth < MAX_DEPTH ? yield* this.prepare() : null;
    if (prepared !== null) return yield* this.continueWith(prepared);
    yield* this.decide();
    const { conflicts } = this;
    if (this.written.size > 0) return { text: yield* this.mergeWritten(), conflicts };
    if (this.taken.length === 0 && this.both.length === 0) return { text: this.left.memory.text(), conflicts };
    const indexes = Uint32Array.from(new Set(this.taken)).toSorted();
    const result = copyOf(this.left);
    const splices = indexes.length === 0 ? [] : yield* mergeChanges(this.sides, { type: 'changes', indexes }, 'left');
    result.apply(splices);
    yield* this.addBoth(result, splices);
    return { text: result.memory.text(), conflicts };
  }

  /** The result of a merge that goes on from this one. */
  private *continueWith(next: Merge): Work<ThreeWayMerge> {
    const { text, conflicts } = yield* next.run();
    return { text, conflicts: [...this.conflicts, ...conflicts] };
  }

  /** Notes a conflict of comments. Those of an item and those inside of it are one: they have the same path. */
  private addComments(conflict: MergeConflict): void {
    const { conflicts } = this;
    const known = conflicts.findIndex((one) => conflictKey(one) === conflictKey(conflict));
    const before = conflicts[known]?.values;
    if (before === undefined) {
      conflicts.push(conflict);
      return;
    }
    const join = (side: keyof MergeValues): string =>
      [before[side], conflict.values[side]].filter((text) => text !== null && text !== '').join('\n');
    conflicts[known] = { ...conflict, values: { base: join('base'), left: join('left'), right: join('right') } };
  }

  private *mergeComments(): Work<Splice[]> {
    const { base, left, right } = this;
    const there = {
      left: new Map([...this.moves.left].map(([entry, from]) => [from, entry])),
      right: new Map([...this.moves.right].map(([entry, from]) => [from, entry])),
    };
    return yield* mergeComments({
      base,
      left,
      right,
      originOf: (side, entry) => this.originOf(side, entry).entry,
      counterpartOf: (side, entry) => {
        const { node, isExact } = counterpartOf(this.fromBase[side], 'left', entry);
        return there[side].get(entry) ?? (isExact ? node : -1);
      },
      decide: (entry, values) => {
        const conflict: MergeConflict = { ...placeOf(base.places, entry), kind: 'comment', takesBoth: false, values };
        this.addComments(conflict);
        return answerOf(conflict, this.options) === 'right' ? 'right' : 'left';
      },
    });
  }

  /** Adds the right value beside the left one, where both stand. `splices` have made the result of the left document. */
  private *addBoth(result: JsonDocument, splices: readonly Splice[]): Work<void> {
    if (this.both.length === 0) return;
    yield* result.settle();
    const { places } = result;
    const added = this.both.flatMap(({ l, r }) => {
      const { start, end } = this.left.places.range(l);
      const entry = places.atItem(
        mapOffset(splices, asByte(start), 'after'),
        mapOffset(splices, asByte(end), 'before'),
      );
      const slot = slotAt(places, asNode(entry), this.options.isSwapped ? 'before' : 'after');
      return insertItems(places, slot, [itemOf(this.right.places, r, places)]);
    });
    result.apply(added.toSorted((a, b) => a.start - b.start || a.end - b.end));
  }

  /** Merges again, with the texts that stand in place of both values on both sides: then nobody conflicts there. */
  private *mergeWritten(): Work<Uint8Array> {
    const { base, left, right, options, depth, written } = this;
    const own: Splice[] = [];
    const other: Splice[] = [];
    for (const { l, r, text } of written.values()) {
      const bytes = new TextEncoder().encode(text);
      if (l >= 0) replace(left.places, l, textAt(left, l), bytes, own);
      if (r >= 0) replace(right.places, r, textAt(right, r), bytes, other);
    }
    const prefer = (conflict: MergeConflict): MergeAnswer => {
      const known = written.get(conflictKey(conflict));
      return known === undefined ? answerOf(conflict, options) : known.l >= 0 ? 'left' : 'right';
    };
    const again = { ...options, prefer };
    return (yield* new Merge(base, yield* edited(left, own), yield* edited(right, other), again, depth + 1).run()).text;
  }

  /** Puts additions beside each other, and edits into values that moved. Returns the merge that is left; `null` if there is none. */
  private *prepare(): Work<Merge | null> {
    const { left, right } = this;
    const own: Splice[] = [];
    const other: Splice[] = [];
    /** Added items of left that have the one of right beside them. */
    const joined = new Set<number>();
    for (const { kind, l, r, partner, index } of this.changes()) {
      const [added, theirs] = kind === 'update' ? [this.addedItem('left', l), this.addedItem('right', r)] : [-1, -1];
      if (added >= 0 && theirs >= 0 && !joined.has(added) && !(yield* this.isSameRecord(added, theirs))) {
        joined.add(added);
        const item = itemOf(right.places, theirs, left.places);
        own.push(...insertItems(left.places, slotAt(left.places, asNode(added), 'after'), [item]));
      }
      // Both halves of a move are listed.
      if (partner === null || kind !== 'delete' || partner === index) continue;
      const { right: moved } = readChange(this.sides.changes, partner);
      const { entry } = this.originOf('left', l);
      if (moved === null || entry < 0 || this.originOf('right', moved).entry !== entry) continue;
      const [ownText, otherText] = [textAt(left, l), textAt(right, moved)];
      if (ownText === otherText) continue;
      const part = (document: JsonDocument, text: string): JsonDocument =>
        parse(
          document.memory.module,
          new TextEncoder().encode(text),
          document.dialect === 'ndjson' ? 'json' : document.dialect,
        );
      const around = toPointer(this.base.places.path(entry));
      const placed = (conflict: MergeConflict): MergeConflict => ({ ...conflict, path: `${around}${conflict.path}` });
      const inner = new Merge(
        part(this.base, textAt(this.base, entry)),
        part(left, ownText),
        part(right, otherText),
        { ...this.options, prefer: (conflict) => answerOf(placed(conflict), this.options) },
        this.depth + 1,
      );
      const { text, conflicts } = yield* inner.run();
      this.conflicts.push(...conflicts.map(placed));
      replace(left.places, l, ownText, text, own);
      replace(right.places, moved, otherText, text, other);
    }
    if (own.length === 0 && other.length === 0) return null;
    return new Merge(this.base, yield* edited(left, own), yield* edited(right, other), this.options, this.depth + 1);
  }

  /** The outermost item of an array that holds a value and was added with it; -1 if it is in none. */
  private addedItem(side: MergeSide, entry: number): number {
    const { places } = this[side];
    let found = -1;
    for (let at = entry; at > 0 && this.originOf(side, at).entry < 0; at = places.parent(at))
      if (isItem(places, at)) found = at;
    return found;
  }

  /** Whether two added items are the same record by the key that identifies them: then what they differ in is a conflict. */
  private *isSameRecord(one: number, other: number): Work<boolean> {
    const { left, right, options } = this;
    const names = options.identity === null ? USUAL_IDENTITIES : [options.identity];
    for (const name of names) {
      const [own, theirs] = [identityOf(left, one, nameOf(name)), identityOf(right, other, nameOf(name))];
      if (own >= 0 && theirs >= 0) return yield* isEqual(left, own, right, theirs);
    }
    return false;
  }

  /** Decides of each difference whose edit it is. */
  private *decide(): Work<void> {
    /** Differences that a comparison of both sides does not pair, by what they come from. */
    const alone = new Map<number, { l?: { entry: number; index: number }; r?: { entry: number; index: number } }>();
    const movedArrays = new Map<number, number[]>();
    const doubled = new Set<number>();
    for (const { kind, l, r, partner, index } of this.changes()) {
      if (kind === 'update') yield* this.decideUpdate(l, r, index);
      else if (partner !== null)
        this.decideMove(index, kind === 'delete' ? l : -1, kind === 'create' ? r : -1, partner, movedArrays, doubled);
      else {
        const origin = kind === 'delete' ? this.originOf('left', l) : this.originOf('right', r);
        if (origin.entry < 0) {
          // Added: left's stays, right's comes.
          if (kind === 'create') this.taken.push(index);
          continue;
        }
        const known = alone.get(origin.entry) ?? {};
        if (kind === 'delete') known.l = { entry: l, index };
        else known.r = { entry: r, index };
        alone.set(origin.entry, known);
      }
    }
    for (const [entry, indexes] of movedArrays) {
      if (this.conflict(entry, 'move/move', -1, -1) === 'right') this.taken.push(...indexes);
    }
    for (const [entry, { l, r }] of alone) yield* this.decideAlone(entry, l, r);
  }

  private *decideUpdate(l: number, r: number, index: number): Work<void> {
    const { base, left, right } = this;
    const [own, other] = [this.originOf('left', l), this.originOf('right', r)];
    const { entry } = own;
    if (entry < 0 && other.entry < 0) {
      if (this.settle(placeOf(left.places, l), 'add/add', -1, l, r) === 'right') this.taken.push(index);
      return;
    }
    if (entry === other.entry) {
      if (yield* isEqual(left, l, right, r)) {
        // Only spelt otherwise.
        if (textAt(base, entry) === textAt(left, l)) this.taken.push(index);
        return;
      }
      if (yield* isEqual(base, entry, left, l)) {
        this.taken.push(index);
        return;
      }
      if (yield* isEqual(base, entry, right, r)) return;
    }
    if (this.conflict(entry < 0 ? other.entry : entry, 'edit/edit', l, r) === 'right') this.taken.push(index);
  }

  /** Whether a side has moved items of an array of the base. */
  private hasMovesIn(side: 'left' | 'right', array: number): boolean {
    return [...this.moves[side].values()].some((entry) => this.base.places.parent(entry) === array);
  }

  /** Whether what each side has moved, and the other has not, is what both differ in: otherwise their orders do not go together. */
  private areMovesApart(): boolean {
    this.movesApart ??= this.findMovesApart();
    return this.movesApart;
  }

  private findMovesApart(): boolean {
    const [own, other] = [new Set(this.moves.left.values()), new Set(this.moves.right.values())];
    const between = new Set<number>();
    for (const { kind, l, partner } of this.changes()) {
      if (kind === 'delete' && partner !== null) between.add(this.originOf('left', l).entry);
    }
    const isApart = (one: ReadonlySet<number>, two: ReadonlySet<number>): boolean =>
      [...one].every((entry) => two.has(entry) || between.has(entry));
    return isApart(own, other) && isApart(other, own);
  }

  /** Decides of a value that one side has elsewhere. */
  private decideMove(
    index: number,
    l: number,
    r: number,
    partner: number,
    arrays: Map<number, number[]>,
    done: Set<number>,
  ): void {
    if (done.has(index)) return;
    done.add(index).add(partner);
    const pair = readChange(this.sides.changes, partner);
    const own = this.originOf('left', l >= 0 ? l : (pair.left ?? -1));
    const other = this.originOf('right', r >= 0 ? r : (pair.right ?? -1));
    const array = this.base.places.parent(own.entry < 0 ? other.entry : own.entry);
    const [isOwn, isOther] = [this.hasMovesIn('left', array), this.hasMovesIn('right', array)];
    // Which of two neighbours has moved is a matter of taste: where one side has moved anything, it was that side.
    const isLeft = isOwn && (!isOther || (own.hasMoved && !other.hasMoved && this.areMovesApart()));
    const isRight = isOther && (!isOwn || (other.hasMoved && !own.hasMoved && this.areMovesApart()));
    if (isRight) this.taken.push(index);
    if (isLeft || isRight || !isOwn) return;
    arrays.set(array, [...(arrays.get(array) ?? []), index]);
  }

  /** Decides of what only one side has, or what both have in unlike places. */
  private *decideAlone(
    entry: number,
    l: { readonly entry: number; readonly index: number } | undefined,
    r: { readonly entry: number; readonly index: number } | undefined,
  ): Work<void> {
    const { base, left, right } = this;
    const isKept = l !== undefined && (yield* isEqual(base, entry, left, l.entry));
    const isTheirs = r !== undefined && (yield* isEqual(base, entry, right, r.entry));
    const take = (...changes: ({ readonly index: number } | undefined)[]): void => {
      for (const change of changes) if (change !== undefined) this.taken.push(change.index);
    };
    if (l !== undefined && r !== undefined) {
      if (isKept) take(l, r);
      else if (!isTheirs) {
        if (this.conflict(entry, 'edit/edit', l.entry, r.entry) === 'right') take(l, r);
      }
    } else if (l !== undefined) {
      if (isKept || this.conflict(entry, 'edit/delete', l.entry, -1) === 'right') take(l);
    } else if (r !== undefined && !isTheirs) {
      if (this.conflict(entry, 'delete/edit', -1, r.entry) === 'right') take(r);
    }
  }

  /** Notes a conflict at an entry of the base. Returns the side whose edit stands. */
  private conflict(entry: number, kind: ConflictKind, l: number, r: number): MergeSide {
    return this.settle(placeOf(this.base.places, entry), kind, entry, l, r);
  }

  private settle(place: ConflictPlace, kind: ConflictKind, entry: number, l: number, r: number): MergeSide {
    const takesBoth = l >= 0 && r >= 0 && isItem(this.left.places, l) && isItem(this.right.places, r);
    const conflict = { ...place, kind, takesBoth, values: this.valuesOf(entry, l, r) };
    this.conflicts.push(conflict);
    const answer = answerOf(conflict, this.options);
    if (answer === 'left' || answer === 'right') return answer;
    if (answer === 'both') {
      if (takesBoth) this.both.push({ l, r });
    } else if (l >= 0 || r >= 0) {
      this.written.set(conflictKey(conflict), { l, r, text: answer.text });
    }
    return l >= 0 ? 'left' : 'right';
  }

  private valuesOf(entry: number, l: number, r: number): MergeValues {
    const shown = (document: JsonDocument, at: number): string | null => (at < 0 ? null : startOf(document, at));
    return { base: shown(this.base, entry), left: shown(this.left, l), right: shown(this.right, r) };
  }

  private originOf(side: 'left' | 'right', entry: number): Origin {
    if (entry < 0) return { entry: -1, hasMoved: false };
    const moved = this.moves[side].get(entry);
    if (moved !== undefined) return { entry: moved, hasMoved: true };
    const comparison = this.fromBase[side];
    const word = comparison.pairing.right[entry] ?? 0;
    if (isPaired(word)) return { entry: entryOf(word), hasMoved: false };
    const { node, isExact } = counterpartOf(comparison, 'right', entry);
    return { entry: isExact ? node : this.insideMoved(side, entry), hasMoved: false };
  }

  /** The entry in the base of a value inside of one that has moved, by its path in that; -1 if it is in none. */
  private insideMoved(side: 'left' | 'right', entry: number): number {
    const { places } = side === 'left' ? this.left : this.right;
    const steps = places.steps(entry);
    const at = steps.findLastIndex(({ child }) => this.moves[side].has(child));
    if (at < 0) return -1;
    let found = this.moves[side].get(steps[at]?.child ?? -1) ?? -1;
    for (const segment of places.path(entry).slice(at + 1))
      found = found < 0 ? -1 : this.base.places.child(found, segment);
    return found;
  }

  private *changes() {
    const { changes } = this.sides;
    for (let index = 0; index < changes.length / CHANGE_WORDS; index += 1) {
      const { kind, left, right, partner } = readChange(changes, index);
      yield { kind, l: left ?? -1, r: right ?? -1, partner, index };
    }
  }
}
