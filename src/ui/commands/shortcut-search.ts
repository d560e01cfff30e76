// Finds shortcuts by their keys and by what they do.

import { platformKey } from '../model/platform-keys.ts';
import { wordsOf } from '../model/words.ts';
import type { Shortcut } from '../strings/app/shortcuts.ts';

/** Shortcuts under one heading. */
export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** Other names of keys, and the signs of a Mac and of arrows. */
const NAMES: Readonly<Record<string, string>> = {
  control: 'ctrl',
  option: 'alt',
  command: 'cmd',
  meta: 'cmd',
  esc: 'escape',
  del: 'delete',
  ins: 'insert',
  return: 'enter',
  pgup: 'pageup',
  pgdn: 'pagedown',
  '⌃': 'ctrl',
  '⌥': 'alt',
  '⇧': 'shift',
  '⌘': 'cmd',
  '⌫': 'delete',
  '↩': 'enter',
  '⎋': 'escape',
  '⇥': 'tab',
  '↖': 'home',
  '↘': 'end',
  '⇞': 'pageup',
  '⇟': 'pagedown',
  '↑': 'up',
  '↓': 'down',
  '←': 'left',
  '→': 'right',
};

/**
 * Returns the groups with the shortcuts that have all words of a query, without empty groups. `ctrl+d` and `F7` are looked for
 * in keys: each key named has to be part of one press. A word without `+` is also looked for in descriptions and headings.
 */
export function searchShortcuts(
  groups: readonly ShortcutGroup[],
  query: string,
  isMac?: boolean,
): readonly ShortcutGroup[] {
  const words = wordsOf(query);
  if (words.length === 0) return groups;
  return groups.flatMap(({ title, shortcuts }) => {
    const found = shortcuts.filter(({ keys, does }) => {
      const presses = keys.flatMap((key) => platformKey(key, isMac).toLowerCase().split(' ')).map(partsOf);
      const text = `${title} ${does}`.toLowerCase();
      return words.every((word) => {
        const parts = partsOf(word);
        return (
          presses.some((press) => parts.every((part) => press.some((key) => isKey(key, part)))) ||
          (parts.length === 1 && text.includes(word))
        );
      });
    });
    return found.length === 0 ? [] : [{ title, shortcuts: found }];
  });
}

/** Returns the keys of one press: of `ctrl+shift+[`, of `⇧⌘p`, or of one that is still being typed, as `ctrl+`. */
function partsOf(press: string): string[] {
  return press
    .replaceAll(/[⌃⌥⇧⌘](?=.)/g, '$&+')
    .replace(/(?<=\w)\+$/, '')
    .split(/\+(?=.)/)
    .map((part) => NAMES[part] ?? part);
}

/** Whether a key is meant: by its name, or by the beginning of a name in letters. */
function isKey(key: string, part: string): boolean {
  return key === part || (/^[a-z]{2,}$/.test(part) && key.startsWith(part));
}
