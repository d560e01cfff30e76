// Which commands are available, depending on the selection.

import { isContainer, type Row } from '../../../shared/protocol/rows.ts';
import type { TreeCommand } from '../../model/commands.ts';

/**
 * Commands that a read-only tree has too. `undo`, `redo` and `save` are left to the panel; `toggle` then only expands and
 * collapses.
 */
const READING: ReadonlySet<TreeCommand> = new Set([
  ...(['up', 'down', 'pageUp', 'pageDown', 'first', 'last', 'open', 'close', 'toggle'] as const),
  ...(['expandInside', 'collapseInside', 'expandSiblings', 'selectAll', 'selectToggle', 'selectLess'] as const),
  ...([
    'copy',
    'copyPath',
    'copyPointer',
    'copyJavaScript',
    'copyJq',
    'menu',
    'show',
    'goTo',
    'undo',
    'redo',
    'save',
  ] as const),
]);

/** Commands that change those of the selected values that they apply to. */
const FOR_MANY: ReadonlySet<TreeCommand> = new Set([
  'sort',
  'filter',
  'convertObject',
  'convertArray',
  'convertText',
  'convertJson',
  'unwrap',
  'extract',
]);

/** Whether a read-only tree has a command. */
export function isReading(command: TreeCommand): boolean {
  return READING.has(command);
}

/** Whether a command is available for the focused row; `selected` is the number of selected rows. */
export function isPossible(command: TreeCommand, row: Row, selected: number): boolean {
  // Of several values, the worker determines which can be changed.
  if (selected > 1 && FOR_MANY.has(command)) return true;
  const isRoot = row.depth === 0;
  const holds = isContainer(row.kind);
  switch (command) {
    case 'edit':
    case 'show':
      return !holds;
    case 'rename':
      return row.key !== null;
    case 'insertInside':
    case 'pasteInside':
    case 'pointInside':
    case 'sort':
    case 'filter':
    case 'expandInside':
    case 'collapseInside':
      return holds;
    case 'unwrap':
      return holds && !isRoot;
    case 'insertAfter':
    case 'pointDown':
      return !isRoot || holds;
    case 'insertBefore':
    case 'duplicate':
    case 'remove':
    case 'cut':
    case 'extract':
    case 'moveUp':
    case 'moveDown':
      return !isRoot;
    case 'convertObject':
      return row.kind === 'array';
    case 'convertArray':
      return row.kind === 'object';
    case 'convertJson':
      return row.kind === 'string';
    default:
      return true;
  }
}
