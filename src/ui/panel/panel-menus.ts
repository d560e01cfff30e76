// The menus of a panel.

import type { MenuGroup } from '../widgets/menu/menu-model.ts';

export interface PanelMenus {
  readonly open: readonly MenuGroup[];
  /** Ways to save. */
  readonly save: MenuGroup;
  /** What else can be done with the document as a whole. */
  readonly document: MenuGroup;
  readonly format: MenuGroup;
  /** Sorting and escaping: below `format`. */
  readonly respell: MenuGroup;
  readonly expand: MenuGroup;
  readonly fold: MenuGroup;
}
