// Proposes the keys that an object may get: those of `properties`, of `required`, and of an `enum` in `propertyNames`, without
// those it has already and those that an applicable schema forbids. Required keys come first, deprecated ones last.

import type { KeyProposal, PlaceNote, Proposals } from '../../shared/protocol/assist.ts';
import type { Segment } from '../../shared/document/path.ts';
import type { Work } from '../base/work.ts';
import { NONE } from '../schema/graph.ts';
import { acceptsKey, holdsIn, membersOf, type Applied, type PlaceSchemas, type AppliedSchemas } from './applied.ts';
import { annotate } from './annotations.ts';
import { defaultOf, hasValues, onlyValue, proposeValues } from './value-proposals.ts';

const SLICE_KEYS = 4096;
/** Keys of `propertyNames` that are considered; a longer list is not one to choose from. */
const MAX_NAMES = 1000;

/** Returns the keys that contain `typed`, ignoring case: the first `most` of them, and the number of all. */
export function* proposeKeys(
  guide: PlaceSchemas,
  place: AppliedSchemas,
  present: readonly string[],
  typed: string,
  most: number,
): Work<Proposals<KeyProposal>> {
  const wanted = typed.toLowerCase();
  const own = new Set(present);
  const required = requiredOf(place, own);
  const first: string[] = [];
  const others: string[] = [];
  const seen = new Set<string>();
  let looked = 0;
  for (const [key, from] of candidates(guide, place)) {
    looked += 1;
    if (looked % SLICE_KEYS === 0) yield { done: looked, total: looked };
    if (own.has(key) || seen.has(key) || !key.toLowerCase().includes(wanted)) continue;
    if (!isAccepted(guide, place, from, key)) continue;
    seen.add(key);
    if (required.has(key)) first.push(key);
    else others.push(key);
  }
  const names = yield* proposeValues(guide, yield* guide.keyOf(place), typed, MAX_NAMES);
  for (const { json, isAllowedAlone } of names.items) {
    const key: unknown = JSON.parse(json);
    if (typeof key !== 'string' || !isAllowedAlone || own.has(key) || seen.has(key)) continue;
    if (!place.applied.every(({ node }) => acceptsKey(guide.graph, node, key))) continue;
    seen.add(key);
    others.push(key);
  }
  const items: KeyProposal[] = [];
  for (const key of [...first, ...others].slice(0, most)) {
    const child = yield* guide.child(place, key);
    const only = onlyValue(guide, child);
    items.push({
      key,
      ...annotate(child),
      isRequired: required.has(key),
      value: only ?? (yield* defaultOf(guide, child)),
      hasValues: hasValues(guide, child),
    });
  }
  // Only the returned keys are ranked; in a longer list, the order would not help.
  const rank = ({ isRequired, isDeprecated }: KeyProposal): number => (isRequired ? 0 : isDeprecated ? 2 : 1);
  return { items: items.toSorted((a, b) => rank(a) - rank(b)), count: seen.size };
}

/** Returns the annotations of a child of the value at a place. */
export function* noteOfChild(
  guide: PlaceSchemas,
  place: AppliedSchemas,
  segment: Segment,
  required: ReadonlySet<string>,
): Work<PlaceNote> {
  const child = yield* guide.child(place, segment);
  return { ...annotate(child), isRequired: required.has(String(segment)), isKnown: child.applied.length > 0 };
}

/** The keys that an object at a place must have, whichever alternatives apply. */
export function requiredOf({ applied }: AppliedSchemas, present: ReadonlySet<string>): ReadonlySet<string> {
  const required = new Set<string>();
  for (const { node, branch } of applied) {
    const check = membersOf(node);
    if (check === null || branch !== 0) continue;
    const { names } = check.names;
    const add = (key: number): unknown => required.add(names[key] ?? '');
    for (const key of check.required) add(key);
    for (const { key, needed } of check.dependentRequired) {
      if (present.has(names[key] ?? '')) for (const other of needed) add(other);
    }
  }
  return required;
}

function* candidates({ graph }: PlaceSchemas, { applied }: AppliedSchemas): Generator<[string, Applied]> {
  for (const from of applied) {
    const check = membersOf(from.node);
    if (check === null) continue;
    const required = new Set(check.required);
    for (const [index, key] of check.names.names.entries()) {
      const isNamed = (check.properties[index] ?? NONE) !== NONE;
      if ((isNamed || required.has(index)) && acceptsKey(graph, from.node, key)) yield [key, from];
    }
  }
}

/** Whether no schema that holds in the branch of a key's schema forbids the key. */
function isAccepted({ graph }: PlaceSchemas, place: AppliedSchemas, from: Applied, key: string): boolean {
  return place.applied.every(
    ({ node, branch }) => node === from.node || !holdsIn(place, branch, from.branch) || acceptsKey(graph, node, key),
  );
}
