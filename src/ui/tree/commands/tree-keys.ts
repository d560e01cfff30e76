// Maps keys to the commands of the tree. One table serves key presses and the hints in menus. @see ARIA APG, treegrid; TRE-3

import { hintOf, keyName, type KeyPress } from '../../model/key-press.ts';
import { TREE_KEYS, type TreeCommand } from '../../model/commands.ts';

/** Commands that move the focus; with Shift they extend the selection. */
const MOVES: ReadonlySet<TreeCommand> = new Set(['up', 'down', 'pageUp', 'pageDown', 'first', 'last']);
/** Commands whose key is left to the browser, which then fires a clipboard event. */
const CLIPBOARD: ReadonlySet<TreeCommand> = new Set(['cut', 'copy', 'paste', 'pasteText']);

/** The command of a key press. */
export interface KeyCommand {
  readonly command: TreeCommand;
  /** Whether the selection is extended from its anchor to the new focus. */
  readonly extend: boolean;
  /** Whether the key is left to the browser. */
  readonly native: boolean;
}

const BY_KEY = new Map<string, TreeCommand>(
  Object.entries(TREE_KEYS).flatMap(([command, keys]) => keys.map((key) => [key, command as TreeCommand] as const)),
);

/** Returns the command of a key press; `null` when the tree has none. */
export function commandOfKey(press: KeyPress): KeyCommand | null {
  const name = keyName(press);
  const command = BY_KEY.get(name);
  if (command !== undefined) return { command, extend: false, native: CLIPBOARD.has(command) };
  const moved = press.shiftKey ? BY_KEY.get(name.replace('Shift+', '')) : undefined;
  return moved !== undefined && MOVES.has(moved) ? { command: moved, extend: true, native: false } : null;
}

/** Returns the key of a command as menus show it. */
export function keyHint(command: TreeCommand): string {
  return hintOf(TREE_KEYS[command]);
}
