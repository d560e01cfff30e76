// What keys do in the tree: one table, for what is pressed and for what menus say. @see ARIA APG, treegrid; TRE-3

import { TREE_KEYS, type Command } from '../../model/tree-command.ts';

/** Every command with its keys; the first is the one that menus show. */
/** Commands that move the focus; with Shift they take the selection along. */
const MOVES: ReadonlySet<Command> = new Set(['up', 'down', 'pageUp', 'pageDown', 'first', 'last']);
/** Commands that leave the key to the browser, whose event brings or takes the clipboard. */
const CLIPBOARD: ReadonlySet<Command> = new Set(['cut', 'copy', 'paste', 'pasteText']);

/** The part of a keyboard event that decides. */
export interface KeyPress {
  readonly key: string;
  /** Of the key on the keyboard, whatever it writes with Alt. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

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
  const name = nameOf(press);
  const command = BY_KEY.get(name);
  if (command !== undefined) return { command, extend: false, native: CLIPBOARD.has(command) };
  const moved = press.shiftKey ? BY_KEY.get(name.replace('Shift+', '')) : undefined;
  return moved !== undefined && MOVES.has(moved) ? { command: moved, extend: true, native: false } : null;
}

/** Whether a key saves or opens a document, which is the page's to do, also while a field is open. */
export function isOfPage({ code, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return (code === 'KeyS' || code === 'KeyO') && (ctrlKey || metaKey) && !altKey;
}

/** The character that a key press writes, or `null`: with it the value that is selected is typed over. */
export function typedBy({ key, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  // AltGr counts as Ctrl and Alt together, and writes.
  if ((ctrlKey || metaKey || altKey) && !(ctrlKey && altKey)) return null;
  return [...key].length === 1 && key !== ' ' ? key : null;
}

/** How a menu writes the key of a command. */
export function keyHint(command: Command): string {
  return TREE_KEYS[command][0].replace('Up', '↑').replace('Down', '↓').replace('Left', '←').replace('Right', '→');
}

/** As in the table: `Ctrl+Shift+Home`, `Alt+S`, `*`. */
function nameOf({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const plain = altKey && letter !== undefined ? letter : key.length === 1 ? key.toUpperCase() : key;
  const name = plain === ' ' ? 'Space' : plain.replace(/^Arrow/, '');
  // What Shift writes says Shift already.
  const shift = shiftKey && (name.length > 1 || /[A-Z]/.test(name));
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${name}`;
}
