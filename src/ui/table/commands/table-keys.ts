// Maps keys to the commands of the table. @see ARIA APG, grid

import { hintOf, keyName, type KeyPress } from '../../model/key-press.ts';
import { TABLE_KEYS, type TableCommand } from '../../model/commands.ts';

/** Commands that move the focus; with Shift they extend the selection. */
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
/** Commands whose key is left to the browser, which then fires a clipboard event. */
const NATIVE: ReadonlySet<TableCommand> = new Set(['cut', 'copy', 'paste']);

/** The command of a key press. */
export interface TableKeyCommand {
  readonly command: TableCommand;
  readonly extend: boolean;
  /** Whether the key is left to the browser. */
  readonly native: boolean;
}

const BY_KEY = new Map<string, TableCommand>(
  Object.entries(TABLE_KEYS).flatMap(([command, keys]) => keys.map((key) => [key, command as TableCommand] as const)),
);

/** Returns the command of a key press; `null` when the table has none. */
export function commandOfKey(press: KeyPress): TableKeyCommand | null {
  const name = keyName(press);
  const command = BY_KEY.get(name);
  if (command !== undefined) return { command, extend: false, native: NATIVE.has(command) };
  const moved = press.shiftKey ? BY_KEY.get(name.replace('Shift+', '')) : undefined;
  return moved !== undefined && MOVES.has(moved) ? { command: moved, extend: true, native: false } : null;
}

/** Returns the key of a command as menus show it. */
export function keyHint(command: TableCommand): string {
  return hintOf(TABLE_KEYS[command]);
}
