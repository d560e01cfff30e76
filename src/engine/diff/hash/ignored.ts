// Finds the values that a comparison ignores, by paths in which `*` matches any member or item.

import type { Path } from '../../../shared/document/path.ts';
import type { Places } from '../../tape/places.ts';
import type { Work } from '../../base/work.ts';

const SLICE_CHILDREN = 8192;

/** The set of ignored nodes: one bit for each entry of a tape. */
export class Ignored {
  private readonly bits: Uint8Array;

  constructor(count: number) {
    this.bits = new Uint8Array((count >>> 3) + 1);
  }

  add(node: number): void {
    this.bits[node >>> 3] = (this.bits[node >>> 3] ?? 0) | (1 << (node & 7));
  }

  has(node: number): boolean {
    return ((this.bits[node >>> 3] ?? 0) & (1 << (node & 7))) !== 0;
  }
}

/** A node, a path that leads to it, and how many segments of the path have been followed. */
interface Reached {
  readonly node: number;
  readonly path: Path;
  readonly depth: number;
}

/** Finds the values at paths; `null` when there are no paths. Cost: the members and items along the way. */
export function* findIgnored(places: Places, paths: readonly Path[]): Work<Ignored | null> {
  const wanted = paths.filter((path) => path.length > 0);
  if (wanted.length === 0) return null;
  const { tape } = places;
  const ignored = new Ignored(tape.count);
  const waiting: Reached[] = wanted.map((path) => ({ node: 0, path, depth: 0 }));
  let passed = 0;
  for (let reached = waiting.pop(); reached !== undefined; reached = waiting.pop()) {
    const { node, path, depth } = reached;
    if (!tape.isOpening(node)) continue;
    const segment = String(path[depth]);
    const isObject = places.kind(node) === 'object';
    const close = tape.closing(node);
    for (let child = node + 1, ordinal = 0; child < close; child = tape.next(child), ordinal += 1) {
      passed += 1;
      if (passed % SLICE_CHILDREN === 0) yield { done: 0, total: places.text.size };
      if (segment !== '*' && (isObject ? places.key(child) : String(ordinal)) !== segment) continue;
      if (depth + 1 === path.length) ignored.add(child);
      else waiting.push({ node: child, path, depth: depth + 1 });
    }
  }
  return ignored;
}
