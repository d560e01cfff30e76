// What keys do in the tree. @see ARIA APG, treegrid; requirements TRE-3

/** Something to do with the selected row. */
export type Command =
  | 'up'
  | 'down'
  | 'pageUp'
  | 'pageDown'
  | 'first'
  | 'last'
  | 'open'
  | 'close'
  | 'toggle'
  | 'edit'
  | 'rename'
  | 'insert'
  | 'remove'
  | 'undo'
  | 'redo'
  | 'save';

/** The part of a keyboard event that decides. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const PLAIN = new Map<string, Command>([
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowRight', 'open'],
  ['ArrowLeft', 'close'],
  ['PageUp', 'pageUp'],
  ['PageDown', 'pageDown'],
  ['Home', 'first'],
  ['End', 'last'],
  [' ', 'toggle'],
  ['Enter', 'edit'],
  ['F2', 'edit'],
  ['Insert', 'insert'],
  ['Delete', 'remove'],
]);

const CONTROL = new Map<string, Command>([
  ['Home', 'first'],
  ['End', 'last'],
  ['z', 'undo'],
  ['y', 'redo'],
  ['s', 'save'],
]);

/** The command of a key press, or `null` where the tree has none. */
export function commandOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): Command | null {
  if (altKey) return null;
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (ctrlKey || metaKey) return shiftKey ? (name === 'z' ? 'redo' : null) : (CONTROL.get(name) ?? null);
  if (shiftKey) return name === 'F2' || name === 'Enter' ? 'rename' : null;
  return PLAIN.get(name) ?? null;
}
