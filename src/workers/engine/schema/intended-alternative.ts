// Finds the alternative of a failed `anyOf` or `oneOf` that was meant. Only alternatives that admit the value's type count.
// Those whose discriminators (properties with `const` or `enum`) match the value come first, then those that failed inside the
// value rather than at it.

import { finish } from '../base/work.ts';
import { NONE, type SchemaGraph, type SchemaNode } from './graph.ts';
import { OBJECT } from './kinds.ts';
import type { ValueHasher } from './value-hash.ts';

/** Chained references that are followed to an alternative's properties. */
const MOST_REFERENCES = 8;
/** Members of a value that are compared with discriminators. */
const MOST_MEMBERS = 64;
/** Alternatives after this many are ignored. */
const MOST_ALTERNATIVES = 256;

/**
 * Returns the node of the alternative that was meant; `NONE` when none fits. `failedAt` has, by alternative, the value at which
 * it failed.
 */
export function findIntendedAlternative(
  graph: SchemaGraph,
  hasher: ValueHasher,
  value: number,
  nodes: readonly number[],
  failedAt: readonly number[],
): number {
  const kind = hasher.reader.kind(value);
  let best = NONE;
  let most = 0;
  for (const [index, id] of nodes.slice(0, MOST_ALTERNATIVES).entries()) {
    const node = graph.nodes[id];
    if (node === undefined || node.verdict === false) continue;
    const target = behindReferences(graph, node);
    if ((target.types & (1 << kind)) === 0) continue;
    const place = failedAt[index] ?? value;
    const depth = place === value || place < 0 ? 0 : 1;
    const score = 1 + depth + (kind === OBJECT ? 4 * discriminators(graph, target, hasher, value) : 0);
    if (score <= most) continue;
    most = score;
    best = id;
  }
  return best;
}

/** Follows an alternative that consists of a reference alone. */
function behindReferences(graph: SchemaGraph, node: SchemaNode): SchemaNode {
  let target = node;
  for (let step = 0; step < MOST_REFERENCES; step += 1) {
    const [check, ...others] = target.checks[OBJECT] ?? [];
    const [next] = check?.type === 'all' && others.length === 0 ? check.nodes : [];
    const inner = next === undefined ? undefined : graph.nodes[next];
    if (inner === undefined) break;
    target = inner;
  }
  return target;
}

/**
 * The number of properties with a value that the alternative allows, minus those with another value. Only properties with
 * `const` or `enum` count.
 */
function discriminators(graph: SchemaGraph, node: SchemaNode, hasher: ValueHasher, value: number): number {
  const { places } = hasher.reader;
  const check = node.checks[OBJECT]?.find(({ type }) => type === 'members');
  if (check?.type !== 'members') return 0;
  let score = 0;
  let left = MOST_MEMBERS;
  const close = places.tape.closing(value);
  for (let child = value + 1; child < close && left > 0; child = places.tape.next(child), left -= 1) {
    const key = check.names.find(places.key(child));
    const property = graph.nodes[key < 0 ? NONE : (check.properties[key] ?? NONE)];
    const kind = hasher.reader.kind(child);
    if (property === undefined || places.tape.isOpening(child)) continue;
    const allowed = behindReferences(graph, property).checks[kind]?.find(({ type }) => type === 'values');
    if (allowed?.type !== 'values') continue;
    score += finish(allowed.values.find(hasher, child)) >= 0 ? 1 : -1;
  }
  return score;
}
