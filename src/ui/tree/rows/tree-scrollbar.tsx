// The tree's scrollbar, over all its rows, with marks for hits, problems and differences.

import { useMemo, useSyncExternalStore } from 'react';
import type { DocumentClient } from '../../client/document.ts';
import type { Finder } from '../../find/finder.ts';
import { ScrollMarks } from '../../find/find-marks.ts';
import { RowScrollbar } from '../../widgets/rows/row-scrollbar.tsx';
import { DiffMarks } from '../../compare/difference-marks.ts';
import type { ProblemSource } from '../../problem-marks/problem-source.ts';
import type { SideDifferences } from '../../compare/side-differences.ts';
import { diffRows } from '../diff/tree-mark-host.ts';
import { markRows } from '../found/find-marks.ts';
import type { Scroller } from '../../widgets/rows/scroll-position.ts';
import { ROWS } from '../../strings/editors/tree.ts';

export interface TreeScrollbarProps {
  readonly client: DocumentClient;
  readonly finder: Finder;
  readonly differences: SideDifferences;
  readonly problems: ProblemSource;
  readonly scroller: Scroller;
  /** The number of rows in the tree. */
  readonly total: number;
  /** The id of the grid. */
  readonly controls: string;
}

/** The scrollbar beside the rows. */
export function TreeScrollbar({
  client,
  finder,
  differences,
  problems,
  scroller,
  total,
  controls,
}: TreeScrollbarProps) {
  const marks = useMemo(() => new ScrollMarks(finder, markRows(client), problems), [client, finder, problems]);
  const lanes = useSyncExternalStore(marks.subscribe, marks.get);
  const diffMarks = useMemo(() => new DiffMarks(differences, diffRows(client)), [differences, client]);
  const diffLanes = useSyncExternalStore(diffMarks.subscribe, diffMarks.get);
  const all = useMemo(() => [...diffLanes, ...lanes], [diffLanes, lanes]);
  return <RowScrollbar scroller={scroller} total={total} label={ROWS.label} controls={controls} marks={all} />;
}
