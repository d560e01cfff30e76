// Key presses, and their names in key tables and menus.

import { IS_MAC, platformKey } from './platform-keys.ts';

/** The relevant part of a keyboard event. */
export interface KeyPress {
  readonly key: string;
  /** The physical key, independent of what it types with Alt. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether a key saves or opens a document. The page handles these, even while an input field has the focus. */
export function isOfPage({ code, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return (code === 'KeyS' || code === 'KeyO') && (ctrlKey || metaKey) && !altKey;
}

/** Returns the character typed by a key press, which replaces the selected value; `null` for other keys. */
export function typedBy({ key, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  // AltGr is reported as Ctrl and Alt, and types characters.
  if ((ctrlKey || metaKey || altKey) && !(ctrlKey && altKey)) return null;
  return [...key].length === 1 && key !== ' ' ? key : null;
}

/** Returns the name of a key press in key tables: `Ctrl+Shift+Home`, `Alt+S`, `*`. */
export function keyName({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const plain = altKey && letter !== undefined ? letter : key.length === 1 ? key.toUpperCase() : key;
  const name = plain === ' ' ? 'Space' : plain.replace(/^Arrow/, '');
  // The character already implies Shift.
  const shift = shiftKey && (name.length > 1 || /[A-Z]/.test(name));
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${name}`;
}

/** Returns the shortcut that a menu shows for a command: of several, the first that exists on this platform's keyboards. */
export function hintOf(keys: readonly [string, ...string[]]): string {
  // Macs have no Insert key.
  const key = (IS_MAC ? keys.find((one) => !one.includes('Insert')) : undefined) ?? keys[0];
  return platformKey(
    key
      .replace(/(?<!Page)Up$/, '↑')
      .replace(/(?<!Page)Down$/, '↓')
      .replace(/Left$/, '←')
      .replace(/Right$/, '→'),
  );
}
