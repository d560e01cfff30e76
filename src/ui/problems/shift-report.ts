// What is known of the problems of a text after one more write, until they are looked for again: those behind it move
// along, those that it touches are gone. Counts and lines stay as they were for that moment.

import type { Problem, ProblemReport } from '../../shared/protocol/problems.ts';
import type { TextChange } from '../../shared/protocol/protocol.ts';
import type { Revision } from '../../shared/units.ts';

/** The report of the revision that `change` has made. */
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
  const groups = report.groups.map((group) => ({ ...group, first: group.first.flatMap(shift) }));
  return { ...report, revision, groups };
}
