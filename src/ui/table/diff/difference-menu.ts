// The menu entries that take over the difference of a cell or of its row.

import type { MenuGroup } from '../../widgets/menu/menu-model.ts';
import type { NodeIndex } from '../../../shared/units.ts';
import { otherSide } from '../../../shared/side.ts';
import { COMPARE } from '../../strings/compare/compare.ts';
import { TABLE_COMPARE } from '../../strings/compare/table-compare.ts';
import type { TableHost } from '../model/state.ts';
import type { TableModel } from '../model/table-model.ts';

/** Returns the entries for the focused cell; empty if neither it nor its row has differences. */
export function differenceMenu(comparison: TableHost['comparison'], model: TableModel): MenuGroup[] {
  if (comparison === undefined) return [];
  const { comparing, side } = comparison;
  const differences = comparing.sides[side];
  const { selection, layout } = model.state;
  const row = model.cache.row(selection.focus.row);
  if (row === undefined || differences.revision !== model.client.state.revision) return [];
  const column = layout.columns[selection.focus.column];
  const cell = column === undefined ? null : (row.cells.get(column.id)?.node ?? null);
  const ofRow = differences.markOf(row.node)?.node ?? null;
  const ofCell = cell === null ? null : (differences.markOf(cell)?.node ?? null);
  const other = otherSide(side);
  const groupOf = (label: string, node: NodeIndex | null): MenuGroup[] =>
    node === null
      ? []
      : [
          {
            label: `${COMPARE.title}: ${label}`,
            entries: [
              { label: COMPARE.give[other], onSelect: () => void comparing.mergeNode(side, node, other) },
              { label: COMPARE.get[other], onSelect: () => void comparing.mergeNode(side, node, side) },
            ],
          },
        ];
  return [...(ofCell === ofRow ? [] : groupOf(TABLE_COMPARE.cell, ofCell)), ...groupOf(TABLE_COMPARE.row, ofRow)];
}
