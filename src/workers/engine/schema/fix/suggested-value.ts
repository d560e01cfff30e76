// A value for a property that is missing: what its schema names, else an empty one of its type.

import { NONE, type Check, type SchemaGraph, type SchemaNode } from '../graph.ts';
import { spellJson } from './json-spelling.ts';

/** Schemas that are applied to the same value and are looked at. */
const MOST_NODES = 64;

/** JSON for a property with this schema; `NONE` for any value. */
export function suggestValue(graph: SchemaGraph, id: number): string {
  const nodes = nodesInPlace(graph, id);
  for (const keyword of ['default', 'const', 'enum', 'examples'] as const) {
    for (const node of nodes) {
      const json = namedValue(node, keyword);
      if (json !== null) return json;
    }
  }
  const types = nodes.map(typesOf).find((names) => names.length > 0) ?? [];
  const [type = 'null'] = types;
  return type === 'number' || type === 'integer' ? emptyNumber(nodes) : (EMPTY.get(type) ?? 'null');
}

/** Empty values by type. */
export const EMPTY: ReadonlyMap<string, string> = new Map([
  ['null', 'null'],
  ['boolean', 'false'],
  ['number', '0'],
  ['integer', '0'],
  ['string', '""'],
  ['array', '[]'],
  ['object', '{}'],
]);

/** A schema and those that have to hold of the same value with it, or the first that may. */
function nodesInPlace(graph: SchemaGraph, id: number): SchemaNode[] {
  const found = new Set<SchemaNode>();
  const waiting = [id];
  for (let next = waiting.shift(); next !== undefined && found.size < MOST_NODES; next = waiting.shift()) {
    const node = graph.nodes[next];
    if (next === NONE || node === undefined || found.has(node)) continue;
    found.add(node);
    for (const checks of node.checks) {
      for (const check of checks) {
        if (check.type === 'all') waiting.push(...check.nodes);
        else if (check.type === 'dynamic') waiting.push(check.node);
        else if (check.type === 'any' || check.type === 'one') waiting.push(check.nodes[0] ?? NONE);
      }
    }
  }
  return [...found];
}

function namedValue({ place }: SchemaNode, keyword: 'default' | 'const' | 'enum' | 'examples'): string | null {
  const { source } = place.resource;
  const entry = source.members(place.entry).get(keyword);
  if (entry === undefined) return null;
  const chosen = keyword === 'enum' || keyword === 'examples' ? source.items(entry)?.[0] : entry;
  return chosen === undefined ? null : spellJson(source.places, chosen);
}

function typesOf({ place }: SchemaNode): readonly string[] {
  const { source } = place.resource;
  const members = source.members(place.entry);
  const type = members.get('type');
  const single = source.string(type);
  if (single !== null) return [single];
  const several = source.strings(type) ?? [];
  if (several.length > 0) return several;
  if (members.has('properties') || members.has('required')) return ['object'];
  return members.has('items') || members.has('prefixItems') ? ['array'] : [];
}

/** 0, or the bound that is nearest to it. */
function emptyNumber(nodes: readonly SchemaNode[]): string {
  const bounds = nodes
    .flatMap(({ checks }) => checks.flat())
    .filter((check): check is Check & { type: 'bound' } => check.type === 'bound');
  const broken = bounds.find(({ isLower, isExclusive, bound: { nearest } }) =>
    isExclusive ? (isLower ? nearest >= 0 : nearest <= 0) : isLower ? nearest > 0 : nearest < 0,
  );
  if (broken === undefined) return '0';
  const { bound, isExclusive, isLower } = broken;
  if (!isExclusive) return bound.text;
  return String(isLower ? Math.floor(bound.nearest) + 1 : Math.ceil(bound.nearest) - 1);
}
