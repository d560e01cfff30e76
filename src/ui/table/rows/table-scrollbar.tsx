// The table's scrollbar, over all rows of the view, with marks for hits and problems.

import { useMemo, useSyncExternalStore } from 'react';
import { DiffMarks } from '../../compare/difference-marks.ts';
import type { Finder } from '../../find/finder.ts';
import { ScrollMarks } from '../../find/find-marks.ts';
import type { ProblemSource } from '../../problem-marks/problem-source.ts';
import { TABLE_BAR } from '../../strings/editors/table.ts';
import { RowScrollbar } from '../../widgets/rows/row-scrollbar.tsx';
import { neverChanges } from '../diff/no-comparison.ts';
import { diffTableRows } from '../diff/table-mark-host.ts';
import { markTableRows } from '../find/table-marks.ts';
import type { TableModel } from '../model/table-model.ts';

export interface TableScrollbarProps {
  readonly model: TableModel;
  readonly finder: Finder;
  readonly problems: ProblemSource;
  /** The number of rows in the view. */
  readonly total: number;
  /** The id of the grid. */
  readonly controls: string;
}

/** The scrollbar beside the rows. */
export function TableScrollbar({ model, finder, problems, total, controls }: TableScrollbarProps) {
  const { scroller } = model;
  const marks = useMemo(() => new ScrollMarks(finder, markTableRows(model), problems), [finder, model, problems]);
  const lanes = useSyncExternalStore(marks.subscribe, marks.get);
  const { comparison } = model.host;
  const differences = useMemo(
    () => comparison && new DiffMarks(comparison.comparing.sides[comparison.side], diffTableRows(model)),
    [comparison, model],
  );
  const diffLanes = useSyncExternalStore(differences?.subscribe ?? neverChanges, () => differences?.get());
  const all = useMemo(() => [...(diffLanes ?? []), ...lanes], [diffLanes, lanes]);
  return <RowScrollbar scroller={scroller} total={total} label={TABLE_BAR.label} controls={controls} marks={all} />;
}
