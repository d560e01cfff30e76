// A path that was right a moment ago: after an edit its value may be gone. What is left of it is the
// longest part, from the root, at which there is still a value.

import type { Path } from '../../shared/path.ts';
import { asNode, type NodeIndex } from '../../shared/units.ts';
import type { Places } from './places.ts';

/** A part of a path that exists, and the value there. */
export interface Nearest {
  readonly node: NodeIndex;
  readonly path: Path;
}

/**
 * The nearest ancestor of `path` that exists, or the value itself; `null` only when the document has no
 * values at all. Cost: one walk down the path, and a few more where the value is gone.
 */
export function nearest(places: Places, path: Path): Nearest | null {
  const found = places.atPath(path);
  if (found >= 0) return { node: asNode(found), path };
  // Whatever exists has its ancestors: look for the limit in halves, so that depth costs little.
  let low = 0; // this much exists, or nothing does
  let high = path.length; // this much does not
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (places.atPath(path.slice(0, middle)) >= 0) low = middle;
    else high = middle;
  }
  const node = places.atPath(path.slice(0, low));
  return node < 0 ? null : { node: asNode(node), path: path.slice(0, low) };
}
