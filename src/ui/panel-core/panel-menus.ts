// The type of a panel's menus.

import type { MenuGroup } from '../widgets/menu/menu-model.ts';

export interface PanelMenus {
  readonly open: readonly MenuGroup[];
  /** Saving where the document is, and the ways that are used most. */
  readonly save: MenuGroup;
  /** Other ways to save, and other formats. */
  readonly saveAs: MenuGroup;
  /** Ways to work on the document as a whole. */
  readonly document: MenuGroup;
  /** What can be found out about it. */
  readonly checks: MenuGroup;
  /** What can be done with it as it is stored. */
  readonly manage: MenuGroup;
  readonly format: MenuGroup;
  /** Sorting and escaping; shown below `format`. */
  readonly respell: MenuGroup;
  readonly expand: MenuGroup;
  readonly fold: MenuGroup;
}
