// The menu "More" of a panel: at most twelve entries a level, in the order of their use. In narrow panels it holds what has no
// button there.

import type { Mode } from '../../model/side.ts';
import type { PanelMenus } from '../../panel-core/panel-menus.ts';
import { MORE_MENU } from '../../strings/app/menus.ts';
import { submenu, type MenuEntry, type MenuGroup } from '../../widgets/menu/menu-model.ts';

/** What the menu holds beside the panel's menus. */
export interface MoreOptions {
  readonly mode: Mode;
  /** Further entries for the document as it is stored. */
  readonly manage: readonly MenuEntry[];
  /** Whether it holds formatting, folding and expanding. */
  readonly layout: boolean;
  /** Entries for the page. */
  readonly page: readonly MenuEntry[];
}

/** Builds the menu "More". */
export function moreMenu(menus: PanelMenus, { mode, manage, layout, page }: MoreOptions): MenuGroup[] {
  const [first, ...others] = menus.manage.entries;
  const managing = { entries: first === undefined ? manage : [first, ...manage, ...others] };
  const isTree = mode === 'tree';
  const shown = isTree ? menus.expand : menus.fold;
  const layouts = [menus.format, menus.respell, ...(mode === 'table' ? [] : [shown])];
  const groups: MenuGroup[] = [
    { entries: [...menus.save.entries, ...unlessEmpty(MORE_MENU.saveAs, [menus.saveAs])] },
    { entries: menus.document.entries },
    { entries: layout ? unlessEmpty(isTree ? MORE_MENU.formatAndExpand : MORE_MENU.formatAndFold, layouts) : [] },
    { entries: [...unlessEmpty(MORE_MENU.checks, [menus.checks]), ...unlessEmpty(MORE_MENU.document, [managing])] },
    { entries: page },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** A submenu of what the groups hold; none where they hold nothing. */
function unlessEmpty(label: string, groups: readonly MenuGroup[]): MenuEntry[] {
  return groups.every(({ entries }) => entries.length === 0) ? [] : [submenu(label, groups)];
}
