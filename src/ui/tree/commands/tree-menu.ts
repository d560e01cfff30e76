// The menu of the selection, as data: the same for a right click, a long press, the row's "…" and the menu key.

import type { Row } from '../../../shared/protocol/rows.ts';
import { TRANSFORM_ENTRY } from '../../strings/transform/transform-entry.ts';
import { copyAsEntry } from '../../copy-as/copy-as-entries.ts';
import { submenu, type MenuEntry, type MenuGroup } from '../../widgets/menu/menu-model.ts';
import type { NewValue, TreeCommands } from './tree-commands.ts';
import { treeKeys } from './tree-keys.ts';
import type { TreeCommand } from '../../model/commands.ts';
import { TREE_MENU } from '../../strings/editors/tree.ts';

/** What other features add to the menu of a row. */
export interface RowEntries {
  /** Ways to open the value. */
  readonly open: readonly MenuEntry[];
  /** Entries that are used seldom. */
  readonly more: readonly MenuEntry[];
  /** Groups, each a submenu with its label. */
  readonly groups: readonly MenuGroup[];
}

/**
 * Returns the menu for the focused row, at most twelve entries a level. `selected` is the number of selected rows.
 */
export function treeMenu(
  commands: TreeCommands,
  row: Row | undefined,
  selected: number,
  others: RowEntries = NO_ENTRIES,
): MenuGroup[] {
  const many = selected > 1;
  const entry = (label: string, command: TreeCommand, isForMany = false): MenuEntry => ({
    label,
    hint: treeKeys.hint(command),
    disabled: !commands.isEnabled(command, row) || (many && !isForMany),
    onSelect: () => commands.run(command),
  });
  const more = (label: string, entries: readonly MenuEntry[], disabled = false): MenuEntry => {
    const one = submenu(label, [{ entries }]);
    return disabled ? { ...one, disabled } : one;
  };
  const inserting = (where: 'before' | 'after' | 'inside', command: TreeCommand): MenuEntry => {
    const disabled = !commands.isEnabled(command, row) || many;
    const kind = (name: string, what: NewValue): MenuEntry => ({
      label: name,
      ...(what === 'value' ? { hint: treeKeys.hint(command) } : {}),
      disabled,
      onSelect: () => commands.start(() => commands.add(row?.depth === 0 ? 'inside' : where, what)),
    });
    return more(
      TREE_MENU.insert[where],
      [
        kind(TREE_MENU.kinds.value, 'value'),
        kind(TREE_MENU.kinds.object, 'object'),
        kind(TREE_MENU.kinds.array, 'array'),
        kind(where === 'inside' ? TREE_MENU.likeFirst : TREE_MENU.likeThis, 'structure'),
      ],
      disabled,
    );
  };
  const insert: MenuGroup[] = [
    {
      entries: [
        inserting('after', 'insertAfter'),
        inserting('before', 'insertBefore'),
        inserting('inside', 'insertInside'),
        more(TREE_MENU.point, [
          entry(TREE_MENU.pointBelow, 'pointDown'),
          entry(TREE_MENU.pointAbove, 'pointUp'),
          entry(TREE_MENU.pointInside, 'pointInside'),
        ]),
      ],
    },
    {
      entries: [
        entry(TREE_MENU.duplicate, 'duplicate', true),
        more(TREE_MENU.pasteAs, [
          entry(TREE_MENU.asText, 'pasteText', true),
          entry(TREE_MENU.asInside, 'pasteInside'),
          entry(TREE_MENU.inPlace, 'replaceByPasted'),
        ]),
      ],
    },
  ];
  const change: MenuGroup[] = [
    {
      entries: [
        entry(TREE_MENU.sort, 'sort', true),
        entry(TREE_MENU.filter, 'filter', true),
        entry(TRANSFORM_ENTRY.here, 'transform'),
        more(TREE_MENU.move, [
          entry(TREE_MENU.moveUp, 'moveUp', true),
          entry(TREE_MENU.moveDown, 'moveDown', true),
          entry(TREE_MENU.wrapObject, 'wrapObject', true),
          entry(TREE_MENU.wrapArray, 'wrapArray', true),
          entry(TREE_MENU.unwrap, 'unwrap', true),
          entry(TREE_MENU.extract, 'extract', true),
        ]),
      ],
    },
    {
      label: TREE_MENU.convert,
      entries: [
        entry(TREE_MENU.toObject, 'convertObject', true),
        entry(TREE_MENU.toArray, 'convertArray', true),
        entry(TREE_MENU.toText, 'convertText', true),
        entry(TREE_MENU.toJson, 'convertJson', true),
        entry(TREE_MENU.unpackAll, 'unpackAll', true),
        entry(TREE_MENU.packAgain, 'packAgain', true),
      ],
    },
  ];
  const rest: MenuGroup[] = [
    { entries: [entry(TREE_MENU.showValue, 'show'), ...others.more] },
    {
      label: TREE_MENU.expand,
      entries: [
        entry(TREE_MENU.expandInside, 'expandInside'),
        entry(TREE_MENU.expandSiblings, 'expandSiblings'),
        entry(TREE_MENU.collapseInside, 'collapseInside'),
      ],
    },
    {
      label: TREE_MENU.copyPath,
      entries: [
        entry(TREE_MENU.jsonPath, 'copyPath'),
        entry(TREE_MENU.pointer, 'copyPointer'),
        entry(TREE_MENU.javaScript, 'copyJavaScript'),
        entry(TREE_MENU.jq, 'copyJq'),
      ],
    },
    { entries: [entry(TREE_MENU.goTo, 'goTo', true), entry(TREE_MENU.selectAll, 'selectAll', true)] },
  ];
  return [
    { entries: [entry(TREE_MENU.editValue, 'edit'), entry(TREE_MENU.editKey, 'rename'), ...others.open] },
    {
      entries: [
        entry(TREE_MENU.cut, 'cut', true),
        entry(TREE_MENU.copy, 'copy', true),
        ...(commands.canCopyAs ? [copyAsEntry((form) => commands.copyAs(form), row === undefined)] : []),
        entry(TREE_MENU.paste, 'paste', true),
      ],
    },
    {
      entries: [
        submenu(TREE_MENU.insertMenu, insert),
        entry(TREE_MENU.remove, 'remove', true),
        submenu(TREE_MENU.change, change),
      ],
    },
    {
      entries: [
        submenu(TREE_MENU.more, rest),
        ...others.groups.map((group) => submenu(group.label ?? '', [{ entries: group.entries }])),
      ],
    },
  ];
}

/** Nothing from other features. */
export const NO_ENTRIES: RowEntries = { open: [], more: [], groups: [] };
