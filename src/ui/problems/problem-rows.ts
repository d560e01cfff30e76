// The rows of the list of problems: by kind, and within a kind those with the same message as one group.

import type { Problem, ProblemKind, ProblemReport } from '../../shared/protocol/problems.ts';
import { PROBLEM_KIND_LABELS, PROBLEMS } from '../strings/panel/problems.ts';
import type { KeyedRow } from '../widgets/list/use-rows.ts';

/** From so many on, problems with the same message are one group. */
const MIN_ALIKE = 4;

/** A row of the list. */
export type ProblemListRow = KeyedRow &
  (
    | { readonly type: 'kind'; readonly kind: ProblemKind; readonly count: number }
    | { readonly type: 'alike'; readonly message: string; readonly count: number }
    | { readonly type: 'problem'; readonly problem: Problem }
    | { readonly type: 'more'; readonly message: string }
  );

/** Returns the rows; `isOpen` tells whether a group is open, given its key and how it is at first. */
export function problemRows(
  report: ProblemReport | null,
  isOpen: (key: string, atFirst: boolean) => boolean,
): ProblemListRow[] {
  const rows: ProblemListRow[] = [];
  const groups = report?.groups ?? [];
  for (const [at, { kind, count, first }] of groups.entries()) {
    const isShown = isOpen(kind, true);
    const heading = { position: at + 1, siblings: groups.length, text: PROBLEM_KIND_LABELS[kind] };
    rows.push({ ...heading, key: kind, type: 'kind', kind, count, level: 1, isOpen: isShown });
    if (!isShown) continue;
    const sets = alike(first);
    const siblings = sets.length + (count > first.length ? 1 : 0);
    for (const [index, problems] of sets.entries()) {
      const [only] = problems;
      if (only === undefined) continue;
      const place = { position: index + 1, siblings, level: 2 };
      if (problems.length < MIN_ALIKE) {
        rows.push({ ...place, ...rowOf(only) });
        continue;
      }
      const message = commonOf(problems);
      const key = groupKey(only);
      const isSetOpen = isOpen(key, false);
      rows.push({ ...place, key, type: 'alike', message, text: message, count: problems.length, isOpen: isSetOpen });
      if (!isSetOpen) continue;
      for (const [inner, problem] of problems.entries())
        rows.push({ position: inner + 1, siblings: problems.length, level: 3, ...rowOf(problem) });
    }
    if (count > first.length) {
      const message = PROBLEMS.more(count - first.length);
      rows.push({
        key: `${kind} more`,
        type: 'more',
        message,
        text: message,
        level: 2,
        isOpen: null,
        position: siblings,
        siblings,
      });
    }
  }
  return rows;
}

/** The keys of the groups that contain a problem, from the outside in. */
export function groupsOf(problem: Problem): readonly string[] {
  return [problem.kind, groupKey(problem)];
}

/** The key of a problem's row. */
export function problemKey({ start, message }: Problem): string {
  return `${start} ${message}`;
}

function rowOf(problem: Problem) {
  return { type: 'problem', key: problemKey(problem), problem, text: problem.message, isOpen: null } as const;
}

function groupKey({ kind, message }: Problem): string {
  return `${kind} ${patternOf(message)}`;
}

/** A message without its numbers, which are those of lines most often. */
function patternOf(message: string): string {
  return message.replaceAll(/\d[\d,.]*/g, '…');
}

/** The message of a group: that of its problems, or what they have in common. */
function commonOf(problems: readonly Problem[]): string {
  const [first] = problems;
  if (first === undefined) return '';
  return problems.every(({ message }) => message === first.message) ? first.message : patternOf(first.message);
}

/** Problems in sets of the same message, each where its first one stands; small sets one by one. */
function alike(problems: readonly Problem[]): Problem[][] {
  const sets = new Map<string, Problem[]>();
  for (const problem of problems) {
    const pattern = patternOf(problem.message);
    const set = sets.get(pattern);
    if (set === undefined) sets.set(pattern, [problem]);
    else set.push(problem);
  }
  const made: Problem[][] = [];
  const isDone = new Set<string>();
  for (const problem of problems) {
    const pattern = patternOf(problem.message);
    const set = sets.get(pattern) ?? [];
    if (set.length < MIN_ALIKE) made.push([problem]);
    else if (!isDone.has(pattern)) made.push(set);
    isDone.add(pattern);
  }
  return made;
}
