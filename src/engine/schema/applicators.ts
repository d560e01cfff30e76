// Compiles the keywords that apply other schemas.

import { append } from '../../shared/append.ts';
import { SCHEMA } from '../../shared/texts/schema.ts';
import type { Vocabulary } from './drafts.ts';
import type { Keywords } from './keywords.ts';
import {
  NONE,
  type InPlaceCheck,
  type ItemsCheck,
  type MembersCheck,
  type Pattern,
  type UnevaluatedCheck,
} from './graph.ts';
import { PropertyNames } from './property-names.ts';

/** Compiles the keywords that apply schemas to the same value. Before 2019, `$ref` excludes all other keywords. */
export function* inPlaceChecks(keywords: Keywords, isReference: boolean, applies: boolean): Generator<InPlaceCheck> {
  const { source, draft, get, node, follow } = keywords;
  const reference = source.string(get('$ref'));
  if (reference !== null) {
    const target = follow(reference);
    if (target.node !== NONE) yield { type: 'all', nodes: [target.node] };
  }
  if (isReference) return;
  const recursive = draft === 2019 ? source.string(get('$recursiveRef')) : null;
  if (recursive !== null) {
    const target = follow(recursive);
    if (target.node !== NONE) yield { type: 'dynamic', node: target.node, anchor: null };
  }
  const dynamic = draft === 2020 ? source.string(get('$dynamicRef')) : null;
  if (dynamic !== null) {
    const { node: target, anchor } = follow(dynamic);
    if (target !== NONE && anchor === null) yield { type: 'all', nodes: [target] };
    else if (target !== NONE) yield { type: 'dynamic', node: target, anchor };
  }
  if (!applies) return;
  for (const [keyword, type] of [
    ['allOf', 'all'],
    ['anyOf', 'any'],
    ['oneOf', 'one'],
  ] as const) {
    const items = source.items(get(keyword));
    if (items !== null) yield { type, nodes: items.map((item) => node(item)) };
  }
  const not = get('not');
  if (not !== undefined) yield { type: 'not', node: node(not) };
  const condition = draft >= 7 ? get('if') : undefined;
  if (condition === undefined) return;
  const [yes, no] = [get('then'), get('else')];
  yield {
    type: 'if',
    condition: node(condition),
    yes: yes === undefined ? NONE : node(yes),
    no: no === undefined ? NONE : node(no),
  };
}

/** Compiles all keywords about an object's members; `null` when there are none. */
export function membersCheck(keywords: Keywords, { applies, validates }: Vocabulary): MembersCheck | null {
  const { source, draft, options, get, node, note } = keywords;
  const members = (keyword: string): [string, number][] => {
    const entry = get(keyword);
    return entry === undefined ? [] : [...source.members(entry)];
  };
  const properties = applies ? members('properties') : [];
  const patterns: { pattern: Pattern; node: number }[] = [];
  for (const [expression, entry] of applies ? members('patternProperties') : []) {
    const pattern = options.patterns.compile(expression);
    if (pattern === null) note(SCHEMA.badPattern(expression));
    else patterns.push({ pattern, node: node(entry) });
  }
  const schemas: [string, number][] = [];
  const lists: [string, string[]][] = [];
  if (applies && draft >= 2019) append(schemas, members('dependentSchemas'));
  for (const [key, entry] of applies ? members('dependencies') : []) {
    const list = source.strings(entry);
    // Draft 3 allowed a single key here; such schemas are still in use.
    const one = source.string(entry);
    if (list !== null || one !== null) lists.push([key, list ?? [one ?? '']]);
    else schemas.push([key, entry]);
  }
  if (validates && draft >= 2019) {
    for (const [key, entry] of members('dependentRequired')) lists.push([key, source.strings(entry) ?? []]);
  }
  const required = validates ? (source.strings(get('required')) ?? []) : [];
  const names = new PropertyNames(
    new Set(
      [...properties, ...schemas]
        .map(([key]) => key)
        .concat(
          required,
          lists.flatMap(([key, needed]) => [key, ...needed]),
        ),
    ),
  );
  const nodes = new Int32Array(names.count).fill(NONE);
  for (const [key, entry] of properties) nodes[names.find(key)] = node(entry);
  const additional = applies ? get('additionalProperties') : undefined;
  const keys = applies && draft >= 6 ? get('propertyNames') : undefined;
  const least = validates ? (source.count(get('minProperties')) ?? 0) : 0;
  const most = validates ? (source.count(get('maxProperties')) ?? Infinity) : Infinity;
  const isEmpty = names.count === 0 && patterns.length === 0 && additional === undefined && keys === undefined;
  if (isEmpty && least === 0 && most === Infinity) return null;
  return {
    type: 'members',
    names,
    properties: nodes,
    patterns,
    additional: additional === undefined ? NONE : node(additional),
    keys: keys === undefined ? NONE : node(keys),
    required: [...new Set(required)].map((key) => names.find(key)),
    dependentRequired: lists.map(([key, needed]) => ({
      key: names.find(key),
      needed: needed.map((name) => names.find(name)),
    })),
    dependentSchemas: schemas.map(([key, entry]) => ({ key: names.find(key), node: node(entry) })),
    least,
    most,
  };
}

/** Compiles all keywords about an array's items; `null` when there are none. */
export function itemsCheck({ source, draft, get, node }: Keywords): ItemsCheck | null {
  const items = get('items');
  const tuple = draft >= 2020 ? source.items(get('prefixItems')) : source.items(items);
  const isTuple = draft < 2020 && tuple !== null;
  const rest = isTuple ? get('additionalItems') : items;
  const contains = draft >= 6 ? get('contains') : undefined;
  if (tuple === null && rest === undefined && contains === undefined) return null;
  const counts = draft >= 2019;
  return {
    type: 'elements',
    prefix: tuple?.map((entry) => node(entry)) ?? [],
    rest: rest === undefined ? NONE : node(rest),
    contains: contains === undefined ? NONE : node(contains),
    least: (counts ? source.count(get('minContains')) : null) ?? 1,
    most: (counts ? source.count(get('maxContains')) : null) ?? Infinity,
    marks: draft >= 2020,
  };
}

/** Compiles `unevaluatedItems` and `unevaluatedProperties`, in this order. */
export function unevaluatedCheck({ get, node }: Keywords): [UnevaluatedCheck | null, UnevaluatedCheck | null] {
  const [items, members] = [get('unevaluatedItems'), get('unevaluatedProperties')];
  return [
    items === undefined ? null : { type: 'unevaluated', node: node(items) },
    members === undefined ? null : { type: 'unevaluated', node: node(members) },
  ];
}
