// Finds the problems to show in the rows and cells of a table, by the problems' paths.

import { isSamePath, type Path } from '../../../shared/document/path.ts';
import type { Problem } from '../../../shared/protocol/problems.ts';
import type { ProblemSource } from '../../problem-marks/problem-source.ts';
import type { TableModel } from '../model/table-model.ts';

const NONE: readonly Problem[] = [];

/** The problems of one table's rows. */
export class TableProblems {
  private madeFor: readonly unknown[] = [];
  private byPosition = new Map<number, Problem[]>();

  constructor(
    private readonly source: ProblemSource,
    private readonly model: TableModel,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => this.source.subscribe(listener);

  /** Returns the problems in the item at a position of the array; the same list until it changes. */
  at(position: number | undefined): readonly Problem[] {
    if (position === undefined || !this.source.isCurrent) return NONE;
    const all = this.source.get();
    const { path } = this.model.state;
    if (this.madeFor[0] !== all || this.madeFor[1] !== path) {
      this.madeFor = [all, path];
      this.byPosition = groupByItem(all, path);
    }
    return this.byPosition.get(position) ?? NONE;
  }

  /** Returns the first of these problems that is in a column. */
  inColumn(problems: readonly Problem[], column: Path): Problem | undefined {
    const { length } = this.model.state.path;
    return problems.find(({ path }) => path !== null && isSamePath(path.slice(length + 1), column));
  }
}

function groupByItem(all: readonly Problem[], array: Path): Map<number, Problem[]> {
  const found = new Map<number, Problem[]>();
  for (const problem of all) {
    const position = problem.path?.[array.length];
    if (typeof position !== 'number' || !array.every((segment, index) => problem.path?.[index] === segment)) continue;
    const known = found.get(position);
    if (known === undefined) found.set(position, [problem]);
    else known.push(problem);
  }
  return found;
}
