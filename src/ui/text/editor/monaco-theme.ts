// The two themes of the editor. Monaco requires plain hex colours, so the values of `ui/theme/variables.css` are repeated here
// under the same names.

import type { editor } from 'monaco-editor/editor/editor.api';

interface Palette {
  readonly bg: string;
  readonly raised: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly text: string;
  readonly faint: string;
  readonly hover: string;
  readonly select: string;
  readonly accent: string;
  readonly key: string;
  readonly string: string;
  readonly number: string;
  readonly boolean: string;
  readonly null: string;
  /** The colours of brackets, by depth. */
  readonly brackets: readonly [string, string, string];
  readonly deleteInk: string;
}

const LIGHT: Palette = {
  bg: '#ffffff',
  raised: '#ffffff',
  line: '#e2e6e9',
  lineStrong: '#cfd5da',
  text: '#1b2025',
  faint: '#636e77',
  hover: '#eef1f3',
  select: '#cfdef2',
  accent: '#0b7a55',
  key: '#8a3d12',
  string: '#0b6e4f',
  number: '#1d4fb8',
  boolean: '#8430a8',
  null: '#5a656e',
  brackets: ['#535e67', '#0a5d6d', '#7d2a94'],
  deleteInk: '#b3261e',
};

const DARK: Palette = {
  bg: '#14171a',
  raised: '#21262b',
  line: '#2a3036',
  lineStrong: '#3a424a',
  text: '#e3e8ec',
  faint: '#8f9ba5',
  hover: '#232930',
  select: '#264461',
  accent: '#35c48d',
  key: '#e0a37e',
  string: '#6fd3a6',
  number: '#8ab4ff',
  boolean: '#d59bf0',
  null: '#9aa5af',
  brackets: ['#a5b0ba', '#66c7d6', '#d59bf0'],
  deleteInk: '#ff9a92',
};

/** The name of a theme in Monaco. */
export function themeName(theme: 'light' | 'dark'): string {
  return `diptych-${theme}`;
}

/** Both themes, by name. */
export function themes(): readonly (readonly [name: string, data: editor.IStandaloneThemeData])[] {
  return [
    [themeName('light'), themeData('vs', LIGHT)],
    [themeName('dark'), themeData('vs-dark', DARK)],
  ];
}

function themeData(base: editor.BuiltinTheme, palette: Palette): editor.IStandaloneThemeData {
  const rule = (token: string, colour: string): editor.ITokenThemeRule => ({ token, foreground: colour.slice(1) });
  return {
    base,
    inherit: false,
    rules: [
      rule('', palette.text),
      rule('key', palette.key),
      rule('string', palette.string),
      rule('number', palette.number),
      rule('boolean', palette.boolean),
      rule('null', palette.null),
      rule('punctuation', palette.faint),
      rule('comment', palette.faint),
      ...palette.brackets.map((colour, index) => rule(`bracket${index + 1}`, colour)),
    ],
    colors: {
      'editor.background': palette.bg,
      'editor.foreground': palette.text,
      'editorLineNumber.foreground': palette.faint,
      'editorLineNumber.activeForeground': palette.text,
      'editorCursor.foreground': palette.text,
      'editor.lineHighlightBackground': palette.hover,
      'editor.lineHighlightBorder': '#00000000',
      'editor.selectionBackground': palette.select,
      'editor.inactiveSelectionBackground': palette.select,
      'editorBracketMatch.background': '#00000000',
      'editorBracketMatch.border': palette.faint,
      'editorError.foreground': palette.deleteInk,
      'editor.rangeHighlightBackground': '#00000000',
      'editorWidget.background': palette.raised,
      'editorWidget.foreground': palette.text,
      'editorWidget.border': palette.line,
      'editorHoverWidget.background': palette.raised,
      'editorHoverWidget.border': palette.line,
      'editorHoverWidget.foreground': palette.text,
      'editorSuggestWidget.background': palette.raised,
      'editorSuggestWidget.foreground': palette.text,
      'editorSuggestWidget.border': palette.line,
      'editorSuggestWidget.selectedBackground': palette.select,
      'editorSuggestWidget.selectedForeground': palette.text,
      'editorSuggestWidget.highlightForeground': palette.accent,
      'editorSuggestWidget.focusHighlightForeground': palette.text,
      'list.hoverBackground': palette.hover,
      'list.hoverForeground': palette.text,
      'input.background': palette.bg,
      'input.foreground': palette.text,
      'input.border': palette.lineStrong,
      'inputOption.activeBorder': palette.accent,
      'menu.background': palette.raised,
      'menu.foreground': palette.text,
      'menu.selectionBackground': palette.hover,
      'menu.selectionForeground': palette.text,
      'menu.border': palette.line,
      'widget.shadow': '#00000022',
      focusBorder: palette.accent,
      'scrollbar.shadow': '#00000000',
      'scrollbarSlider.background': palette.lineStrong,
      'scrollbarSlider.hoverBackground': palette.faint,
      'scrollbarSlider.activeBackground': palette.faint,
    },
  };
}
