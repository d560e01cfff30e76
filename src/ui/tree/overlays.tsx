// What lies over a tree for a while: its menu, the question how to sort, and what is said to a screen reader.

import { useSyncExternalStore } from 'react';
import type { Row } from '../../shared/rows.ts';
import { PointMenu, type MenuGroup, type MenuPlace } from '../widgets/menu.tsx';
import type { TreeCommands } from './commands.ts';
import { treeMenu } from './menu.ts';
import type { TreeModel } from './model.ts';
import { countSelected } from './selection.ts';
import { SortDialog } from './sortdialog.tsx';
import type { Sorting } from './sorting.ts';
import styles from './view.module.css';

export interface OverlaysProps {
  readonly model: TreeModel;
  readonly commands: TreeCommands;
  /** The row with the focus. */
  readonly row: Row | undefined;
  /** Entries of others for that row. */
  readonly more: (row: Row | undefined) => readonly MenuGroup[];
  /** Where the menu is open. */
  readonly place: MenuPlace | null;
  readonly sorting: Sorting | null;
  readonly onMenuClose: () => void;
  readonly onSortingClose: () => void;
  /** What has the focus afterwards. */
  readonly grid: () => HTMLElement | null;
}

/** The overlays of one tree. */
export function Overlays({
  model,
  commands,
  row,
  more,
  place,
  sorting,
  onMenuClose,
  onSortingClose,
  grid,
}: OverlaysProps) {
  const { selection, said } = useSyncExternalStore(model.subscribe, () => model.state);
  return (
    <>
      <span className={styles.said} role="status">
        {said}
      </span>
      <PointMenu
        place={place}
        label="Menu of what is selected"
        groups={place === null ? [] : [...treeMenu(commands, row, countSelected(selection)), ...more(row)]}
        onClose={onMenuClose}
        returnFocus={grid}
      />
      <SortDialog
        question={sorting}
        onClose={onSortingClose}
        onSort={(by, direction) => {
          onSortingClose();
          if (sorting !== null) model.run(sorting.sort(by, direction));
        }}
      />
    </>
  );
}
