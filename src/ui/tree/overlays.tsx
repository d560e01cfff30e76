// What is rendered over a tree: its menu, the sort and filter dialogs, and the live region for screen readers.

import { useSyncExternalStore } from 'react';
import type { Row } from '../../shared/protocol/rows.ts';
import type { MenuPlace } from '../widgets/menu/menu-model.ts';
import { PointMenu } from '../widgets/menu/point-menu.tsx';
import type { TreeCommands } from './commands/tree-commands.ts';
import { treeMenu, type RowEntries } from './commands/tree-menu.ts';
import type { TreeModel } from './model/model.ts';
import { countSelected } from './model/selection.ts';
import { FilterDialog } from './commands/filter-dialog.tsx';
import type { OpenDialog } from './commands/tree-input.ts';
import { SortDialog } from './commands/sort-dialog.tsx';
import { ACTION_LABELS, TREE_MENU } from '../strings/editors/tree.ts';
import styles from './view.module.css';

export interface TreeOverlaysProps {
  readonly model: TreeModel;
  readonly commands: TreeCommands;
  /** The row with the focus. */
  readonly row: Row | undefined;
  /** Additional menu entries for that row, provided by other features. */
  readonly more: (row: Row | undefined) => RowEntries;
  /** The position of the open menu; `null` while it is closed. */
  readonly place: MenuPlace | null;
  readonly asking: OpenDialog | null;
  readonly onMenuClose: () => void;
  readonly onAskingClose: () => void;
  /** Returns the element that gets the focus when the menu closes. */
  readonly grid: () => HTMLElement | null;
}

/** The overlays of one tree. */
export function Overlays({
  model,
  commands,
  row,
  more,
  place,
  asking,
  onMenuClose,
  onAskingClose,
  grid,
}: TreeOverlaysProps) {
  const { selection, said } = useSyncExternalStore(model.subscribe, () => model.state);
  return (
    <>
      <span className={styles.said} role="status">
        {said}
      </span>
      <PointMenu
        place={place}
        label={TREE_MENU.title}
        groups={place === null ? [] : treeMenu(commands, row, countSelected(selection), more(row))}
        onClose={onMenuClose}
        returnFocus={grid}
      />
      <SortDialog
        question={asking?.to === 'sort' ? asking.items : null}
        onClose={onAskingClose}
        onSort={(by, direction) => {
          onAskingClose();
          model.run(model.writing.changeMany(ACTION_LABELS.sort, (nodes) => ({ type: 'sort', nodes, by, direction })));
        }}
      />
      <FilterDialog
        question={asking?.to === 'filter' ? asking.items : null}
        onClose={onAskingClose}
        onFilter={(filter) => {
          onAskingClose();
          model.run(model.writing.filterItems(filter));
        }}
      />
    </>
  );
}
