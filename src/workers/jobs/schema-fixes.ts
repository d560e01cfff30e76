// Details of schema errors for the list of problems: quick fixes, and the errors of other alternatives.

import { packSplices } from '../../shared/document/splice-pack.ts';
import type { Problem } from '../../shared/protocol/problems.ts';
import type { Alternative, FixPlan as Plan, FixRequest } from '../../shared/protocol/schema-fixes.ts';
import type { Work } from '../../engine/base/work.ts';
import { nameOf } from '../../engine/schema/alternative-name.ts';
import { describeFailure } from '../../engine/schema/describe.ts';
import type { SchemaFailure } from '../../engine/schema/failure.ts';
import { FixPlanner } from '../../engine/schema/fix/fix-plan.ts';
import { fixesOf } from '../../engine/schema/fix/fixes.ts';
import type { SchemaGraph } from '../../engine/schema/graph.ts';
import { validate } from '../../engine/schema/validate.ts';
import type { ValueReader } from '../../engine/schema/value-reader.ts';

/** Most alternatives that are explained, and most errors reported for each. */
const MAX_ALTERNATIVES = 50;
const MAX_ERRORS = 5;

/** The fixes that the list offers for an error, and whether it has alternatives. */
export function offeredFixes(
  graph: SchemaGraph,
  failure: SchemaFailure,
  reader: ValueReader,
): Pick<Problem, 'fixes' | 'hasAlternatives'> {
  const fixes = fixesOf(graph, failure, reader).map(({ kind, label, allLabel }) => ({ kind, label, allLabel }));
  return { ...(fixes.length > 0 && { fixes }), ...(alternatives(failure) !== null && { hasAlternatives: true }) };
}

/** The first error that passes a test; `null` when none does. Cost: a validation. */
export function* findFailure(
  graph: SchemaGraph,
  { places, parser }: ValueReader,
  isIt: (failure: SchemaFailure) => boolean,
): Work<SchemaFailure | null> {
  let found: SchemaFailure | null = null;
  const onFailure = (failure: SchemaFailure): void => {
    if (found === null && isIt(failure)) found = failure;
  };
  yield* validate(graph, places, parser, { onFailure });
  return found;
}

/** Fixes one error or, if `failure` is `null`, every error that has a fix of the kind, in any number. */
export function* planFixes(
  graph: SchemaGraph,
  reader: ValueReader,
  { kind, label, isAll }: FixRequest,
  failure: SchemaFailure | null,
): Work<Plan> {
  const { places, parser } = reader;
  const plan = new FixPlanner(places);
  const add = (one: SchemaFailure): void => {
    const found = fixesOf(graph, one, reader).find((fix) => fix.kind === kind && (isAll || fix.label === label));
    if (found !== undefined) plan.add(found.change);
  };
  if (failure === null) yield* validate(graph, places, parser, { onFailure: add });
  else add(failure);
  const splices = yield* plan.splices();
  return { splices: new Blob([packSplices(splices)]), count: plan.count };
}

/** The errors that each alternative reports for a value. */
export function* alternativesOf(graph: SchemaGraph, failure: SchemaFailure, reader: ValueReader): Work<Alternative[]> {
  const { places, parser } = reader;
  const { nodes, value } = alternatives(failure) ?? { nodes: [], value: 0 };
  const base = places.path(value).length;
  const found: Alternative[] = [];
  for (const id of nodes.slice(0, MAX_ALTERNATIVES)) {
    const node = graph.nodes[id];
    if (node === undefined) continue;
    const { failures } = yield* validate(graph, places, parser, { node: id, value });
    const errors = failures.first.slice(0, MAX_ERRORS).map((error) => ({
      pointer: pointerOf(reader, error.value, base),
      message: describeFailure(error, reader),
    }));
    found.push({ name: nameOf(node), errors, count: failures.count });
  }
  return found;
}

/** The alternatives that an error belongs to, and their value. */
function alternatives({ within, reason, check, value }: SchemaFailure): SchemaFailure['within'] {
  if (within !== null) return within;
  if (reason !== 'none' && reason !== 'several') return null;
  return (check?.type === 'any' || check?.type === 'one') && value >= 0 ? { nodes: check.nodes, value } : null;
}

function pointerOf({ places }: ValueReader, value: number, base: number): string {
  const path = places.path(value < 0 ? ~value : value).slice(base);
  return path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
