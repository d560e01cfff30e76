// The problem that a row of the tree shows: in its key or its value, or inside it when it is collapsed.

import { isContainer } from '../../../shared/protocol/rows.ts';
import { countWhile } from '../../../shared/bytes/binary-search.ts';
import type { Problem } from '../../../shared/protocol/problems.ts';
import type { ProblemSource } from '../../problem-marks/problem-source.ts';
import { severityOf, type ProblemSeverity } from '../../problem-marks/severity.ts';
import type { ProblemSignProps } from '../../problem-marks/problem-sign.tsx';
import { PROBLEMS } from '../../strings/panel/problems.ts';
import type { CachedRow } from './row-cache.ts';

const INSIDE: Readonly<Record<ProblemSeverity, ProblemSignProps>> = {
  error: { severity: 'error', message: PROBLEMS.inside, isInside: true },
  warning: { severity: 'warning', message: PROBLEMS.inside, isInside: true },
  info: { severity: 'info', message: PROBLEMS.inside, isInside: true },
};

/** Finds the problems of rows. */
export class RowProblems {
  private readonly signs = new WeakMap<Problem, ProblemSignProps>();

  constructor(private readonly source: ProblemSource) {}

  /**
   * Returns the first problem of a row; the same object for the same problem. `null` when there is none, or it is out of date.
   */
  at({ row, revision }: CachedRow, current: number): ProblemSignProps | null {
    if (revision !== current || !this.source.isCurrent) return null;
    const { itemStart, byteStart, byteLength } = row;
    const end = byteStart + byteLength;
    const all = this.source.get();
    const found = all[countWhile(all.length, (index) => (all[index]?.start ?? 0) < itemStart)];
    // In a broken record, what is missing at its end is reported right after its last byte.
    if (found === undefined || found.start > end || (found.start === end && found.kind !== 'record')) return null;
    if (!isContainer(row.kind) || found.start <= byteStart) return this.signOf(found);
    return row.expanded ? null : INSIDE[severityOf(found.kind)];
  }

  private signOf(problem: Problem): ProblemSignProps {
    const known = this.signs.get(problem);
    if (known !== undefined) return known;
    const made = { severity: severityOf(problem.kind), message: problem.message };
    this.signs.set(problem, made);
    return made;
  }
}
