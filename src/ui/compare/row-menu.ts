// Entries for the menu of a row while Compare is on.

import type { Row } from '../../shared/protocol/rows.ts';
import { otherSide } from '../../shared/side.ts';
import type { Comparing } from './comparison.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { COMPARE } from '../strings/compare/compare.ts';
import type { MenuGroup } from '../widgets/menu/menu-model.ts';

/** Returns the entries for a row; empty if it has no differences. */
export function rowMenu(comparing: Comparing, { side, client }: PanelCore, row: Row | undefined): MenuGroup[] {
  const differences = comparing.sides[side];
  if (comparing.state.structure) return [];
  if (row === undefined || differences.revision !== client.state.revision) return [];
  const mark = differences.markOf(row.node);
  if (mark === null) return [];
  const other = otherSide(side);
  const take = (toward: typeof side) => () => void comparing.mergeNode(side, mark.node, toward);
  return [
    {
      label: COMPARE.title,
      entries: [
        { label: COMPARE.give[other], onSelect: take(other) },
        { label: COMPARE.get[other], onSelect: take(side) },
      ],
    },
  ];
}
