// Proposes the values that may be at a place: those of `enum` and `const`, then defaults and examples, then the literals of
// types with few values. Each is valid under all schemas that hold in the branch of its own schema.

import type { Proposals, ValueProposal } from '../../shared/protocol/assist.ts';
import type { Work } from '../base/work.ts';
import { NONE, type SchemaNode } from '../schema/graph.ts';
import { BOOLEAN, KINDS, NULL } from '../schema/kinds.ts';
import type { SchemaSource } from '../schema/source.ts';
import { holdsIn, type Applied, type PlaceSchemas, type AppliedSchemas } from './applied.ts';
import { jsonOf, keywordOf, textOf, typesOf } from './keyword-values.ts';

const SLICE_VALUES = 4096;

/** A value in a schema that may be proposed. */
interface Candidate {
  readonly from: Applied;
  readonly entry: number;
  readonly description: string | null;
  readonly isDefault: boolean;
  readonly isAllowedAlone: boolean;
}

/** Returns the values that contain `typed`, ignoring case: the first `most` of them, and the number of all. */
export function* proposeValues(
  guide: PlaceSchemas,
  place: AppliedSchemas,
  typed: string,
  most: number,
): Work<Proposals<ValueProposal>> {
  const wanted = typed.toLowerCase();
  const items = new Map<string, ValueProposal>();
  const lists = place.applied.filter(
    (one, index) =>
      guide.listOf(one.node) !== null &&
      // A list that holds together with an earlier one only restricts that.
      !place.applied
        .slice(0, index)
        .some((other) => guide.listOf(other.node) !== null && holdsIn(place, other.branch, one.branch)),
  );
  const isSingle = lists.length === 1;
  const counted = new Set<string>();
  let count = 0;
  let looked = 0;
  const take = (json: string, proposal: Omit<ValueProposal, 'json'>): void => {
    if (!isSingle || !proposal.isAllowedAlone) {
      if (counted.has(json)) return;
      counted.add(json);
    }
    count += 1;
    if (items.size < most) items.set(json, { json, ...proposal });
  };
  for (const from of lists) {
    const { source } = from.node.place.resource;
    const others = restrictionsOf(place, from);
    const list = guide.listOf(from.node) ?? [];
    const words = wordsOf(from.node);
    for (const [index, entry] of list.entries()) {
      looked += 1;
      if (looked % SLICE_VALUES === 0) yield { done: index, total: list.length };
      if (wanted === '' && isSingle && others.length === 0 && items.size >= most) {
        // All remaining values count.
        count += list.length - index;
        break;
      }
      if (wanted !== '' && !labelOf(source, entry).toLowerCase().includes(wanted)) continue;
      const json = jsonOf(source, entry);
      if (json === null || !(yield* isValid(guide, others, source, entry))) continue;
      take(json, { description: words(index), isDefault: false, isAllowedAlone: true });
    }
  }
  for (const { from, entry, ...candidate } of singles(place)) {
    const { source } = from.node.place.resource;
    const json = jsonOf(source, entry);
    if (json === null) continue;
    const known = items.get(json);
    if (known !== undefined) {
      if (candidate.isDefault) items.set(json, { ...known, isDefault: true });
      continue;
    }
    // A list of allowed values excludes all others.
    if (lists.some((list) => holdsIn(place, list.branch, from.branch))) continue;
    if (wanted !== '' && !labelOf(source, entry).toLowerCase().includes(wanted)) continue;
    if (yield* isValid(guide, [from.node, ...restrictionsOf(place, from)], source, entry)) take(json, candidate);
  }
  for (const json of literals(guide, place)) {
    if (json.includes(wanted)) take(json, { description: null, isDefault: false, isAllowedAlone: true });
  }
  return { items: [...items.values()], count };
}

/** Whether the schemas of a place list allowed values, or have a type with only a few values. */
export function hasValues(guide: PlaceSchemas, place: AppliedSchemas): boolean {
  return place.applied.some(({ node }) => guide.listOf(node) !== null || typesOf(node).includes('boolean'));
}

/** The only allowed value; `null` when there may be others. */
export function onlyValue(guide: PlaceSchemas, place: AppliedSchemas): string | null {
  for (const { node, branch } of place.applied) {
    const list = branch === 0 ? guide.listOf(node) : null;
    const [only] = list ?? [];
    if (list?.length === 1 && only !== undefined) return jsonOf(node.place.resource.source, only);
  }
  return null;
}

/** The default of a place; `null` when there is none. */
export function* defaultOf(guide: PlaceSchemas, place: AppliedSchemas): Work<string | null> {
  for (const from of place.applied) {
    const entry = keywordOf(from.node, 'default');
    const { source } = from.node.place.resource;
    if (entry === undefined) continue;
    if (yield* isValid(guide, [from.node, ...restrictionsOf(place, from)], source, entry)) return jsonOf(source, entry);
  }
  return null;
}

/** The descriptions of the values that a schema lists, by index. */
function wordsOf(node: SchemaNode): (index: number) => string | null {
  const { source } = node.place.resource;
  if (keywordOf(node, 'const') !== undefined) return () => textOf(node, 'description') ?? textOf(node, 'title');
  const entry = keywordOf(node, 'enumDescriptions') ?? keywordOf(node, 'markdownEnumDescriptions');
  const words = source.items(entry) ?? [];
  return (index) => source.string(words[index]);
}

function* singles({ applied }: AppliedSchemas): Generator<Candidate> {
  for (const from of applied) {
    const entry = keywordOf(from.node, 'default');
    if (entry !== undefined) yield { from, entry, description: null, isDefault: true, isAllowedAlone: false };
  }
  for (const from of applied) {
    for (const entry of from.node.place.resource.source.items(keywordOf(from.node, 'examples')) ?? [])
      yield { from, entry, description: null, isDefault: false, isAllowedAlone: false };
  }
}

/** `true`, `false` and `null`, if a type allows them and nothing else forbids them. */
function* literals(guide: PlaceSchemas, place: AppliedSchemas): Generator<string> {
  const { applied } = place;
  for (const [type, kind, spellings] of [
    ['boolean', BOOLEAN, ['true', 'false']],
    ['null', NULL, ['null']],
  ] as const) {
    const isPossible = applied.some(
      (one) =>
        typesOf(one.node).includes(type) &&
        applied.every(
          ({ node, branch }) =>
            !holdsIn(place, branch, one.branch) || ((node.types & (1 << kind)) !== 0 && guide.listOf(node) === null),
        ),
    );
    if (isPossible) yield* spellings;
  }
}

/** The other schemas under which a value of `from` has to be valid. Schemas that only refer to others are left out. */
function restrictionsOf(place: AppliedSchemas, from: Applied): SchemaNode[] {
  return place.applied
    .filter((other) => other !== from && holdsIn(place, other.branch, from.branch) && restricts(other.node))
    .map(({ node }) => node);
}

function restricts({ checks }: SchemaNode): boolean {
  for (let kind = 0; kind < KINDS; kind += 1) {
    if ((checks[kind] ?? []).some(({ type }) => type !== 'all' && type !== 'dynamic')) return true;
  }
  return false;
}

function* isValid(
  guide: PlaceSchemas,
  nodes: readonly SchemaNode[],
  source: SchemaSource,
  entry: number,
): Work<boolean> {
  for (const node of nodes) if (node.id !== NONE && !(yield* guide.allows(node, source, entry))) return false;
  return true;
}

/** The text by which a value is matched: the characters of a string, else the spelling. */
function labelOf(source: SchemaSource, entry: number): string {
  return source.string(entry) ?? source.spelling(entry);
}
