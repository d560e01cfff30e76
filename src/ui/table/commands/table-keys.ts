// What keys do in the table. @see ARIA APG, grid

import { hintOf, keyName, type KeyPress } from '../../model/key-press.ts';
import { TABLE_KEYS, type TableCommand } from '../../model/table-command.ts';

/** Commands that move the focus; with Shift they take the selection along. */
const MOVES: ReadonlySet<TableCommand> = new Set([
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
/** Commands that leave the key to the browser, whose event brings or takes the clipboard. */
const NATIVE: ReadonlySet<TableCommand> = new Set(['cut', 'copy', 'paste']);

/** What a key press means. */
export interface TableMeaning {
  readonly command: TableCommand;
  readonly extend: boolean;
  /** Whether the browser has its part in it. */
  readonly native: boolean;
}

const BY_KEY = new Map<string, TableCommand>(
  Object.entries(TABLE_KEYS).flatMap(([command, keys]) => keys.map((key) => [key, command as TableCommand] as const)),
);

/** The meaning of a key press, or `null` where the table has none. */
export function meaningOf(press: KeyPress): TableMeaning | null {
  const name = keyName(press);
  const command = BY_KEY.get(name);
  if (command !== undefined) return { command, extend: false, native: NATIVE.has(command) };
  const moved = press.shiftKey ? BY_KEY.get(name.replace('Shift+', '')) : undefined;
  return moved !== undefined && MOVES.has(moved) ? { command: moved, extend: true, native: false } : null;
}

/** How a menu writes the key of a command. */
export function keyHint(command: TableCommand): string {
  return hintOf(TABLE_KEYS[command]);
}
