// Suggests a value for a missing property: one that its schema names, else an empty one of its type.

import { append } from '../../../shared/append.ts';
import { NONE, type Check, type MembersCheck, type SchemaGraph, type SchemaNode } from '../graph.ts';
import { OBJECT } from '../kinds.ts';
import { toJsonText } from './json-spelling.ts';

/** Schemas of the same value that are inspected. */
const MAX_NODES = 64;

/** Levels of nested objects that are filled, and values in all. */
const MAX_LEVELS = 8;
const MAX_VALUES = 200;

/** What may still be filled in. */
interface Budget {
  values: number;
  /** The schemas of each object around that require something, as joined ids. */
  readonly around: Set<string>;
}

/** Returns JSON for a property with these schemas; an object has its required members. The id `NONE` allows any value. */
export function suggestValue(graph: SchemaGraph, ids: readonly number[]): string {
  return suggest(graph, ids, { values: MAX_VALUES, around: new Set() });
}

function suggest(graph: SchemaGraph, ids: readonly number[], budget: Budget): string {
  budget.values -= 1;
  const nodes = nodesInPlace(graph, ids);
  for (const keyword of ['default', 'const', 'enum', 'examples'] as const) {
    for (const node of nodes) {
      const json = namedValue(node, keyword);
      if (json !== null) return json;
    }
  }
  const types = nodes.map(typesOf).find((names) => names.length > 0) ?? [];
  const [type = 'null'] = types;
  if (type === 'object') return filledObject(graph, nodes, budget);
  return type === 'number' || type === 'integer' ? emptyNumber(nodes) : (EMPTY.get(type) ?? 'null');
}

/** An object with its required members, recursively; an empty one when the schemas are circular or nested too deeply. */
function filledObject(graph: SchemaGraph, nodes: readonly SchemaNode[], budget: Budget): string {
  const { around } = budget;
  const checks = nodes.flatMap((node) => memberChecks(node));
  const demanding = nodes.filter((node) => memberChecks(node).some(({ required }) => required.length > 0));
  const name = demanding.map(({ id }) => id).join();
  if (around.size >= MAX_LEVELS || around.has(name)) return '{}';
  around.add(name);
  const members: string[] = [];
  for (const key of requiredKeys(checks)) {
    if (budget.values <= 0) break;
    const schemas = checks.flatMap((check) => memberSchemas(check, key));
    // A key that is both required and forbidden can't be fixed.
    if (schemas.some((id) => graph.nodes[id]?.verdict === false)) continue;
    members.push(`${JSON.stringify(key)}: ${suggest(graph, schemas, budget)}`);
  }
  around.delete(name);
  return `{${members.join(', ')}}`;
}

const memberChecks = ({ checks }: SchemaNode): MembersCheck[] =>
  (checks[OBJECT] ?? []).filter((check) => check.type === 'members');

/** Required keys, and the keys that these require in turn. */
function requiredKeys(checks: readonly MembersCheck[]): Set<string> {
  const keys = new Set<string>();
  const nameOf = ({ names }: MembersCheck, number: number): string => names.names[number] ?? '';
  for (const check of checks) for (const number of check.required) keys.add(nameOf(check, number));
  // The loop also visits keys that are added while it runs.
  for (const key of keys) {
    for (const check of checks) {
      for (const { key: number, needed } of check.dependentRequired) {
        if (nameOf(check, number) === key) for (const one of needed) keys.add(nameOf(check, one));
      }
    }
  }
  return keys;
}

/** Returns the schemas that apply to a member, by its key. */
export function memberSchemas(check: MembersCheck, key: string): number[] {
  const number = check.names.find(key);
  const own = number < 0 ? NONE : (check.properties[number] ?? NONE);
  const found = check.patterns.filter(({ pattern }) => pattern.test(key)).map(({ node }) => node);
  if (own !== NONE) found.unshift(own);
  if (found.length === 0 && check.additional !== NONE) found.push(check.additional);
  return found;
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

/** Schemas, and those that they apply to the same value; of alternatives, the first one. */
function nodesInPlace(graph: SchemaGraph, ids: readonly number[]): SchemaNode[] {
  const found = new Set<SchemaNode>();
  const waiting = [...ids];
  for (let next = waiting.shift(); next !== undefined && found.size < MAX_NODES; next = waiting.shift()) {
    const node = graph.nodes[next];
    if (next === NONE || node === undefined || found.has(node)) continue;
    found.add(node);
    for (const checks of node.checks) {
      for (const check of checks) {
        if (check.type === 'all') append(waiting, check.nodes);
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
  return chosen === undefined ? null : toJsonText(source.places, chosen);
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

/** 0, or the nearest number within the first bound that 0 violates. */
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
