// The parts of one table: created once, and kept until it is unmounted.

import { useState } from 'react';
import { RenderedRows } from '../widgets/rows/rendered-rows.ts';
import { CellDifferences } from './diff/cell-differences.ts';
import { OnlyChanged } from './diff/only-changed.ts';
import { TableAlignment } from './diff/table-alignment.ts';
import { ColumnNotes } from './columns/column-notes.ts';
import { goToPlace } from './commands/go-to-place.ts';
import { TableCommands } from './commands/table-commands.ts';
import { TableFindTarget } from './find/table-finding.ts';
import { ProblemSource } from '../problem-marks/problem-source.ts';
import { TableProblems } from './rows/table-problems.ts';
import { TableModel } from './model/table-model.ts';
import type { TableViewProps } from './table-props.ts';

/** Creates the parts of a table. Only the initial values of the props are used. */
export function useTableParts(props: Pick<TableViewProps, 'host' | 'finder' | 'problems'>) {
  const { host, finder } = props;
  const { client, comparison } = host;
  const [model] = useState(() => new TableModel(host));
  const [commands] = useState(() => new TableCommands(model));
  const [finding] = useState(() => new TableFindTarget(model, finder));
  const [source] = useState(() => new ProblemSource(props.problems));
  const [problems] = useState(() => new TableProblems(source, model));
  const [notes] = useState(() => new ColumnNotes(model));
  const [differences] = useState(() =>
    comparison === undefined
      ? null
      : new CellDifferences(comparison.comparing, comparison.side, () => client.state.revision),
  );
  const [changed] = useState(() =>
    comparison === undefined ? null : new OnlyChanged(model, comparison.comparing, comparison.side),
  );
  const [alignment] = useState(() => new TableAlignment(model, (place) => goToPlace(model, place)));
  const [rendered] = useState(() => new RenderedRows());
  return { model, commands, finding, source, problems, notes, differences, changed, alignment, rendered };
}
