// The menu of what is selected, as data: the same for a right click, a long press, the row's "…" and the key.

import type { Row } from '../../shared/rows.ts';
import { TRANSFORM } from '../texts/transform.ts';
import type { MenuEntry, MenuGroup } from '../widgets/menu.tsx';
import type { NewValue, TreeCommands } from './commands.ts';
import { keyHint, type Command } from './keys.ts';

/** The menu for the row that has the focus, of so many that are selected. */
export function treeMenu(commands: TreeCommands, row: Row | undefined, selected: number): MenuGroup[] {
  const many = selected > 1;
  const entry = (label: string, command: Command, isForMany = false): MenuEntry => ({
    label,
    hint: keyHint(command),
    disabled: !commands.isEnabled(command, row) || (many && !isForMany),
    onSelect: () => commands.run({ command, extend: false }),
  });
  const more = (label: string, entries: readonly MenuEntry[], disabled = false): MenuEntry => ({
    label,
    disabled: disabled || entries.every((one) => one.disabled === true),
    onSelect: () => undefined,
    more: [{ entries }],
  });
  const inserting = (label: string, where: 'before' | 'after' | 'inside', command: Command): MenuEntry => {
    const disabled = !commands.isEnabled(command, row) || many;
    const kind = (name: string, what: NewValue): MenuEntry => ({
      label: name,
      ...(what === 'value' ? { hint: keyHint(command) } : {}),
      disabled,
      onSelect: () => commands.start(() => commands.insert(row?.depth === 0 ? 'inside' : where, what)),
    });
    return more(
      label,
      [
        kind('Value', 'value'),
        kind('Object', 'object'),
        kind('Array', 'array'),
        kind(where === 'inside' ? 'Like the first one' : 'Like this one', 'structure'),
      ],
      disabled,
    );
  };
  return [
    { entries: [entry('Edit value', 'edit'), entry('Edit key', 'rename'), entry('Show value', 'show')] },
    {
      entries: [
        entry('Cut', 'cut', true),
        entry('Copy', 'copy', true),
        entry('Paste', 'paste', true),
        more('Paste as', [
          entry('Text', 'pasteText', true),
          entry('Inside', 'pasteInside'),
          entry('In place of it', 'replaceByPasted'),
        ]),
      ],
    },
    {
      entries: [
        inserting('Insert after', 'after', 'insertAfter'),
        inserting('Insert before', 'before', 'insertBefore'),
        inserting('Insert inside', 'inside', 'insertInside'),
        more('Insertion point', [
          entry('Below', 'pointDown'),
          entry('Above', 'pointUp'),
          entry('Inside', 'pointInside'),
        ]),
        entry('Duplicate', 'duplicate', true),
        entry('Remove', 'remove', true),
      ],
    },
    {
      entries: [
        entry('Sort…', 'sort', true),
        entry('Filter…', 'filter', true),
        entry(TRANSFORM.here, 'transform'),
        more('Convert to', [
          entry('Object', 'convertObject', true),
          entry('Array', 'convertArray', true),
          entry('Text of its JSON', 'convertText', true),
          entry('JSON of its text', 'convertJson', true),
        ]),
        more('Move and wrap', [
          entry('Move up', 'moveUp', true),
          entry('Move down', 'moveDown', true),
          entry('Wrap in an object', 'wrapObject', true),
          entry('Wrap in an array', 'wrapArray', true),
          entry('Unwrap', 'unwrap', true),
          entry('Extract', 'extract', true),
        ]),
      ],
    },
    {
      entries: [
        more('Expand', [
          entry('All inside', 'expandInside'),
          entry('Its siblings', 'expandSiblings'),
          entry('Collapse all inside', 'collapseInside'),
        ]),
        more('Copy path', [
          entry('JSONPath', 'copyPath'),
          entry('JSON Pointer', 'copyPointer'),
          entry('JavaScript', 'copyJavaScript'),
        ]),
        entry('Go to…', 'goTo', true),
        entry('Select all', 'selectAll', true),
      ],
    },
  ];
}
