// How bad each kind of problem is, and how many there are.

import type { ProblemKind, ProblemReport } from '../../shared/protocol/problems.ts';

/** `error`: a program refuses the text. `warning`: programs read it, and not all as it is written. */
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

/** How many problems of a severity a document has. */
export function countOf(report: ProblemReport | null, severity: ProblemSeverity): number {
  const groups = report?.groups.filter(({ kind }) => severityOf(kind) === severity) ?? [];
  return groups.reduce((sum, group) => sum + group.count, 0);
}
