// Names of keys on the user's platform. Texts and tables use the names of Windows and Linux: `Ctrl+Shift+P`. A Mac uses Cmd
// instead of Ctrl, symbols instead of names, and different keys for some commands.

/** Whether Cmd replaces Ctrl. */
export const IS_MAC = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');

/** Shortcuts that differ on a Mac; all others only use symbols. */
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
/** In the order of macOS. */
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
/** A key with modifiers, or one that has another name on a Mac. */
const KEYS = /\b(?:(?:Ctrl|Alt|Shift)\+)+(?:[A-Z]\w+|[^\s)])|\bF3\b/g;

/** Returns a text with the key names of this platform. */
export function platformKeys(text: string, isMac = IS_MAC): string {
  return isMac ? text.replace(KEYS, macKey) : text;
}

/** Returns one entry of a key table with the key names of this platform. */
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
