// The severity of each kind of problem, and counts by severity.

import type { ProblemKind, ProblemReport } from '../../shared/protocol/problems.ts';

/**
 * `error`: programs reject the text. `warning`: programs accept it, but some read it differently. `info`: the text is as it
 * should be, and worth knowing about; it is listed, and marked nowhere.
 */
export type ProblemSeverity = 'error' | 'warning' | 'info';

const SEVERITIES: Readonly<Record<ProblemKind, ProblemSeverity>> = {
  syntax: 'error',
  record: 'error',
  utf8: 'error',
  schema: 'error',
  csv: 'warning',
  duplicate: 'warning',
  number: 'info',
};

export function severityOf(kind: ProblemKind): ProblemSeverity {
  return SEVERITIES[kind];
}

/** Returns the number of problems of a kind. */
export function countOfKind(report: ProblemReport | null, kind: ProblemKind): number {
  return report?.groups.find((group) => group.kind === kind)?.count ?? 0;
}

/** Returns the number of problems of a severity. */
export function countOf(report: ProblemReport | null, severity: ProblemSeverity): number {
  const groups = report?.groups.filter(({ kind }) => severityOf(kind) === severity) ?? [];
  return groups.reduce((sum, group) => sum + group.count, 0);
}
