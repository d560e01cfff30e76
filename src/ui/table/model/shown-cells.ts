// The cells that a table shows: its rows as filtered and ordered, and its visible columns; and those that are selected.

import type { SpeltCells } from '../../../shared/protocol/table.ts';
import { valueDialect } from '../../../shared/document/dialect.ts';
import type { ShownCells } from '../../panel-core/panel-core.ts';
import type { Task } from '../../client/document.ts';
import type { ValueText } from '../../../shared/protocol/forms.ts';
import { columnTitle } from './column-layout.ts';
import type { TableModel } from './table-model.ts';

/** Returns them; `null` if no table is shown, or nothing in it. */
export function shownCells({ state, rowCount }: TableModel): ShownCells | null {
  const { phase, path, arranged, layout } = state;
  if (phase !== 'table' || rowCount === 0 || layout.count === 0) return null;
  const columns = layout.columns.map((column) => column.path);
  return {
    range: { path, arrangement: arranged?.id ?? null, firstRow: 0, lastRow: rowCount - 1, columns },
    names: columns.map((column) => (column.length === 0 ? columnTitle(column) : column.join('.'))),
    rows: rowCount,
  };
}

/** Returns the selected cells as an array, a single one as its value; `null` if none are selected. @throws CodedError */
export async function readSelected({ client, range }: TableModel, task: Task): Promise<ValueText | null> {
  if (range === null) return null;
  const { json, cells } = await client.copyCells(range, task);
  const { dialect } = client.state;
  const own = valueDialect(dialect);
  if (range.firstRow !== range.lastRow || range.columns.length !== 1)
    return { text: json, dialect: own, isList: false };
  const { rows } = JSON.parse(await cells.text()) as SpeltCells;
  return { text: new Blob([rows[0]?.[0] ?? 'null']), dialect: own, isList: false };
}
