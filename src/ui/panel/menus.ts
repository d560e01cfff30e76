// A panel's menus as data, so that they show as menus of their own or folded into one.

import type { Panel } from '../store/app.ts';
import type { MenuGroup } from '../widgets/menu.tsx';
import type { Openers } from './openers.ts';

export interface PanelMenus {
  readonly open: MenuGroup;
  readonly format: MenuGroup;
  readonly expand: MenuGroup;
}

const LEVELS = [1, 2, 3] as const;

/** The menus of a panel whose document can be formatted, and has a tree, or not. */
export function panelMenus(valid: boolean, hasTree: boolean, actions: Panel['actions'], openers: Openers): PanelMenus {
  const unformattable = !valid;
  const unexpandable = !hasTree;
  return {
    open: {
      label: 'Open',
      entries: [
        { label: 'Open file…', onSelect: () => void openers.chooseFile() },
        { label: 'Paste from clipboard', onSelect: () => void openers.paste() },
        { label: 'From url…', onSelect: openers.askAddress },
      ],
    },
    format: {
      label: 'Format',
      entries: [
        { label: 'Format', hint: 'indented', disabled: unformattable, onSelect: () => void actions.format('format') },
        {
          label: 'Smart format',
          hint: 'short values on one line',
          disabled: unformattable,
          onSelect: () => void actions.format('smart'),
        },
        {
          label: 'Compact',
          hint: 'no white space',
          disabled: unformattable,
          onSelect: () => void actions.format('compact'),
        },
      ],
    },
    expand: {
      label: 'Expand',
      entries: [
        { label: 'Expand all', disabled: unexpandable, onSelect: () => void actions.expand({ type: 'expand-all' }) },
        {
          label: 'Collapse all',
          disabled: unexpandable,
          onSelect: () => void actions.expand({ type: 'collapse-all' }),
        },
        ...LEVELS.map((level) => ({
          label: `Expand to level ${level}`,
          disabled: unexpandable,
          onSelect: () => void actions.expand({ type: 'expand-to-level', level }),
        })),
      ],
    },
  };
}
