// Texts of the dialogs "Editor configuration" and "Font size".

import type { ParserSetting } from '../../../shared/document/parser.ts';

/** How queries read numbers. @see requirements PAR-2 */
export const PARSERS: Readonly<Record<ParserSetting, string>> = {
  lossless: 'exact',
  native: 'as JavaScript has them',
  auto: 'exact below 10 MB',
};

/** The dialog, with the headings of its groups. */
export const DIALOG = {
  title: 'Editor configuration',
  close: 'Close',
  restore: 'Restore defaults',
  layout: 'Formatting',
  view: 'View',
  documents: 'Documents',
  indentation: 'Indentation',
  withTabs: 'Tabs',
  withSpaces: 'Spaces',
  spaces: 'Spaces for a level',
  maxLineLength: 'Line length',
  maxLineLengthHint: 'Smart format keeps on one line what fits into so many characters.',
  escapeUnicode: 'Escape Unicode characters',
  escapeUnicodeHint: 'Formatting writes é as \\u00e9.',
  formattingOnSave: 'Formatting on save',
  fontSize: 'Font size',
  tabSize: 'Width of a tab',
  wrap: 'Wrap lines of text',
  screenReader: 'Screen reader support',
  screenReaderHint: 'Writes out the text around the caret. Shift+Alt+F1 in the text.',
  escapeControls: 'Escape control characters',
  escapeControlsHint: 'The tree shows a line break as \\n and a backslash as \\\\, in fields too.',
  autosave: 'Save by itself',
  autosaveHint: 'In this browser, a moment after each edit.',
  restoreLast: 'Open the last documents again',
  restoreLastHint: 'When the address names none.',
  followRotated: 'Go on with a log that is started anew',
  followRotatedHint: 'A followed file that is rotated is shown as it is then. Otherwise the old text stays.',
  queries: 'Queries',
  queryLanguage: 'Query language',
  parser: 'Numbers in queries',
  parserHint: 'Documents keep theirs as they are written, whatever is chosen here.',
  schemas: 'Schemas',
  problems: 'Problems shown',
  numbersHint: 'They are kept digit by digit here; other programs may round them.',
  schemaFormats: 'Check formats',
  schemaFormatsHint: 'A string that is not in the format that its schema names is an error.',
  schemaDraft: 'Default draft',
  schemaDraftHint: 'For a schema that names none in $schema.',
  draft: (name: string): string => `Draft ${name}`,
} as const;

/** The field above the settings. */
export const SETTING_SEARCH = {
  label: 'Search settings',
  placeholder: 'Search settings',
  found: (count: number): string =>
    count === 0 ? 'No setting fits.' : count === 1 ? 'One setting' : `${count} settings`,
} as const;

/** Settings as a file. Names are those of the file. */
export const SETTINGS_FILE = {
  export: 'Export settings…',
  import: 'Import settings…',
  name: 'diptych-settings.json',
  taken: (names: string): string => `Taken over: ${names}.`,
  same: 'Nothing was changed.',
  unknown: (names: string): string => `Unknown, left out: ${names}.`,
  unreadable: (names: string): string => `Not a value of this setting, left out: ${names}.`,
  more: (names: string, count: number): string => `${names} and ${count.toLocaleString()} more`,
  none: 'This file has no settings. Choose one that was made by "Export settings…".',
} as const;

/** Errors in typed values. An invalid value does not change the setting. */
export const PROBLEMS = {
  fontSize: 'Write two digits and px or pt, such as 14px.',
  between: (least: number, most: number): string => `Write a whole number from ${least} to ${most}.`,
} as const;

export const FONT_SIZE = {
  title: 'Font size',
  label: 'Size of the text',
  hint: 'Two digits and px or pt, such as 14px. Ctrl and the wheel over the text change it too.',
  yes: 'Apply',
  wrong: 'This is not a font size, so nothing was changed. Write two digits and px or pt, such as 14px.',
} as const;
