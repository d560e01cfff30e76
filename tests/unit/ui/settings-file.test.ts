// Settings as a file: what is written is read again, and what can't be read changes nothing.

import { describe, expect, it } from 'vitest';
import { searchFields } from '../../../src/ui/app/configuration-fields.tsx';
import { createSettings } from '../../../src/ui/settings/browser-settings.ts';
import { createPreferences, type PreferenceStore } from '../../../src/ui/settings/preferences.ts';
import { importSettings, writeSettings } from '../../../src/ui/settings/settings-file.ts';

function makePreferences(): PreferenceStore {
  return createPreferences(
    createSettings(() => {
      throw new Error('nothing is stored');
    }),
  );
}

const read = (text: string, store: PreferenceStore) => importSettings(new Blob([text]), store);

describe('settings as a file', () => {
  it('[SET-1] are all preferences, and read again make the same ones', async () => {
    const mine = makePreferences();
    mine.set('indentation', 'tab');
    mine.set('theme', 'dark');
    mine.set('splitterValue', 0.25);
    mine.set('compareIgnorePaths', '$.a[*].b, /c');
    mine.set('autosave', false);
    const text = writeSettings(mine.state);
    expect(Object.keys(JSON.parse(text) as object)).toEqual(Object.keys(mine.state));
    const other = makePreferences();
    expect(await read(text, other)).toEqual({
      taken: ['indentation', 'autosave', 'theme', 'splitterValue', 'compareIgnorePaths'].toSorted(
        (a, b) => Object.keys(mine.state).indexOf(a) - Object.keys(mine.state).indexOf(b),
      ),
      unknown: [],
      unreadable: [],
    });
    expect(other.state).toEqual(mine.state);
    expect(await read(`\uFEFF${text}`, other)).toEqual({ taken: [], unknown: [], unreadable: [] });
  });

  it('[SET-1] leave out unknown names and values that are none, and change nothing else', async () => {
    const store = makePreferences();
    const before = { ...store.state };
    const text =
      '{"tabSize": 8, "theme": "pink", "indentation": 99, "wrap": null, "fontSize": ["14px"], "autosave": {}, "__proto__": 1, "toString": "x", "token": "s", "maxLineLength": "100"}';
    expect(await read(text, store)).toEqual({
      taken: ['tabSize', 'maxLineLength'],
      unknown: ['__proto__', 'toString', 'token'],
      unreadable: ['theme', 'indentation', 'wrap', 'fontSize', 'autosave'],
    });
    expect(store.state).toEqual({ ...before, tabSize: 8, maxLineLength: 100 });
  });

  it('[SET-1] are no file of another kind', async () => {
    const store = makePreferences();
    const before = { ...store.state };
    for (const text of [
      '',
      '[]',
      'null',
      '"theme"',
      '{"theme": "dark"',
      `{"theme": "dark"${' '.repeat(1024 * 1024)}}`,
    ]) {
      expect([text.slice(0, 20), await read(text, store)]).toEqual([text.slice(0, 20), null]);
    }
    expect(store.state).toEqual(before);
  });
});

describe('the search in the settings', () => {
  it('[SET-2] finds words in any order, in headings too, and leaves out empty groups', () => {
    const field = (label: string, hint = '') => ({ label, text: `${label} ${hint}`, element: null });
    const groups = [
      { title: 'Formatting', fields: [field('Line length', 'Smart format'), field('Indentation')] },
      { title: 'View', fields: [field('Width of a tab')] },
    ];
    const find = (query: string): string[] =>
      searchFields(groups, query).flatMap(({ title, fields }) => fields.map(({ label }) => `${title}: ${label}`));
    expect(find('length LINE')).toEqual(['Formatting: Line length']);
    expect(find('smart')).toEqual(['Formatting: Line length']);
    expect(find('formatting')).toEqual(['Formatting: Line length', 'Formatting: Indentation']);
    expect(find('view smart')).toEqual([]);
    expect(find('  ')).toHaveLength(3);
  });
});
