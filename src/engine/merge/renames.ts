// Members that have another key. By keys, a renamed member was removed and another one was added. Where the other side has removed
// it too, or given it another key again, that would bring back what was removed, or leave the value there twice: a conflict.

import type { MergeAnswer } from '../../shared/protocol/merge.ts';
import type { SideItems } from './pair-additions.ts';
import type { Conflicts } from './conflicts.ts';
import { hashName, type Version, type Versions } from './versions.ts';
import type { Work } from '../base/work.ts';

/** Most pairs of members that are weighed against each other in one object. */
const MAX_WEIGHED = 2500;

/** Added members, by position: those that do not stand after all, and those in whose place another text does. */
export interface Renamed {
  readonly dropped: { readonly left: ReadonlySet<number>; readonly right: ReadonlySet<number> };
  readonly texts: { readonly left: ReadonlyMap<number, string>; readonly right: ReadonlyMap<number, string> };
}

/** Finds members of the base that both sides have removed under their key, and decides of those that are there under another. */
export function* decideRenames(
  versions: Versions,
  conflicts: Conflicts,
  base: Uint32Array,
  left: SideItems,
  right: SideItems,
  twins: ReadonlyMap<number, number>,
): Work<Renamed> {
  const dropped = { left: new Set<number>(), right: new Set<number>() };
  const texts = { left: new Map<number, string>(), right: new Map<number, string>() };
  const gone: number[] = [];
  for (const [at, position] of left.pairs.entries()) if (position < 0 && (right.pairs[at] ?? -1) < 0) gone.push(at);
  if (gone.length === 0) return { dropped, texts };
  // A key that both have added is a conflict of its own.
  const paired = new Set(twins.values());
  const ours = yield* findRenamed(versions.left, base, gone, left, (position) => twins.has(position));
  const theirs = yield* findRenamed(versions.right, base, gone, right, (position) => paired.has(position));
  for (const at of gone) {
    const [own, other] = [ours.get(at) ?? -1, theirs.get(at) ?? -1];
    if (own < 0 && other < 0) continue;
    const [l, r] = [own < 0 ? -1 : (left.entries[own] ?? -1), other < 0 ? -1 : (right.entries[other] ?? -1)];
    const answer: MergeAnswer = conflicts.decideRename(base[at] ?? 0, l, r);
    const isRight = answer === 'right' || (typeof answer !== 'string' && own < 0);
    if (isRight && own >= 0) dropped.left.add(own);
    if (!isRight && other >= 0) dropped.right.add(other);
    if (typeof answer === 'string') continue;
    if (isRight) texts.right.set(other, answer.text);
    else texts.left.set(own, answer.text);
  }
  return { dropped, texts };
}

/** Positions of added members with the value of a removed one, by the position of that, where there is one of each. */
function* findRenamed(
  version: Version,
  base: Uint32Array,
  gone: readonly number[],
  { data, entries, origins }: SideItems,
  isTwin: (position: number) => boolean,
): Work<Map<number, number>> {
  const added = new Map<string, number>();
  for (const [position, origin] of origins.entries())
    if (origin < 0 && !isTwin(position)) addAlone(added, hashName(data, entries[position] ?? 0), position);
  const removed = new Map<string, number>();
  for (const at of gone) addAlone(removed, hashName(version.base, base[at] ?? 0), at);
  const found = new Map<number, number>();
  for (const [name, at] of removed) {
    const position = added.get(name) ?? -1;
    if (at < 0 || position < 0) continue;
    if (yield* version.isEqual(base[at] ?? 0, entries[position] ?? 0)) found.set(at, position);
  }
  pairAlike(version, base, gone, entries, found, (position) => (origins[position] ?? 0) < 0 && !isTwin(position));
  return found;
}

/** Also takes containers that are alike for one that was renamed and changed inside; the first ones, where several are. */
function pairAlike(
  version: Version,
  base: Uint32Array,
  gone: readonly number[],
  entries: Uint32Array,
  found: Map<number, number>,
  isFree: (position: number) => boolean,
): void {
  const taken = new Set(found.values());
  const rest = gone.filter((at) => !found.has(at) && version.base.tape.isOpening(base[at] ?? 0));
  const free = Array.from(entries.keys()).filter(
    (position) => isFree(position) && !taken.has(position) && version.data.tape.isOpening(entries[position] ?? 0),
  );
  if (rest.length * free.length > MAX_WEIGHED) return;
  for (const at of rest) {
    const like = free.findIndex((position) => version.isLike(base[at] ?? 0, entries[position] ?? 0));
    const [position] = like < 0 ? [] : free.splice(like, 1);
    if (position !== undefined) found.set(at, position);
  }
}

/** Notes the position of a name; -1 where there are several. */
function addAlone(positions: Map<string, number>, name: string, position: number): void {
  positions.set(name, positions.has(name) ? -1 : position);
}
