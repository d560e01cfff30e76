// What keys do in the tree: one table, for what is pressed and for what menus say. @see ARIA APG, treegrid; TRE-3

import { hintOf, keyName, type KeyPress } from '../../model/key-press.ts';
import { TREE_KEYS, type Command } from '../../model/tree-command.ts';

/** Every command with its keys; the first is the one that menus show. */
/** Commands that move the focus; with Shift they take the selection along. */
const MOVES: ReadonlySet<Command> = new Set(['up', 'down', 'pageUp', 'pageDown', 'first', 'last']);
/** Commands that leave the key to the browser, whose event brings or takes the clipboard. */
const CLIPBOARD: ReadonlySet<Command> = new Set(['cut', 'copy', 'paste', 'pasteText']);

/** What a key press means. */
export interface Meaning {
  readonly command: Command;
  /** The selection reaches from its anchor to where the focus goes. */
  readonly extend: boolean;
  /** Whether the browser has its part in it. */
  readonly native: boolean;
}

const BY_KEY = new Map<string, Command>(
  Object.entries(TREE_KEYS).flatMap(([command, keys]) => keys.map((key) => [key, command as Command] as const)),
);

/** The meaning of a key press, or `null` where the tree has none. */
export function meaningOf(press: KeyPress): Meaning | null {
  const name = keyName(press);
  const command = BY_KEY.get(name);
  if (command !== undefined) return { command, extend: false, native: CLIPBOARD.has(command) };
  const moved = press.shiftKey ? BY_KEY.get(name.replace('Shift+', '')) : undefined;
  return moved !== undefined && MOVES.has(moved) ? { command: moved, extend: true, native: false } : null;
}

/** How a menu writes the key of a command. */
export function keyHint(command: Command): string {
  return hintOf(TREE_KEYS[command]);
}
