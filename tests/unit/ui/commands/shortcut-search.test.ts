// The search in the list of shortcuts: by keys, by words, on both platforms.

import { describe, expect, it } from 'vitest';
import { shortcutGroups } from '../../../../src/ui/commands/shortcut-list.tsx';
import { searchShortcuts, type ShortcutGroup } from '../../../../src/ui/commands/shortcut-search.ts';

const GROUPS: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['Ctrl+Shift+P', 'F1'], does: 'Command palette' },
      { keys: ['F7'], does: 'Next difference' },
      { keys: ['Shift+F7'], does: 'Previous difference' },
      { keys: ['Ctrl+K Ctrl+0'], does: 'Fold all' },
      { keys: ['Ctrl+Shift+['], does: 'Fold' },
    ],
  },
  {
    title: 'Tree',
    shortcuts: [
      { keys: ['Ctrl+D'], does: 'Duplicate' },
      { keys: ['Ctrl+Delete'], does: 'Remove' },
      { keys: ['Alt+↑'], does: 'Move up' },
      { keys: ['Alt+S'], does: 'Sort…' },
    ],
  },
];

const find = (query: string, isMac = false): string[] =>
  searchShortcuts(GROUPS, query, isMac).flatMap(({ shortcuts }) => shortcuts.map(({ does }) => does));

describe('the search in the list of shortcuts', () => {
  it('[PAN-10] finds keys by their names, in any order and case, and all of one press', () => {
    expect(find('ctrl+d')).toEqual(['Duplicate']);
    expect(find('CTRL+DEL')).toEqual(['Remove']);
    expect(find('F7')).toEqual(['Next difference', 'Previous difference']);
    expect(find('f7+shift')).toEqual(['Previous difference']);
    expect(find('p+shift+ctrl')).toEqual(['Command palette']);
    expect(find('ctrl+0')).toEqual(['Fold all']);
    expect(find('k+0')).toEqual([]);
    expect(find('ctrl+k ctrl+0')).toEqual(['Fold all']);
    expect(find('control+[')).toEqual(['Fold']);
    expect(find('alt+up')).toEqual(['Move up']);
    // Still being typed.
    expect(find('alt+')).toEqual(['Move up', 'Sort…']);
  });

  it('[PAN-10] finds what a key does by words in any order, and by the heading', () => {
    expect(find('difference previous')).toEqual(['Previous difference']);
    expect(find('tree sort')).toEqual(['Sort…']);
    expect(find('  alt   SORT ')).toEqual(['Sort…']);
    expect(find('tree ctrl+d')).toEqual(['Duplicate']);
    expect(find('everywhere sort')).toEqual([]);
    expect(find(' ')).toHaveLength(9);
    expect(searchShortcuts(GROUPS, 'sort').map(({ title }) => title)).toEqual(['Tree']);
  });

  it('[PAN-10] knows the keys of a Mac by name and by sign', () => {
    expect(find('cmd+d', true)).toEqual(['Duplicate']);
    expect(find('⌘D', true)).toEqual(['Duplicate']);
    expect(find('⇧⌘p', true)).toEqual(['Command palette']);
    expect(find('option+s', true)).toEqual(['Sort…']);
    expect(find('ctrl+d', true)).toEqual([]);
  });

  it('[PAN-10] finds every shortcut by its own keys, and by its own description', () => {
    const groups = shortcutGroups();
    for (const group of groups) {
      for (const shortcut of group.shortcuts) {
        for (const query of [...shortcut.keys, shortcut.does]) {
          const found = searchShortcuts(groups, query);
          expect([query, found.find(({ title }) => title === group.title)?.shortcuts]).toEqual([
            query,
            expect.arrayContaining([shortcut]),
          ]);
        }
      }
    }
  });
});
