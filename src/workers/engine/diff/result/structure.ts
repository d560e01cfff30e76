// Compares the structure of two documents and no values: which paths there are, and the kinds of what stands there. All items of
// an array are one path, so that neither their order nor their number counts.

import { toPointer, type Path } from '../../../../shared/document/path.ts';
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

/** Compares two documents, which must be valid. Cost: a walk over each; memory for each path that is different from all others. */
export function* compareStructure(left: Places, right: Places): Work<StructureDifference> {
  const [one, other] = [yield* readShape(left), yield* readShape(right)];
  const appeared: string[] = [];
  const vanished: string[] = [];
  const typeChanged: { path: string; from: StructureKind[]; to: StructureKind[] }[] = [];
  const stack: { readonly path: Path; readonly one: Shape; readonly other: Shape }[] = [{ path: [], one, other }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { path } = next;
    if (next.one.kinds !== next.other.kinds)
      typeChanged.push({ path: toPointer(path), from: kindsOf(next.one), to: kindsOf(next.other) });
    const there = new Map(next.other.children);
    for (const [segment, shape] of next.one.children) {
      const same = there.get(segment);
      if (same === undefined) vanished.push(toPointer([...path, segment]));
      else stack.push({ path: [...path, segment], one: shape, other: same });
      there.delete(segment);
    }
    for (const segment of there.keys()) appeared.push(toPointer([...path, segment]));
  }
  return {
    appeared: appeared.toSorted(),
    vanished: vanished.toSorted(),
    typeChanged: typeChanged.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  };
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
    shape.kinds |= 1 << KINDS.indexOf(named);
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
