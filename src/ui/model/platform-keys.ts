// Keys as the reader's computer names them. Texts and tables write them as Windows and Linux do: `Ctrl+Shift+P`. A Mac has
// Cmd in the place of Ctrl, writes signs, and has keys of its own for some commands.

/** Whether Cmd is in the place of Ctrl. */
export const IS_MAC = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');

/** Keys that are others on a Mac; the rest follow by their signs. */
const MAC_KEYS: Readonly<Record<string, string>> = {
  'Ctrl+G': '⌃G',
  'Ctrl+H': '⌥⌘F',
  'Ctrl+M': '⌃⇧M',
  'Ctrl+Space': '⌃Space',
  'Ctrl+Y': '⇧⌘Z',
  F3: '⌘G',
  'Shift+F3': '⇧⌘G',
  'Shift+Alt+←': '⌃⇧⌘←',
  'Shift+Alt+→': '⌃⇧⌘→',
};
/** In the order in which a Mac writes them. */
const SIGNS = [
  ['Alt', '⌥'],
  ['Shift', '⇧'],
  ['Ctrl', '⌘'],
] as const;
const NAMES: Readonly<Record<string, string>> = {
  Backspace: '⌫',
  Delete: '⌫',
  Enter: '↩',
  Escape: '⎋',
  Tab: '⇥',
  Home: '↖',
  End: '↘',
  PageUp: '⇞',
  PageDown: '⇟',
};
/** A key with others held, or one that a Mac names otherwise. */
const KEYS = /\b(?:(?:Ctrl|Alt|Shift)\+)+(?:[A-Z]\w+|[^\s)])|\bF3\b/g;

/** A text with its keys named as on this computer. */
export function platformKeys(text: string, isMac = IS_MAC): string {
  return isMac ? text.replace(KEYS, macKey) : text;
}

/** One key of a table of keys, named as on this computer. */
export function platformKey(key: string, isMac = IS_MAC): string {
  return isMac ? (NAMES[key] ?? platformKeys(key, true)) : key;
}

function macKey(key: string): string {
  const own = MAC_KEYS[key];
  if (own !== undefined) return own;
  const parts = key.split(/\+(?=.)/);
  const name = parts.pop() ?? '';
  const signs = SIGNS.flatMap(([part, sign]) => (parts.includes(part) ? [sign] : []));
  return `${signs.join('')}${NAMES[name] ?? name}`;
}
