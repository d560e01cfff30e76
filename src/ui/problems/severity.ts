// The severity of each kind of problem, and counts by severity.

import type { ProblemKind, ProblemReport } from '../../shared/protocol/problems.ts';

/** `error`: programs reject the text. `warning`: programs accept it, but some read it differently. */
export type ProblemSeverity = 'error' | 'warning';

const SEVERITIES: Readonly<Record<ProblemKind, ProblemSeverity>> = {
  syntax: 'error',
  record: 'error',
  utf8: 'error',
  schema: 'error',
  duplicate: 'warning',
  number: 'warning',
};

export function severityOf(kind: ProblemKind): ProblemSeverity {
  return SEVERITIES[kind];
}

/** Returns the number of problems of a severity. */
export function countOf(report: ProblemReport | null, severity: ProblemSeverity): number {
  const groups = report?.groups.filter(({ kind }) => severityOf(kind) === severity) ?? [];
  return groups.reduce((sum, group) => sum + group.count, 0);
}
