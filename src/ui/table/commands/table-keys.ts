// The keys of the table. @see ARIA APG, grid

import { KeyCommands } from '../../model/key-commands.ts';
import { TABLE_KEYS, type TableCommand } from '../../model/commands.ts';

/** Commands that move the focus; with Shift they extend the selection. */
export const MOVES: ReadonlySet<TableCommand> = new Set([
  'up',
  'down',
  'left',
  'right',
  'edgeUp',
  'edgeDown',
  'edgeLeft',
  'edgeRight',
  'pageUp',
  'pageDown',
  'rowStart',
  'rowEnd',
  'first',
  'last',
]);

/** The commands of the table by their keys. */
export const tableKeys = new KeyCommands<TableCommand>(TABLE_KEYS, MOVES, new Set(['cut', 'copy', 'paste']));
