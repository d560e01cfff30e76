// A graph that contains each schema twice: unchanged, and lenient, without the checks that a value may fail only because it is
// still being written. A value that fails the lenient schema contradicts the schema, whatever is added to the value.
//
//   0 … n − 1    the nodes of the schema
//   n … 2n − 1   the same, lenient: without `required`, least counts, `contains`, tuples, counts and uniqueness of items,
//                and values of containers
//
// `not` and `if` test the present value, so they lead back to the unchanged nodes. A dynamic reference would too, and is left
// out.

import type { Work } from '../base/work.ts';
import { NONE, type Check, type SchemaGraph, type SchemaNode } from '../schema/graph.ts';
import { ARRAY, KINDS, OBJECT } from '../schema/kinds.ts';

const SLICE_NODES = 4096;

/** Returns that graph. The lenient twin of a node is `graph.nodes.length` after it. */
export function* addLenient(graph: SchemaGraph): Work<SchemaGraph> {
  const { nodes } = graph;
  const by = nodes.length;
  const known = new Map<Check, Check | null>();
  const loosen = (check: Check): Check | null => {
    const before = known.get(check);
    if (before !== undefined) return before;
    const loose = loosened(check, by);
    known.set(check, loose);
    return loose;
  };
  const all: SchemaNode[] = [...nodes];
  for (const node of nodes) {
    const checks = Array.from({ length: KINDS }, (_, kind) =>
      (node.checks[kind] ?? []).flatMap((check) => {
        const isOfContainer = kind === ARRAY || kind === OBJECT;
        return isOfContainer && check.type === 'values' ? [] : (loosen(check) ?? []);
      }),
    );
    all.push({ ...node, id: node.id + by, checks });
    if (all.length % SLICE_NODES === 0) yield { done: all.length - by, total: by };
  }
  return { ...graph, nodes: all };
}

/** The lenient form of a check; `null` when nothing of it remains. */
function loosened(check: Check, by: number): Check | null {
  const next = (node: number): number => (node === NONE ? NONE : node + by);
  switch (check.type) {
    case 'all':
    case 'any':
      return { ...check, nodes: check.nodes.map(next) };
    case 'one':
      // Several may hold until more is written.
      return { type: 'any', nodes: check.nodes.map(next) };
    case 'if':
      return { ...check, yes: next(check.yes), no: next(check.no) };
    case 'members':
      return {
        ...check,
        properties: check.properties.map(next),
        patterns: check.patterns.map(({ pattern, node }) => ({ pattern, node: next(node) })),
        additional: next(check.additional),
        dependentSchemas: check.dependentSchemas.map(({ key, node }) => ({ key, node: next(node) })),
        required: [],
        dependentRequired: [],
        least: 0,
      };
    case 'elements':
      if (check.prefix.length > 0) return null;
      return { ...check, rest: next(check.rest), contains: NONE };
    case 'unevaluated':
      return { ...check, node: next(check.node) };
    case 'dynamic':
    case 'items':
    case 'unique':
      return null;
    default:
      return check;
  }
}
