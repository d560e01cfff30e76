// A key press, and how tables of keys and menus name it.

import { IS_MAC, platformKey } from './platform-keys.ts';

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

/** A key press as the tables of keys name it: `Ctrl+Shift+Home`, `Alt+S`, `*`. */
export function keyName({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const plain = altKey && letter !== undefined ? letter : key.length === 1 ? key.toUpperCase() : key;
  const name = plain === ' ' ? 'Space' : plain.replace(/^Arrow/, '');
  // What Shift writes says Shift already.
  const shift = shiftKey && (name.length > 1 || /[A-Z]/.test(name));
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${name}`;
}

/** How a menu writes the key of a command: of several that do the same the first that keyboards here have. */
export function hintOf(keys: readonly [string, ...string[]]): string {
  // A Mac has no such key.
  const key = (IS_MAC ? keys.find((one) => !one.includes('Insert')) : undefined) ?? keys[0];
  return platformKey(
    key
      .replace(/(?<!Page)Up$/, '↑')
      .replace(/(?<!Page)Down$/, '↓')
      .replace(/Left$/, '←')
      .replace(/Right$/, '→'),
  );
}
