// Preferences over a stand-in storage: defaults, stored values, unreadable values.

import { describe, expect, it } from 'vitest';
import { layoutOptions } from '../../../src/ui/settings/layout-options.ts';
import { createPreferences, readPreference } from '../../../src/ui/settings/preferences.ts';
import { createSettings, MAX_VALUE_LENGTH } from '../../../src/ui/settings/browser-settings.ts';

/** The part of `Storage` that is used. */
function makeStorage(stored: Record<string, string> = {}) {
  const values = new Map(Object.entries(stored));
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  return { values, settings: createSettings(() => storage as Storage) };
}

describe('preferences', () => {
  it('[SET-1] have the defaults of the specification', () => {
    expect(createPreferences(makeStorage().settings).state).toEqual({
      indentation: 2,
      tabSize: 4,
      maxLineLength: 80,
      escapeControlCharacters: false,
      escapeUnicodeCharacters: false,
      setFlattenColumns: true,
      parserId: 'lossless',
      queryLanguageId: 'lodash',
      schemaFormats: 'assert',
      schemaDraft: '2020-12',
      leftMode: 'text',
      rightMode: 'tree',
      theme: 'auto',
      themeColor: 'default',
      fontSize: '14px',
      wrap: 'auto',
      screenReader: false,
      splitterValue: 0.5,
      dockHeight: 0.33,
      dockWidth: 0.38,
      formattingOnSave: 'keep',
      showDiff: false,
      compareNumbers: 'value',
      compareTolerance: 0,
      compareIgnoreOrder: false,
      compareStructureOnly: false,
      compareIdentity: '',
      compareIgnorePaths: '',
      restoreLast: true,
      autosave: true,
      followRotated: false,
      hiddenProblems: '',
      welcomed: false,
    });
  });

  it('[SET-1] are stored under their names, and read from there', () => {
    const { values, settings } = makeStorage();
    const preferences = createPreferences(settings);
    preferences.set('indentation', 'tab');
    preferences.set('themeColor', 'blue');
    preferences.set('escapeUnicodeCharacters', true);
    preferences.set('splitterValue', 0.25);
    expect(Object.fromEntries(values)).toEqual({
      indentation: 'tab',
      'theme-color': 'blue',
      escapeUnicodeCharacters: 'true',
      splitterValue: '0.25',
    });
    expect(createPreferences(makeStorage(Object.fromEntries(values)).settings).state).toEqual(preferences.state);
    preferences.reset(['indentation', 'escapeUnicodeCharacters']);
    expect(preferences.state).toMatchObject({ indentation: 2, escapeUnicodeCharacters: false, themeColor: 'blue' });
    expect(values.get('indentation')).toBe('2');
  });

  it('[SET-1] that can not be read count as not stored', () => {
    const stored = { indentation: '99', tabSize: '2.5', theme: 'pink', fontSize: 'large', showDiff: '1', leftMode: '' };
    expect(createPreferences(makeStorage(stored).settings).state).toMatchObject({
      indentation: 2,
      tabSize: 4,
      theme: 'auto',
      fontSize: '14px',
      showDiff: false,
      leftMode: 'text',
    });
    expect([readPreference('indentation', ' 4 '), readPreference('maxLineLength', '19')]).toEqual([4, undefined]);
  });

  it('[FMT-1] say how the engine lays out', () => {
    const layout = { indentation: 4, maxLineLength: 100, escapeUnicodeCharacters: false };
    expect(layoutOptions('smart', layout)).toEqual({ style: 'smart', indent: '    ', maxLineLength: 100 });
    expect(layoutOptions('format', { ...layout, indentation: 'tab', escapeUnicodeCharacters: true })).toEqual({
      style: 'format',
      indent: '\t',
      maxLineLength: 100,
      escapeUnicode: true,
    });
  });
});

describe('the storage', () => {
  it('[SET-4] refuses what is too long, says how long it is, and keeps what it has', () => {
    const { values, settings } = makeStorage({ recent: 'before' });
    expect(settings.write('recent', 'x'.repeat(MAX_VALUE_LENGTH))).toEqual({ success: true });
    expect(settings.write('recent', 'x'.repeat(MAX_VALUE_LENGTH + 1))).toEqual({
      success: false,
      size: 1_000_001,
      maxSize: 1_000_000,
    });
    expect(values.get('recent')).toHaveLength(MAX_VALUE_LENGTH);
  });
});
