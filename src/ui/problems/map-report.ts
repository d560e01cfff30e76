// Estimates the problems of a text after one more write, until they are read again: those after it are moved, those that it
// touches are removed. Counts and line numbers are not updated.

import { ChangeMap } from '../../shared/document/changes.ts';
import type { Problem, ProblemReport } from '../../shared/protocol/problems.ts';
import type { TextChange } from '../../shared/protocol/protocol.ts';
import type { Revision } from '../../shared/units.ts';

/** Returns the report of the revision that `change` created. */
export function mapReport(report: ProblemReport, change: TextChange, revision: Revision): ProblemReport {
  const map = ChangeMap.ofRange(change);
  const move = (problem: Problem): readonly Problem[] => {
    const moved = map.mapRange(problem, 'exclusive');
    // What is written at either end may change what is wrong, as does what replaces the byte after the end.
    const isTouched = map.touches({ start: problem.start, end: problem.end + 1 });
    const isWrittenAt = map.mapOffset(problem.start, 'before') < moved.start;
    return isTouched || isWrittenAt ? [] : [{ ...problem, ...moved }];
  };
  const groups = report.groups.map((group) => ({
    kind: group.kind,
    count: group.count,
    first: group.first.flatMap(move),
  }));
  return { ...report, revision, groups };
}
