// Keys with their names on a Mac.

import { describe, expect, it } from 'vitest';
import { platformKey, platformKeys } from '../../../src/ui/model/platform-keys.ts';
import { TABLE_KEYS, TREE_KEYS } from '../../../src/ui/model/commands.ts';
import { FIND_KEYS, PAGE_KEYS, TEXT_KEYS } from '../../../src/ui/strings/app/shortcuts.ts';

describe('keys on a Mac', () => {
  it.each([
    ['Ctrl+Shift+P', '⇧⌘P'],
    ['Save (Ctrl+S)', 'Save (⌘S)'],
    ['Ctrl+K Ctrl+0', '⌘K ⌘0'],
    ['Replace all (Ctrl+Alt+Enter)', 'Replace all (⌥⌘↩)'],
    ['Insert here (Ctrl+↓)', 'Insert here (⌘↓)'],
    ['Shift+Alt+F', '⌥⇧F'],
    ['Ctrl+Shift+\\', '⇧⌘\\'],
    ['Ctrl++', '⌘+'],
    ['Press Ctrl+G and write a line', 'Press ⌃G and write a line'],
    ['Find and replace (Ctrl+H)', 'Find and replace (⌥⌘F)'],
    ['Next hit (F3), previous hit (Shift+F3)', 'Next hit (⌘G), previous hit (⇧⌘G)'],
    ['F7, F1 and A+B', 'F7, F1 and A+B'],
  ])('%s is %s', (text, wanted) => {
    expect(platformKeys(text, true)).toBe(wanted);
    expect(platformKeys(text, false)).toBe(text);
  });

  it('[TRE-3] every key of the lists has a name without Ctrl, Alt and Shift', () => {
    const listed = [...PAGE_KEYS, ...TEXT_KEYS, ...FIND_KEYS].flatMap(({ keys }) => keys);
    for (const key of [...listed, ...Object.values(TREE_KEYS).flat(), ...Object.values(TABLE_KEYS).flat()])
      expect(platformKey(key, true), key).not.toMatch(/Ctrl|Alt|Shift|Delete|Enter|Escape/);
  });
});
