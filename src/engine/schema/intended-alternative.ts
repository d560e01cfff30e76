// Finds the alternative of a failed `anyOf` or `oneOf` that was meant. Only alternatives that admit the value's type count.
// Those whose discriminators (properties with `const` or `enum`) match the value come first, then those that failed inside the
// value rather than at it.
//
// Where several come equally near, and each lists the values that it allows at the same place, none of them was meant alone:
//
//   oneOf  const "left"  const "right"              at "rigth"            allowed: "left", "right"
//   oneOf  {kind: const "a"}  {kind: const "b"}     at {"kind": "c"}      allowed at /kind: "a", "b"

import { finish } from '../base/work.ts';
import { nearest } from '../base/nearest.ts';
import { allowedValues, type AllowedCheck } from './allowed-values.ts';
import { NONE, type SchemaGraph, type SchemaNode } from './graph.ts';
import { OBJECT, STRING, type SchemaKind } from './kinds.ts';
import type { ValueHasher } from './value-hash.ts';
import type { ValueSet } from './value-set.ts';

/** Chained references that are followed to an alternative's properties. */
const MAX_REFERENCES = 8;
/** Members of a value that are compared with discriminators. */
const MAX_MEMBERS = 64;
/** Alternatives after this many are ignored. */
const MAX_ALTERNATIVES = 256;
/** Allowed values that are compared with the found one. */
const MAX_COMPARED = 1000;
/** Alternatives inside alternatives are followed this deep. */
const MAX_DEPTH = 4;

/** What a value that matches no alternative was meant to be. */
export type Intended =
  /** One alternative; its errors are those of the value. */
  | { readonly type: 'alternative'; readonly node: number }
  /** A value that one of several alternatives allows. */
  | { readonly type: 'allowed'; readonly node: SchemaNode; readonly value: number; readonly check: AllowedCheck }
  | null;

/** An alternative that may have been meant, and how near it comes. */
interface Candidate {
  readonly id: number;
  readonly node: SchemaNode;
  readonly score: number;
}

/**
 * Returns what was meant; `null` when no alternative fits. `failedAt` has, by alternative, the value at which it failed.
 */
export function findIntended(
  graph: SchemaGraph,
  hasher: ValueHasher,
  value: number,
  nodes: readonly number[],
  failedAt: readonly number[],
): Intended {
  const kind = hasher.reader.kind(value);
  const all: SchemaNode[] = [];
  const candidates: Candidate[] = [];
  for (const [index, id] of nodes.slice(0, MAX_ALTERNATIVES).entries()) {
    const node = graph.nodes[id];
    if (node === undefined || node.verdict === false) continue;
    const target = behindReferences(graph, node);
    all.push(target);
    if ((target.types & (1 << kind)) === 0) continue;
    const place = failedAt[index] ?? value;
    const depth = place === value || place < 0 ? 0 : 1;
    const score = 1 + depth + (kind === OBJECT ? 4 * discriminators(graph, target, hasher, value) : 0);
    candidates.push({ id, node: target, score });
  }
  const best = candidates.reduce((most, { score }) => Math.max(most, score), -Infinity);
  const tied = candidates.filter(({ score }) => score === best).map(({ node }) => node);
  const isUnfit = tied.length === 0 && all.every((node) => setsOf(graph, node, kind, 0) !== null);
  if (isUnfit) return allowedHere(graph, hasher, value, all);
  const allowed =
    tied.length > 1 ? (allowedHere(graph, hasher, value, tied) ?? allowedInside(graph, hasher, value, tied)) : null;
  if (allowed !== null) return allowed;
  const meant = candidates.find(({ score }) => score === best && score > 0);
  return meant === undefined ? null : { type: 'alternative', node: meant.id };
}

/**
 * The values that these alternatives list for the value itself. Those without a list count only if the first alternative is one
 * of them, and no listed value is near.
 */
function allowedHere(
  graph: SchemaGraph,
  { reader }: ValueHasher,
  value: number,
  alternatives: readonly SchemaNode[],
): Intended {
  const kind = reader.kind(value);
  const lists = alternatives.map((node) => ({ node, sets: setsOf(graph, node, kind, 0) }));
  const found = lists.filter(({ sets }) => sets !== null);
  const check = mergedCheck(found.flatMap(({ sets }) => sets ?? []));
  if (check === null) return null;
  const isNear = (): boolean =>
    kind === STRING &&
    nearest(
      reader.text(value),
      [...allowedValues(check, MAX_COMPARED)].map((one) => one.reader.text(one.value)),
    ) !== null;
  if (lists[0]?.sets === null && !isNear()) return null;
  const [first] = found;
  return first === undefined ? null : { type: 'allowed', node: first.node, value, check };
}

/** The values that all these alternatives list for the first member by which they can be told apart. */
function allowedInside(
  graph: SchemaGraph,
  hasher: ValueHasher,
  value: number,
  alternatives: readonly SchemaNode[],
): Intended {
  const { reader } = hasher;
  const { places } = reader;
  if (reader.kind(value) !== OBJECT) return null;
  const close = places.tape.closing(value);
  let left = MAX_MEMBERS;
  for (let child = value + 1; child < close && left > 0; child = places.tape.next(child), left -= 1) {
    if (places.tape.isOpening(child)) continue;
    const key = places.key(child);
    const kind = reader.kind(child);
    const lists = alternatives.map((node) => {
      const property = propertyOf(graph, node, key);
      return property === null ? null : setsOf(graph, property, kind, 0);
    });
    const sets = lists.flatMap((list) => list ?? []);
    if (lists.includes(null) || sets.some((set) => finish(set.find(hasher, child)) >= 0)) continue;
    const check = mergedCheck(sets);
    const node = alternatives[0] === undefined ? null : propertyOf(graph, alternatives[0], key);
    return check === null || node === null ? null : { type: 'allowed', node, value: child, check };
  }
  return null;
}

function mergedCheck([values, ...others]: readonly ValueSet[]): AllowedCheck | null {
  if (values === undefined) return null;
  const keyword = others.length === 0 && values.count === 1 ? 'const' : 'enum';
  return { type: 'values', keyword, values, others };
}

/** The sets of values that a schema allows; of alternatives inside it those of all. `null` when it lists none. */
function setsOf(graph: SchemaGraph, node: SchemaNode, kind: SchemaKind, depth: number): readonly ValueSet[] | null {
  const target = behindReferences(graph, node);
  const checks = target.checks[kind] ?? [];
  const own = checks.find(({ type }) => type === 'values');
  if (own?.type === 'values') return [own.values];
  const inner = checks.find(({ type }) => type === 'any' || type === 'one');
  if ((inner?.type !== 'any' && inner?.type !== 'one') || depth >= MAX_DEPTH) return null;
  const sets: ValueSet[] = [];
  for (const id of inner.nodes) {
    const alternative = graph.nodes[id];
    const found = alternative === undefined ? null : setsOf(graph, alternative, kind, depth + 1);
    if (found === null) return null;
    sets.push(...found);
  }
  return sets;
}

/** The schema that an alternative has for a property; `null` when it has none. */
function propertyOf(graph: SchemaGraph, node: SchemaNode, key: string): SchemaNode | null {
  const check = node.checks[OBJECT]?.find(({ type }) => type === 'members');
  if (check?.type !== 'members') return null;
  const index = check.names.find(key);
  return graph.nodes[index < 0 ? NONE : (check.properties[index] ?? NONE)] ?? null;
}

/** Follows an alternative that consists of a reference alone. */
function behindReferences(graph: SchemaGraph, node: SchemaNode): SchemaNode {
  let target = node;
  for (let step = 0; step < MAX_REFERENCES; step += 1) {
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
  let score = 0;
  let left = MAX_MEMBERS;
  const close = places.tape.closing(value);
  for (let child = value + 1; child < close && left > 0; child = places.tape.next(child), left -= 1) {
    if (places.tape.isOpening(child)) continue;
    const property = propertyOf(graph, node, places.key(child));
    if (property === null) continue;
    const kind = hasher.reader.kind(child);
    const allowed = behindReferences(graph, property).checks[kind]?.find(({ type }) => type === 'values');
    if (allowed?.type !== 'values') continue;
    score += finish(allowed.values.find(hasher, child)) >= 0 ? 1 : -1;
  }
  return score;
}
