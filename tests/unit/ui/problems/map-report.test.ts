// Known problems after a write, until they are read again: those that the write touches go, those after it move.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem, ProblemReport } from '../../../../src/shared/protocol/problems.ts';
import { asRevision } from '../../../../src/shared/units.ts';
import { mapReport } from '../../../../src/ui/problems/map-report.ts';
import { runs } from '../../../runs.ts';

const problem = (start: number, end: number): Problem => ({
  kind: 'number',
  start,
  end,
  line: 0,
  column: start,
  path: null,
  message: `${start}-${end}`,
});

const reportOf = (...first: Problem[]): ProblemReport =>
  ({ revision: asRevision(1), groups: [{ kind: 'number', count: 9, first }] }) as unknown as ProblemReport;

const listOf = ({ groups }: ProblemReport): (readonly [number, number])[] =>
  groups.flatMap(({ first }) => first.map(({ start, end }) => [start, end] as const));

describe('[NEW-11] known problems', () => {
  it('stay before a write, move behind it, and go where it touches them', () => {
    const range = fc.tuple(fc.nat(20), fc.nat(5));
    fc.assert(
      fc.property(range, range, fc.nat(4), ([at, width], [start, removed], length) => {
        fc.pre(removed > 0 || length > 0);
        const one = problem(at, at + width);
        const end = start + removed;
        const after = mapReport(reportOf(one), { start, end, length }, asRevision(2));
        // Each byte has its number, the inserted ones have none.
        const bytes = Array.from({ length: 60 }, (_, index) => index);
        bytes.splice(start, removed, ...Array.from({ length }, () => -1));
        if (one.end < start) expect(listOf(after)).toEqual([[one.start, one.end]]);
        else if (one.start >= end && one.start > start) {
          const moved = bytes.indexOf(one.start);
          expect(listOf(after)).toEqual([[moved, moved + width]]);
        } else expect(listOf(after)).toEqual([]);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('are all kept by a write that was refused, also one at the start of the text', () => {
    const refused = { start: 0, end: 0, length: 0 };
    const after = mapReport(reportOf(problem(0, 3), problem(7, 9)), refused, asRevision(2));
    expect(listOf(after)).toEqual([
      [0, 3],
      [7, 9],
    ]);
    expect(after.revision).toBe(2);
  });
});
