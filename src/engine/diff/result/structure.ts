// Compares the structure of two documents and no values: which paths there are, and the kinds of what stands there. All items of
// an array are one path, so that neither their order nor their number counts.

import { toPointer, type Path } from '../../../shared/document/path.ts';
import type { Work } from '../../base/work.ts';
import type { Places } from '../../tape/places.ts';

/** The kinds of values that structure knows. */
const KINDS = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const;
export type StructureKind = (typeof KINDS)[number];

/** Values per slice. */
const SLICE_VALUES = 1 << 14;
/** The segment of all items of an array. */
const ITEMS = '*';

/** The differences, each list sorted by path. Paths are JSON Pointers with `*` for the items of an array. */
export interface StructureDifference {
  readonly appeared: readonly string[];
  readonly vanished: readonly string[];
  readonly typeChanged: readonly {
    readonly path: string;
    readonly from: readonly StructureKind[];
    readonly to: readonly StructureKind[];
  }[];
}

/** What stands at one path. */
class Shape {
  /** One bit for each kind. */
  kinds = 0;
  /** The first entry of each kind. */
  readonly firsts = new Map<number, number>();
  readonly members = new Map<string, Shape>();
  items: Shape | null = null;

  member(key: string): Shape {
    const known = this.members.get(key);
    if (known !== undefined) return known;
    const made = new Shape();
    this.members.set(key, made);
    return made;
  }

  get children(): [segment: string, shape: Shape][] {
    return [...this.members, ...(this.items === null ? [] : [[ITEMS, this.items] as [string, Shape]])];
  }
}

/** One difference: a path that only one side has, or whose kinds differ. */
export interface StructureChange {
  readonly path: string;
  /** The kinds on each side; empty where the path is not there. */
  readonly from: readonly StructureKind[];
  readonly to: readonly StructureKind[];
  /** The first value on each side that shows it; -1 where the path is not there. */
  readonly one: number;
  readonly other: number;
}

/** Compares two documents, which must be valid. Cost: a walk over each; memory for each path that is different from all others. */
export function* compareStructure(left: Places, right: Places): Work<StructureDifference> {
  const changes = (yield* findStructure(left, right)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return {
    appeared: changes.filter(({ one }) => one < 0).map(({ path }) => path),
    vanished: changes.filter(({ other }) => other < 0).map(({ path }) => path),
    typeChanged: changes
      .filter(({ one, other }) => one >= 0 && other >= 0)
      .map(({ path, from, to }) => ({ path, from, to })),
  };
}

/** Finds the differences, in no order. */
export function* findStructure(left: Places, right: Places): Work<StructureChange[]> {
  const [one, other] = [yield* readShape(left), yield* readShape(right)];
  const changes: StructureChange[] = [];
  const stack: { readonly path: Path; readonly one: Shape; readonly other: Shape }[] = [{ path: [], one, other }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { path } = next;
    if (next.one.kinds !== next.other.kinds)
      changes.push({
        path: toPointer(path),
        from: kindsOf(next.one),
        to: kindsOf(next.other),
        one: firstOf(next.one, next.other),
        other: firstOf(next.other, next.one),
      });
    const there = new Map(next.other.children);
    for (const [segment, shape] of next.one.children) {
      const same = there.get(segment);
      const inner = [...path, segment];
      if (same === undefined)
        changes.push({ path: toPointer(inner), from: kindsOf(shape), to: [], one: firstOf(shape), other: -1 });
      else stack.push({ path: inner, one: shape, other: same });
      there.delete(segment);
    }
    for (const [segment, shape] of there)
      changes.push({
        path: toPointer([...path, segment]),
        from: [],
        to: kindsOf(shape),
        one: -1,
        other: firstOf(shape),
      });
  }
  return changes;
}

/** The first value of a kind that the other side does not have there; the first of all if there is none. */
function firstOf({ kinds, firsts }: Shape, other?: Shape): number {
  const own = kinds & ~(other?.kinds ?? 0);
  const wanted = [...firsts].filter(([bit]) => own === 0 || (own & bit) !== 0).map(([, entry]) => entry);
  return Math.min(...wanted);
}

function kindsOf({ kinds }: Shape): StructureKind[] {
  return KINDS.filter((_, bit) => (kinds & (1 << bit)) !== 0).toSorted();
}

function* readShape(places: Places): Work<Shape> {
  const { tape } = places;
  const root = new Shape();
  const levels: { readonly close: number; readonly isObject: boolean; readonly shape: Shape }[] = [];
  /** Adds a value; a container is entered. */
  const take = (entry: number, shape: Shape): void => {
    const kind = places.kind(entry);
    const named = kind === 'true' || kind === 'false' ? 'boolean' : kind === 'broken' ? 'string' : kind;
    const bit = 1 << KINDS.indexOf(named);
    shape.kinds |= bit;
    if (!shape.firsts.has(bit)) shape.firsts.set(bit, entry);
    if (kind === 'object' || kind === 'array')
      levels.push({ close: tape.closing(entry), isObject: kind === 'object', shape });
  };
  take(0, root);
  let left = SLICE_VALUES;
  for (let entry = 1, level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    left -= 1;
    if (left === 0) {
      left = SLICE_VALUES;
      yield { done: entry, total: tape.count };
    }
    if (entry >= level.close) {
      levels.pop();
      entry = level.close + 1;
      continue;
    }
    take(entry, level.isObject ? level.shape.member(places.key(entry)) : (level.shape.items ??= new Shape()));
    entry += 1;
  }
  return root;
}
