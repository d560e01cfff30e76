// Estimates the problems of a text after one more write, until they are read again: those after it are shifted, those that it
// touches are removed. Counts and line numbers are not updated.

import type { Problem, ProblemReport } from '../../shared/protocol/problems.ts';
import type { TextChange } from '../../shared/protocol/protocol.ts';
import type { Revision } from '../../shared/units.ts';

/** Returns the report of the revision that `change` created. */
export function shiftReport(
  report: ProblemReport,
  { start, end, length }: TextChange,
  revision: Revision,
): ProblemReport {
  const delta = length - (end - start);
  const shift = (problem: Problem): readonly Problem[] => {
    if (problem.end < start) return [problem];
    if (problem.start < end || problem.start <= start) return [];
    return [{ ...problem, start: problem.start + delta, end: problem.end + delta }];
  };
  const groups = report.groups.map((group) => ({
    kind: group.kind,
    count: group.count,
    first: group.first.flatMap(shift),
  }));
  return { ...report, revision, groups };
}
