// Which commands have something to do, by what is selected.

import { isContainer, type Row } from '../../../shared/protocol/rows.ts';
import type { Command } from '../../model/tree-command.ts';

/** Commands that change nothing: a tree that is read-only has them too. */
const READING: ReadonlySet<Command> = new Set([
  ...(['up', 'down', 'pageUp', 'pageDown', 'first', 'last', 'open', 'close', 'toggle'] as const),
  ...(['expandInside', 'collapseInside', 'expandSiblings', 'selectAll', 'selectToggle', 'selectLess'] as const),
  ...(['copy', 'copyPath', 'copyPointer', 'copyJavaScript', 'menu', 'show', 'goTo', 'undo', 'redo', 'save'] as const),
]);

/** Commands that change what they can of all that is selected. */
const FOR_MANY: ReadonlySet<Command> = new Set([
  'sort',
  'filter',
  'convertObject',
  'convertArray',
  'convertText',
  'convertJson',
  'unwrap',
  'extract',
]);

/** Whether a command changes nothing. */
export function isReading(command: Command): boolean {
  return READING.has(command);
}

/** Whether a command can be carried out with the focus on a row, of so many that are selected. */
export function isPossible(command: Command, row: Row, selected: number): boolean {
  // Of many the worker finds out which can be changed.
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
