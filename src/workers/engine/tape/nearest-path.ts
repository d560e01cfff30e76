// A path that was right a moment ago: after an edit its value may be gone. What is left of it is the
// longest part, from the root, at which there is still a value.

import type { Path } from '../../../shared/document/path.ts';
import { asNode, type NodeIndex } from '../../../shared/units.ts';
import type { Places } from './places.ts';

/** A part of a path that exists, and the value there. */
export interface Nearest {
  readonly node: NodeIndex;
  readonly path: Path;
}

/**
 * The nearest ancestor of `path` that exists, or the value itself; `null` only when the document has no
 * values at all. Cost: one walk down the path.
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
