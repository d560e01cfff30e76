// Fixes problems: one, or all of a kind, as one step that can be undone. The edit is planned by the job worker that found them.

import { CodedError } from '../../shared/errors.ts';
import { toJsonPath } from '../../shared/document/path.ts';
import type { Problem } from '../../shared/protocol/problems.ts';
import type { ProblemFix } from '../../shared/protocol/schema-fixes.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import type { PanelPlace } from '../panel-core/panel-document.ts';
import { offerUndo } from '../panel-core/undo-steps.ts';
import type { SchemaCheck } from '../schema/schema-check.ts';
import { STEP } from '../../shared/texts/steps.ts';
import { SCHEMA_FIXES } from '../strings/panel/schema.ts';
import { explainStale } from '../async/stale.ts';

/** Applies a fix to a problem; with `isAll`, to every problem that has a fix of its kind. Reports errors to the user. */
export async function applyFix(
  core: PanelCore,
  schema: SchemaCheck,
  { start, message }: Problem,
  { kind, label }: ProblemFix,
  isAll: boolean,
): Promise<void> {
  try {
    let fixed = 0;
    const fixing = core.write(SCHEMA_FIXES.working, async (task) => {
      const { revision, splices, count } = await schema.planFix({ start, message, kind, label, isAll }, task);
      if (count === 0) throw new CodedError('stale', SCHEMA_FIXES.gone);
      fixed = count;
      // Fixes all over the document leave the caret where the user is by now.
      return core.client.applyPacked(revision, splices, { ...task, keepsSelection: isAll, name: STEP.fixed(count) });
    });
    await explainStale(fixing, SCHEMA_FIXES.gone);
    if (isAll) offerUndo(core, SCHEMA_FIXES.done(fixed));
  } catch (error) {
    core.report(error);
  }
}

/** Whether a problem is at a place: in a text at the same character, otherwise at the same value. */
export function isAt(problem: Problem, { path, line, column }: PanelPlace, isText: boolean): boolean {
  if (isText) return problem.line === line && problem.column === column;
  return problem.path !== null && toJsonPath(problem.path) === toJsonPath(path);
}

/**
 * Returns the index of the fixable problem at a place: in a text the nearest one in its line, otherwise that of its value; -1
 * if there is none.
 */
export function fixableAt(all: readonly Problem[], place: PanelPlace, isText: boolean): number {
  let best = -1;
  let least = Infinity;
  for (const [index, problem] of all.entries()) {
    if (problem.fixes === undefined) continue;
    const isThere = isText ? problem.line === place.line : isAt(problem, place, isText);
    const far = isText ? Math.abs(problem.column - place.column) : 0;
    if (!isThere || far >= least) continue;
    least = far;
    best = index;
  }
  return best;
}
