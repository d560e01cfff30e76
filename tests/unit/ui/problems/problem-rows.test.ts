// The rows of the list of problems, against the report that they are made of.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROBLEM_KINDS, type Problem, type ProblemReport } from '../../../../src/shared/protocol/problems.ts';
import { asRevision } from '../../../../src/shared/units.ts';
import { groupsOf, problemKey, problemRows, type ProblemListRow } from '../../../../src/ui/problems/problem-rows.ts';

const message = fc.oneof(
  fc.constantFrom(
    'Expected a string.',
    'Missing property "a".',
    'Line 7 is wrong.',
    'Line 12 is wrong.',
    'Line 1,204 is wrong.',
    '',
  ),
  fc.string(),
);

/** Reports with problems at ascending places. */
const reports = fc
  .array(fc.tuple(fc.constantFrom(...PROBLEM_KINDS), fc.array(message, { minLength: 1, maxLength: 12 }), fc.nat(5)), {
    maxLength: 5,
  })
  .map((groups): ProblemReport => {
    let at = 0;
    const kinds = new Set<string>();
    return {
      revision: asRevision(1),
      isComplete: true,
      lineEnds: 'lf',
      groups: groups
        .filter(([kind]) => !kinds.has(kind) && kinds.add(kind))
        .map(([kind, messages, more]) => ({
          kind,
          count: messages.length + more,
          first: messages.map((text): Problem => {
            at += 1;
            return { kind, start: at, end: at + 1, line: at, column: 0, path: null, message: text };
          }),
        })),
    };
  });

/** The rows of one parent, for each parent. */
function families(rows: readonly ProblemListRow[]): ProblemListRow[][] {
  const made: ProblemListRow[][] = [];
  const open: ProblemListRow[][] = [];
  for (const row of rows) {
    open.length = Math.min(open.length, row.level);
    if (open[row.level - 1] === undefined) {
      const family: ProblemListRow[] = [];
      open[row.level - 1] = family;
      made.push(family);
    }
    open[row.level - 1]?.push(row);
  }
  return made;
}

describe('the rows of problems', () => {
  it('[NEW-11] hold every problem once when all is open, and say their places among their siblings', () => {
    fc.assert(
      fc.property(reports, (report) => {
        const rows = problemRows(report, () => true);
        const listed = rows.flatMap((row) => (row.type === 'problem' ? [row.problem] : []));
        const all = report.groups.flatMap(({ first }) => first);
        expect(new Set(listed)).toEqual(new Set(all));
        expect(listed.length).toBe(all.length);
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
        for (const family of families(rows)) {
          expect(family.map(({ position }) => position)).toEqual(family.map((_, index) => index + 1));
          expect(family.every(({ siblings }) => siblings === family.length)).toBe(true);
        }
        // A group has as many rows as it says, all of its own kind.
        for (const [index, row] of rows.entries()) {
          if (row.type !== 'alike') continue;
          const inside = rows.slice(index + 1).findIndex(({ level }) => level < 3);
          expect(inside < 0 ? rows.length - index - 1 : inside).toBe(row.count);
        }
      }),
      { numRuns: 400, seed: 58_603 },
    );
  });

  it('[NEW-11] show a problem once its groups are open, and nothing of what is closed', () => {
    fc.assert(
      fc.property(reports, fc.nat(), (report, at) => {
        const all = report.groups.flatMap(({ first }) => first);
        const problem = all[at % Math.max(1, all.length)];
        if (problem === undefined) return;
        const groups = groupsOf(problem);
        const rows = problemRows(report, (key) => groups.includes(key));
        expect(rows.some(({ key }) => key === problemKey(problem))).toBe(true);
        expect(problemRows(report, () => false).every(({ type }) => type === 'kind')).toBe(true);
      }),
      { numRuns: 400, seed: 58_604 },
    );
  });
});
