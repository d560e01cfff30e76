// No level of a menu has more than twelve entries, whatever the state of its panel.

import { describe, expect, it } from 'vitest';
import { embedMenus } from '../../../src/embed/page/menus.ts';
import type { PanelActions } from '../../../src/ui/app-model/app-model.ts';
import { FORM_GROUPS, copyAsEntry } from '../../../src/ui/copy-as/copy-as-entries.ts';
import { MODES } from '../../../src/ui/model/side.ts';
import { moreMenu } from '../../../src/ui/panel/bars/more-menu.ts';
import { pathGroups } from '../../../src/ui/panel/bars/path-menu.tsx';
import type { Openers } from '../../../src/ui/panel/dialog-openers.ts';
import { panelMenus, type MenuState } from '../../../src/ui/panel/menus.ts';
import { NO_ENTRIES, treeMenu } from '../../../src/ui/tree/commands/tree-menu.ts';
import type { TreeCommands } from '../../../src/ui/tree/commands/tree-commands.ts';
import type { Row } from '../../../src/shared/protocol/rows.ts';
import type { MenuEntry, MenuProps } from '../../../src/ui/widgets/menu/menu-model.ts';

const MOST = 12;

/** The number of entries of each level, by the path of labels that leads there. */
function levels(groups: MenuProps['groups'], path: string): [string, number][] {
  const entries = groups.flatMap((group): readonly MenuEntry[] => ('entries' in group ? group.entries : []));
  const choices = groups.flatMap((group) => ('choices' in group ? group.choices : []));
  return [
    [path, entries.length + choices.length],
    ...entries.flatMap(({ label, more }) => (more === undefined ? [] : levels(more, `${path} > ${label}`))),
  ];
}

/** The labels of all entries without a submenu. */
function labels(groups: MenuProps['groups']): string[] {
  return groups.flatMap((group) =>
    'entries' in group
      ? group.entries.flatMap(({ label, more }) => (more === undefined ? [label] : labels(more)))
      : group.choices.map(({ label }) => label),
  );
}

/** Any call and any property, for entries that are only listed. */
const anything: unknown = new Proxy(() => anything, { get: (_, name) => (name === 'then' ? undefined : anything) });
const actions = anything as PanelActions;
const openers = anything as Openers;

const STATE: MenuState = {
  valid: true,
  hasTree: true,
  blank: false,
  isFile: true,
  shelf: 'local',
  hasCloud: true,
  canRevert: true,
  hasSelection: true,
};
const entry = (label: string): MenuEntry => ({ label, onSelect: () => undefined });

describe('the menus', () => {
  it('[PAN-9] have at most twelve entries a level', () => {
    const menus = panelMenus(STATE, actions, openers);
    const embedded = embedMenus({ ...STATE, readOnly: false }, actions, openers);
    const others = {
      open: [entry('Open as a table')],
      more: [entry('Show only…')],
      groups: [{ label: 'Compare', entries: [entry('Give'), entry('Take')] }],
    };
    const commands = { isEnabled: () => true, canCopyAs: true, copyAs: () => undefined } as unknown as TreeCommands;
    const found = [
      ...MODES.flatMap((mode) =>
        [true, false].flatMap((layout) => {
          const options = { mode, layout, manage: [entry('Rename…')], page: [entry('Swap the panels')] };
          return [
            ...levels(moreMenu(menus, options), `More, ${mode}`),
            ...levels(moreMenu(embedded, options), `More of the embed page, ${mode}`),
          ];
        }),
      ),
      ...levels([menus.format, menus.respell], 'Format'),
      ...levels([menus.fold], 'Fold'),
      ...levels([menus.expand], 'Expand'),
      // Five recent documents follow.
      ...levels([...menus.open, { entries: Array.from({ length: 5 }, () => entry('recent')) }], 'Open'),
      ...levels([...embedded.open, embedded.fold], 'Open of the embed page'),
      ...levels(treeMenu(commands, { depth: 1 } as Row, 1, others), 'Row'),
      ...levels([{ entries: [copyAsEntry(() => undefined)] }], 'Copy as'),
      ...levels(
        pathGroups(
          Array.from({ length: 40 }, (_, index) => index),
          actions,
        ),
        'Path',
      ),
    ];
    expect(found.length).toBeGreaterThan(40);
    expect(found.filter(([, count]) => count > MOST)).toEqual([]);
  });

  it('[TRE-2] of a row holds each command once, and each form of copying', () => {
    const commands = { isEnabled: () => true, canCopyAs: true, copyAs: () => undefined } as unknown as TreeCommands;
    const found = labels(treeMenu(commands, { depth: 1 } as Row, 1, NO_ENTRIES));
    for (const name of ['Edit value', 'Duplicate', 'Remove', 'Sort…', 'Select all', 'Go to…', 'Extract', 'Show value'])
      expect(found.filter((label) => label === name)).toEqual([name]);
    expect(labels([{ entries: [copyAsEntry(() => undefined)] }]).length).toBe(
      1 + FORM_GROUPS.flatMap(({ forms }) => forms).length,
    );
  });
});
