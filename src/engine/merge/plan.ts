// Decides what a merged document has: whose value stands where, and in which order. Starts at the roots and opens only what both
// sides have changed; nothing recurses.
//
//   left as in the base, byte for byte      right's value, as it is spelt and laid out
//   right as in the base                    left's value
//   objects on all sides                    opened: members by key (`renames.ts`)
//   arrays on all sides                     opened: items by the pairs of both comparisons (`pair-additions.ts`)
//   equal by value                          left's value
//   anything else                           a conflict

import type { ConflictKind, MergeAnswer, MergeSide } from '../../shared/protocol/merge.ts';
import type { Work } from '../base/work.ts';
import { childrenOf } from '../diff/hash/sides.ts';
import type { Places } from '../tape/places.ts';
import { SPACE, TAB, CR, LF } from '../../shared/bytes/ascii.ts';
import type { Conflicts } from './conflicts.ts';
import { mergeOrder, type ItemPositions } from './item-order.ts';
import { makeSide, pairAdditions, type SideItems } from './pair-additions.ts';
import { decideRenames, type Renamed } from './renames.ts';
import { memberNames, type Versions } from './versions.ts';

/** What stands: the value of a side, a text, or what both sides have made of it, which is opened. */
export type Take = MergeSide | 'inside' | { readonly text: string };

/** One value of the merged document: its entries in the three documents, -1 where it is missing. */
export interface MergedValue {
  readonly base: number;
  readonly left: number;
  readonly right: number;
  readonly take: Take;
}

/** A container that both sides have changed: its merged children in order, or what stands in its place after all. */
export interface MergedContainer {
  readonly base: number;
  readonly left: number;
  readonly right: number;
  readonly merged: readonly MergedValue[] | Exclude<Take, 'inside'>;
}

export interface PlannedMerge {
  readonly root: MergedValue;
  /** The opened containers, each after the one around it. */
  readonly containers: readonly MergedContainer[];
  /** The side that has laid out more of these anew: it is written into. */
  readonly host: MergeSide;
  /** Whether neither side has laid out any of these anew: then values keep their layout, too. */
  readonly isLaidOutAlike: boolean;
}

/** A container to open, and whether each side's equals the base's. */
interface Opened {
  readonly base: number;
  readonly left: number;
  readonly right: number;
  readonly isLeftSame: boolean;
  readonly isRightSame: boolean;
}

/** A child before its place is known. */
interface Candidate extends MergedValue {
  readonly positions: ItemPositions;
  /** The right item that stays behind this one. */
  readonly behind?: MergedValue;
}

/** Values per slice. */
const SLICE_VALUES = 4096;

/** Plans one merge. */
export class Planner {
  private readonly open: Opened[] = [];
  private readonly containers: MergedContainer[] = [];
  /** The containers that each side has laid out anew. */
  private readonly laidOut = { left: 0, right: 0 };

  constructor(
    private readonly versions: Versions,
    private readonly conflicts: Conflicts,
    private readonly identity: string | null,
  ) {}

  /** Its progress is in entries of the base. */
  *run(): Work<PlannedMerge> {
    const { left, right } = this.versions;
    const isLeftSame = left.isUnchanged(0, 0, false) === true;
    const isRightSame = right.isUnchanged(0, 0, false) === true;
    const answer = yield* this.judge({ base: 0, left: 0, right: 0, isLeftSame, isRightSame }, false);
    const root: MergedValue = { base: 0, left: 0, right: 0, take: answer === 'both' ? 'left' : answer };
    for (let next = this.open.pop(); next !== undefined; next = this.open.pop()) {
      this.compareLayouts(next);
      const isObject = left.data.places.kind(next.left) === 'object';
      const merged = isObject ? yield* this.mergeMembers(next) : yield* this.mergeItems(next);
      this.containers.push({ base: next.base, left: next.left, right: next.right, merged });
    }
    const { containers, laidOut } = this;
    return {
      root,
      containers,
      host: laidOut.right > laidOut.left ? 'right' : 'left',
      isLaidOutAlike: laidOut.left + laidOut.right === 0,
    };
  }

  /** What stands of a value that both sides have. `base` is -1 if both have added it. `isReplaced`: nothing says it is the same. */
  private *judge(value: Opened, isReplaced: boolean): Work<Take | 'both'> {
    const { versions } = this;
    const { base, left, right } = value;
    const side = this.takeUnchanged(value);
    if (side !== null) return side;
    // Items of an array that the base does not have can't be told apart.
    const isNewArray = base < 0 && versions.left.data.places.kind(left) === 'array';
    if (!isReplaced && !isNewArray && this.isOpened(value)) return this.push(value);
    if (yield* versions.areEqual(left, right)) return 'left';
    return this.conflicts.decide(base < 0 ? 'add/add' : 'edit/edit', base, left, right);
  }

  /** What stands of a value that a side has not changed, but perhaps in its spelling; `null` if both have. */
  private takeUnchanged(value: Opened): Take | null {
    const { versions } = this;
    const { base, left, right, isLeftSame, isRightSame } = value;
    if (!isLeftSame && !isRightSame) return null;
    if (isRightSame && versions.right.hasBytesOf(base, right)) return 'left';
    if (isLeftSame && versions.left.hasBytesOf(base, left)) return 'right';
    if (this.isOpened(value)) return this.push(value);
    return isLeftSame && !isRightSame ? 'right' : 'left';
  }

  private push(opened: Opened): Take {
    this.open.push(opened);
    return 'inside';
  }

  /** Whether a value is an object, or an array, in all documents that have it. */
  private isOpened({ base, left, right }: Opened): boolean {
    const { versions } = this;
    const kind = versions.left.data.places.kind(left);
    if (kind !== 'object' && kind !== 'array') return false;
    return versions.right.data.places.kind(right) === kind && (base < 0 || versions.base.places.kind(base) === kind);
  }

  private *mergeMembers(opened: Opened): Work<readonly MergedValue[]> {
    const { versions, conflicts } = this;
    const base = opened.base < 0 ? new Uint32Array() : childrenOf(versions.base, opened.base);
    const [left, right] = (['left', 'right'] as const).map((side) => {
      const version = versions.of(side);
      const entries = childrenOf(version.data, opened[side]);
      return makeSide(version.data, entries, version.pairMembers(base, entries));
    }) as [SideItems, SideItems];
    const candidates = yield* this.judgeOld(opened, base, left, right, new Set());
    const names = { left: memberNames(left.data, left.entries), right: memberNames(right.data, right.entries) };
    const positions = new Map(names.right.map((name, position) => [name, position]));
    const twins = new Map<number, number>();
    for (const [position, origin] of left.origins.entries()) {
      const twin = origin >= 0 ? undefined : positions.get(names.left[position] ?? '');
      if (twin !== undefined && (right.origins[twin] ?? 0) < 0) twins.set(position, twin);
    }
    const renamed = yield* decideRenames(versions, conflicts, base, left, right, twins);
    candidates.push(...(yield* this.judgeAdded(left, right, twins, renamed)));
    const order = mergeOrder(
      candidates.map((one) => one.positions),
      'left',
    );
    const nameOf = ({ positions: { left: here, right: there } }: Candidate): string =>
      (here >= 0 ? names.left[here] : names.right[there]) ?? '';
    return inOrder(candidates, keepOccurrences(candidates, order, nameOf));
  }

  private *mergeItems(opened: Opened): Work<readonly MergedValue[] | Exclude<Take, 'inside'>> {
    const { versions } = this;
    const base = childrenOf(versions.base, opened.base);
    const [left, right] = (['left', 'right'] as const).map((side) => {
      const version = versions.of(side);
      const entries = childrenOf(version.data, opened[side]);
      const isSame = side === 'left' ? opened.isLeftSame : opened.isRightSame;
      return makeSide(version.data, entries, version.pairItems(base, entries, isSame));
    }) as [SideItems, SideItems];
    const array = { base: versions.base, entries: base, left, right };
    const { twins, replaced, hasRepeats } = yield* pairAdditions(versions, array, this.identity);
    if (hasRepeats) return this.decideWhole('edit/edit', opened);
    const [openedBefore, conflictsBefore] = [this.open.length, this.conflicts.count];
    const candidates = yield* this.judgeOld(opened, base, left, right, replaced);
    candidates.push(...(yield* this.judgeAdded(left, right, twins, null)));
    const positions = candidates.map((one) => one.positions);
    yield { done: opened.base, total: versions.base.tape.count };
    const order = mergeOrder(positions, null);
    yield { done: opened.base, total: versions.base.tape.count };
    if (order !== null) return inOrder(candidates, order);
    const answer = this.decideWhole('move/move', opened);
    if (typeof answer !== 'string') {
      // Nothing inside of the array stands.
      this.open.length = openedBefore;
      this.conflicts.forgetInside(conflictsBefore);
      return answer;
    }
    return inOrder(candidates, mergeOrder(positions, answer));
  }

  /** Decides of an array as a whole. */
  private decideWhole(kind: ConflictKind, { base, left, right }: Opened): Exclude<Take, 'inside'> {
    const answer = this.conflicts.decide(kind, base, left, right);
    return answer === 'both' ? 'left' : answer;
  }

  /** The children of the base that are left. */
  private *judgeOld(
    opened: Opened,
    children: Uint32Array,
    ours: SideItems,
    theirs: SideItems,
    replaced: ReadonlySet<number>,
  ): Work<Candidate[]> {
    const { versions, conflicts } = this;
    const found: Candidate[] = [];
    for (let at = 0; at < children.length; at += 1) {
      const base = children[at] ?? 0;
      if (at % SLICE_VALUES === SLICE_VALUES - 1) yield { done: base, total: versions.base.tape.count };
      const positions: ItemPositions = { base: at, left: ours.pairs[at] ?? -1, right: theirs.pairs[at] ?? -1 };
      const left = positions.left < 0 ? -1 : (ours.entries[positions.left] ?? -1);
      const right = positions.right < 0 ? -1 : (theirs.entries[positions.right] ?? -1);
      if (left < 0 && right < 0) continue;
      const isReplaced = replaced.has(at);
      const mayBeSame = (entry: number): boolean => entry >= 0 && !isReplaced;
      const isLeftSame =
        mayBeSame(left) &&
        (versions.left.isUnchanged(base, left, opened.isLeftSame) ?? (yield* versions.left.isEqual(base, left)));
      const isRightSame =
        mayBeSame(right) &&
        (versions.right.isUnchanged(base, right, opened.isRightSame) ?? (yield* versions.right.isEqual(base, right)));
      if (left >= 0 && right >= 0) {
        const value = { base, left, right, isLeftSame, isRightSame };
        const answer = this.takeUnchanged(value) ?? (yield* this.judge(value, isReplaced));
        found.push(makeCandidate(value, answer, positions));
        continue;
      }
      if (isLeftSame || isRightSame) continue;
      const answer = conflicts.decide(left < 0 ? 'delete/edit' : 'edit/delete', base, left, right);
      const isThere = answer === (left < 0 ? 'right' : 'left') || typeof answer !== 'string';
      if (isThere) found.push(makeCandidate({ base, left, right }, answer, positions));
    }
    return found;
  }

  /** The children that were added. */
  private *judgeAdded(
    ours: SideItems,
    theirs: SideItems,
    twins: ReadonlyMap<number, number>,
    renamed: Renamed | null,
  ): Work<Candidate[]> {
    const found: Candidate[] = [];
    const added = (side: MergeSide, { entries }: SideItems, position: number): void => {
      if (renamed?.dropped[side].has(position) === true) return;
      const text = renamed?.texts[side].get(position);
      const positions: ItemPositions = { base: -1, left: -1, right: -1, [side]: position };
      const value = { base: -1, left: -1, right: -1, [side]: entries[position] ?? 0 };
      found.push({ ...value, take: text === undefined ? side : { text }, positions });
    };
    for (const [position, origin] of ours.origins.entries()) {
      if (origin >= 0) continue;
      const twin = twins.get(position);
      if (twin === undefined) {
        added('left', ours, position);
        continue;
      }
      const [left, right] = [ours.entries[position] ?? 0, theirs.entries[twin] ?? 0];
      const value = { base: -1, left, right };
      const answer = yield* this.judge({ ...value, isLeftSame: false, isRightSame: false }, false);
      found.push(makeCandidate(value, answer, { base: -1, left: position, right: twin }));
    }
    const paired = new Set(twins.values());
    for (const [position, origin] of theirs.origins.entries()) {
      if (origin < 0 && !paired.has(position)) added('right', theirs, position);
    }
    return found;
  }

  private compareLayouts({ base, left, right }: Opened): void {
    if (base < 0) return;
    const { versions, laidOut } = this;
    const before = layoutOf(versions.base.places, base);
    for (const [side, entry] of [
      ['left', left],
      ['right', right],
    ] as const) {
      const after = layoutOf(versions.of(side).data.places, entry);
      if (before !== null && after !== null && before !== after) laidOut[side] += 1;
    }
  }
}

function makeCandidate(
  { base, left, right }: Omit<MergedValue, 'take'>,
  answer: Take | MergeAnswer,
  positions: ItemPositions,
): Candidate {
  if (answer !== 'both') return { base, left, right, take: answer, positions };
  const behind = { base: -1, left: -1, right, take: 'right' } as const;
  return { base, left, right: -1, take: 'left', positions, behind };
}

function inOrder(candidates: readonly Candidate[], order: readonly number[]): MergedValue[] {
  const found: MergedValue[] = [];
  for (const index of order) {
    const one = candidates[index];
    if (one === undefined) continue;
    found.push(one);
    if (one.behind !== undefined) found.push(one.behind);
  }
  return found;
}

/** The order of members; of those with one key, the first occurrence comes first. `nameOf` returns what `memberNames` does. */
function keepOccurrences(
  candidates: readonly Candidate[],
  order: readonly number[],
  nameOf: (member: Candidate) => string,
): readonly number[] {
  const names = candidates.map(nameOf);
  if (names.every((name) => name.startsWith('1 '))) return order;
  const byKey = new Map<string, number[]>();
  for (const [at, index] of order.entries()) {
    const name = names[index] ?? '';
    const key = name.slice(name.indexOf(' '));
    const places = byKey.get(key);
    if (places === undefined) byKey.set(key, [at]);
    else places.push(at);
  }
  const result = [...order];
  const nth = (index: number): number => Number.parseInt(names[index] ?? '', 10);
  for (const places of byKey.values()) {
    const occurrences = places.map((at) => order[at] ?? 0).toSorted((a, b) => nth(a) - nth(b));
    for (const [index, at] of places.entries()) result[at] = occurrences[index] ?? 0;
  }
  return result;
}

/** The white space behind the opening bracket, behind the first colon and before the closing bracket; `null` of empty ones. */
function layoutOf(places: Places, container: number): string | null {
  const { tape, text } = places;
  const first = container + 1;
  const close = tape.closing(container);
  if (first >= close || tape.bracketLength(container) === 0) return null;
  const spaceFrom = (from: number, step: 1 | -1): string => {
    let at = from;
    let found = '';
    for (let byte = text.byteAt(at); byte === SPACE || byte === TAB || byte === CR || byte === LF;) {
      found += String.fromCharCode(byte);
      at += step;
      byte = text.byteAt(at);
    }
    return found;
  };
  const colon = places.kind(container) === 'object' ? spaceFrom(tape.start(first) - 1, -1) : '';
  return [spaceFrom(tape.start(container) + 1, 1), colon, spaceFrom(tape.start(close) - 1, -1)].join('|');
}
