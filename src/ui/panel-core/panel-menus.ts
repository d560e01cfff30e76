// The type of a panel's menus.

import type { MenuGroup } from '../widgets/menu/menu-model.ts';

export interface PanelMenus {
  readonly open: readonly MenuGroup[];
  /** Ways to save. */
  readonly save: MenuGroup;
  /** Other commands on the document as a whole. */
  readonly document: MenuGroup;
  readonly format: MenuGroup;
  /** Sorting and escaping; shown below `format`. */
  readonly respell: MenuGroup;
  readonly expand: MenuGroup;
  readonly fold: MenuGroup;
}
