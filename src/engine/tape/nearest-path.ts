// Resolves a path whose value an edit may have removed: to the longest prefix of it that still leads to a value.

import type { Path } from '../../shared/document/path.ts';
import { asNode, type NodeIndex } from '../../shared/units.ts';
import type { Places } from './places.ts';

/** A prefix of a path that exists, and the value there. */
export interface Nearest {
  readonly node: NodeIndex;
  readonly path: Path;
}

/**
 * Returns the value at `path`, or its nearest ancestor that exists; `null` only if the document has no values at all. Cost: one
 * walk down the path.
 */
export function nearest(places: Places, path: Path): Nearest | null {
  if (places.tape.count === 0) return null;
  let node = 0;
  let length = 0;
  for (; length < path.length; length += 1) {
    const child = places.child(node, path[length] ?? '');
    if (child < 0) break;
    node = child;
  }
  return { node: asNode(node), path: path.slice(0, length) };
}
