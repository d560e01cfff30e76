// The user's preferences, each stored under its own key (SET-1). An invalid stored value counts as missing; setting a
// preference stores it immediately.

import { proxy, useSnapshot } from 'valtio';
import { FONT_SIZE_DEFAULT, readFontSize } from '../../shared/settings/font-size.ts';
import type { ParserSetting } from '../../shared/document/parser.ts';
import { QUERY_LANGUAGES, type QueryLanguage } from '../../shared/protocol/query.ts';
import { WRAP_SETTINGS, type WrapSetting } from '../../shared/settings/wrapping.ts';
import { THEME_COLOURS, THEME_SETTINGS, type ThemeColour, type ThemeSetting } from '../theme/choice.ts';
import { MODES, type Mode } from '../model/side.ts';
import { SAVE_FORMATS, type SaveFormat } from '../model/save-format.ts';
import { integerBetween, numberBetween, oneOf, yesOrNo, type Settings } from './browser-settings.ts';

/** One level of indentation: a number of spaces, or a tab. */
export type Indentation = number | 'tab';

export const PARSER_SETTINGS = ['native', 'lossless', 'auto'] as const satisfies readonly ParserSetting[];

/** The drafts of JSON Schema, newest first. */
export const SCHEMA_DRAFT_SETTINGS = ['2020-12', '2019-09', '7', '6', '4'] as const;

/** All preferences. */
export interface Preferences {
  indentation: Indentation;
  /** Width of a tab, in columns. */
  tabSize: number;
  /** For smart formatting, in UTF-16 units. */
  maxLineLength: number;
  /** Strings in tree and table show `\n` instead of a symbol for a line break. */
  escapeControlCharacters: boolean;
  /** Formatting writes non-ASCII characters as `\u` escapes. */
  escapeUnicodeCharacters: boolean;
  /** The table flattens nested objects into columns. */
  setFlattenColumns: boolean;
  /** The kind of values that queries and validation get. */
  parserId: ParserSetting;
  queryLanguageId: QueryLanguage;
  /** Whether `format` in a schema is an assertion or an annotation. */
  schemaFormats: 'assert' | 'annotate';
  /** The draft assumed for a schema that names none. */
  schemaDraft: (typeof SCHEMA_DRAFT_SETTINGS)[number];
  leftMode: Mode;
  rightMode: Mode;
  theme: ThemeSetting;
  themeColor: ThemeColour;
  /** Of text, tree and table; see `shared/settings/font-size.ts`. */
  fontSize: string;
  /** Whether lines of text are wrapped. */
  wrap: WrapSetting;
  /** Renders the text for screen readers, which makes every key slower. */
  screenReader: boolean;
  /** The left panel's share of the width, 0 to 1. */
  splitterValue: number;
  /** The dock's share of its panel's height where it is below the document, and of its width where it is beside it. */
  dockHeight: number;
  dockWidth: number;
  /** Formatting before an explicit save. @see requirements FMT-3 */
  formattingOnSave: SaveFormat;
  showDiff: boolean;
  /** How documents are compared. @see shared/protocol/compare.ts */
  compareNumbers: 'value' | 'spelling';
  compareTolerance: number;
  compareIgnoreOrder: boolean;
  compareStructureOnly: boolean;
  /** If empty, it is detected. */
  compareIdentity: string;
  /** Comma-separated. */
  compareIgnorePaths: string;
  /** An empty hash opens the last open documents. @see requirements RTE-5 */
  restoreLast: boolean;
  /** Edits are saved automatically. @see requirements DOC-5 */
  autosave: boolean;
  /** A followed file that is started anew is shown as it is then; otherwise the text stays. @see requirements NEW-2 */
  followRotated: boolean;
  /** Kinds of problems that are not shown, separated by commas. @see shared/protocol/problems.ts */
  hiddenProblems: string;
  /** The hint of the first visit was dismissed. */
  welcomed: boolean;
}

/** The least share of a panel that a dock gets. */
export const MIN_DOCK_SHARE = 0.15;

/** Ranges of numeric preferences, inclusive. */
export const LIMITS = {
  indentation: { least: 0, most: 16 },
  tabSize: { least: 1, most: 16 },
  maxLineLength: { least: 20, most: 1000 },
} as const;

/** Parses typed or stored text as a value; `undefined` if it is invalid. */
type Read<K extends keyof Preferences> = (text: string) => Preferences[K] | undefined;

interface Entry<K extends keyof Preferences> {
  /** The storage key, if it differs from the name. */
  readonly key?: string;
  readonly fallback: Preferences[K];
  readonly read: Read<K>;
}

const spaces = integerBetween(LIMITS.indentation.least, LIMITS.indentation.most);

const ENTRIES: { readonly [K in keyof Preferences]: Entry<K> } = {
  indentation: { fallback: 2, read: (text) => (text === 'tab' ? 'tab' : spaces(text)) },
  tabSize: { fallback: 4, read: integerBetween(LIMITS.tabSize.least, LIMITS.tabSize.most) },
  maxLineLength: { fallback: 80, read: integerBetween(LIMITS.maxLineLength.least, LIMITS.maxLineLength.most) },
  escapeControlCharacters: { fallback: false, read: yesOrNo },
  escapeUnicodeCharacters: { fallback: false, read: yesOrNo },
  setFlattenColumns: { fallback: true, read: yesOrNo },
  parserId: { fallback: 'lossless', read: oneOf(PARSER_SETTINGS) },
  queryLanguageId: { fallback: 'lodash', read: oneOf(QUERY_LANGUAGES) },
  schemaFormats: { fallback: 'assert', read: oneOf(['assert', 'annotate']) },
  schemaDraft: { fallback: '2020-12', read: oneOf(SCHEMA_DRAFT_SETTINGS) },
  leftMode: { fallback: 'text', read: oneOf(MODES) },
  rightMode: { fallback: 'tree', read: oneOf(MODES) },
  theme: { fallback: 'auto', read: oneOf(THEME_SETTINGS) },
  themeColor: { key: 'theme-color', fallback: 'default', read: oneOf(THEME_COLOURS) },
  fontSize: { fallback: FONT_SIZE_DEFAULT, read: readFontSize },
  wrap: { fallback: 'auto', read: oneOf(WRAP_SETTINGS) },
  screenReader: { fallback: false, read: yesOrNo },
  splitterValue: { fallback: 0.5, read: numberBetween(0, 1) },
  dockHeight: { fallback: 0.33, read: numberBetween(MIN_DOCK_SHARE, 1) },
  dockWidth: { fallback: 0.38, read: numberBetween(MIN_DOCK_SHARE, 1) },
  formattingOnSave: { fallback: 'keep', read: oneOf(SAVE_FORMATS) },
  showDiff: { fallback: false, read: yesOrNo },
  compareNumbers: { fallback: 'value', read: oneOf(['value', 'spelling']) },
  compareTolerance: {
    fallback: 0,
    read: (text) => (text.trim() === '' ? undefined : numberBetween(0, Number.MAX_VALUE)(text)),
  },
  compareIgnoreOrder: { fallback: false, read: yesOrNo },
  compareStructureOnly: { fallback: false, read: yesOrNo },
  compareIdentity: { fallback: '', read: (text) => text },
  compareIgnorePaths: { fallback: '', read: (text) => text },
  restoreLast: { fallback: true, read: yesOrNo },
  autosave: { fallback: true, read: yesOrNo },
  followRotated: { fallback: false, read: yesOrNo },
  hiddenProblems: { fallback: '', read: (text) => text },
  welcomed: { fallback: false, read: yesOrNo },
};

/** The preferences of one page. */
export interface PreferenceStore {
  /** Observed with valtio, never written; use `set`. */
  readonly state: Readonly<Preferences>;
  set<K extends keyof Preferences>(name: K, value: Preferences[K]): void;
  /** Resets preferences to their defaults. */
  reset(names: readonly (keyof Preferences)[]): void;
}

/** Creates the preferences from stored values or defaults. */
export function createPreferences(settings: Settings): PreferenceStore {
  const read = <K extends keyof Preferences>(name: K): Preferences[K] =>
    settings.read(storageKey(name), ENTRIES[name].read, ENTRIES[name].fallback);
  const state = proxy<Preferences>({
    indentation: read('indentation'),
    tabSize: read('tabSize'),
    maxLineLength: read('maxLineLength'),
    escapeControlCharacters: read('escapeControlCharacters'),
    escapeUnicodeCharacters: read('escapeUnicodeCharacters'),
    setFlattenColumns: read('setFlattenColumns'),
    parserId: read('parserId'),
    queryLanguageId: read('queryLanguageId'),
    schemaFormats: read('schemaFormats'),
    schemaDraft: read('schemaDraft'),
    leftMode: read('leftMode'),
    rightMode: read('rightMode'),
    theme: read('theme'),
    themeColor: read('themeColor'),
    fontSize: read('fontSize'),
    wrap: read('wrap'),
    screenReader: read('screenReader'),
    splitterValue: read('splitterValue'),
    dockHeight: read('dockHeight'),
    dockWidth: read('dockWidth'),
    formattingOnSave: read('formattingOnSave'),
    showDiff: read('showDiff'),
    compareNumbers: read('compareNumbers'),
    compareTolerance: read('compareTolerance'),
    compareIgnoreOrder: read('compareIgnoreOrder'),
    compareStructureOnly: read('compareStructureOnly'),
    compareIdentity: read('compareIdentity'),
    compareIgnorePaths: read('compareIgnorePaths'),
    restoreLast: read('restoreLast'),
    autosave: read('autosave'),
    followRotated: read('followRotated'),
    hiddenProblems: read('hiddenProblems'),
    welcomed: read('welcomed'),
  });
  const store: PreferenceStore = {
    state,
    set(name, value) {
      state[name] = value;
      settings.write(storageKey(name), String(value));
    },
    reset(names) {
      for (const name of names) store.set(name, ENTRIES[name].fallback);
    },
  };
  return store;
}

/** Parses a text as a value of a preference; `undefined` if it is invalid. */
export function readPreference<K extends keyof Preferences>(name: K, text: string): Preferences[K] | undefined {
  return ENTRIES[name].read(text);
}

/** Returns the text of one level of indentation. */
export function indentText(indentation: Indentation): string {
  return indentation === 'tab' ? '\t' : ' '.repeat(indentation);
}

/** Returns a snapshot of the preferences; re-renders when one that was read changes. */
export function usePreferences(store: PreferenceStore): Readonly<Preferences> {
  return useSnapshot(store.state);
}

function storageKey(name: keyof Preferences): string {
  return ENTRIES[name].key ?? name;
}
