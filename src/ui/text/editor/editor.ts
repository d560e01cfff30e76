// The parts of Monaco that are used: the core, and the contributions that work on a window. Its JSON language, its workers and
// everything that would read a whole document are left out.

import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/caretOperations/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/contextmenu/register';
import 'monaco-editor/features/dnd/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/lineSelection/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/readOnlyMessage/register';
import 'monaco-editor/features/smartSelect/register';
// The feature called `suggest` contains only inline completion; this is the suggestion list.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/wordOperations/register';
import * as monaco from 'monaco-editor/editor/editor.api';
import { createTokensProvider, type LineStart } from './colours.ts';
import { rowHeightPx } from '../../theme/row-height.ts';
import { MARKS_PX } from './measures.ts';
import { TEXT_REFUSED } from '../../strings/editors/text.ts';
import { themes } from './monaco-theme.ts';

export { monaco };
export type CodeEditor = monaco.editor.IStandaloneCodeEditor;
export type TextModel = monaco.editor.ITextModel;

const FONT = "'JetBrains Mono Variable', 'DejaVu Sans Mono', ui-monospace, monospace";

/** Options that depend on the font size setting, in pixels. */
export function fontOptions(fontSizePx: number): monaco.editor.IEditorOptions {
  return { fontSize: fontSizePx, lineHeight: rowHeightPx(fontSizePx) };
}

/** The most sticky lines: the lines that open the containers around the first row. */
export const STICKY_LINES = 5;

// Options of models come from the configuration of the page, which knows bracket colouring by its flat name only. It is off,
// because it would parse the whole text again after every change. The indentation is set here too: set on a model, it is lost
// with the next change of any option.
const MODEL_OPTIONS: object = {
  bracketPairColorization: { enabled: false },
  'bracketPairColorization.enabled': false,
  indentSize: 2,
};

/** The default width of a tab, in columns. @see requirements SET-1 */
export const TAB_SIZE = 4;

/** Options that stay the same for the life of an editor. */
export const EDITOR_OPTIONS: monaco.editor.IStandaloneEditorConstructionOptions = {
  fontFamily: FONT,
  fontLigatures: false,
  automaticLayout: true,
  // Our own scrollbar covers the document; Monaco's would cover the window only.
  scrollbar: { vertical: 'hidden', verticalScrollbarSize: 0, horizontalScrollbarSize: 6, useShadows: false },
  scrollBeyondLastLine: false,
  // The default reason, unless the view gives another.
  readOnlyMessage: { value: TEXT_REFUSED.reading },
  overviewRulerLanes: 0,
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  minimap: { enabled: false },
  // The size of a window bounds its cost, so Monaco need not give up on long lines.
  largeFileOptimizations: false,
  maxTokenizationLineLength: 1e6,
  wrappingStrategy: 'simple',
  wrappingIndent: 'none',
  unusualLineTerminators: 'off',
  ...MODEL_OPTIONS,
  guides: { indentation: false, bracketPairs: false },
  folding: false,
  glyphMargin: false,
  lineDecorationsWidth: MARKS_PX,
  // Our own sticky lines (`sticky-view.tsx`) cover as many rows; this makes Monaco keep the caret out from under them.
  stickyScroll: { enabled: true, maxLineCount: STICKY_LINES },
  occurrencesHighlight: 'off',
  selectionHighlight: false,
  links: false,
  codeLens: false,
  colorDecorators: false,
  quickSuggestions: false,
  wordBasedSuggestions: 'off',
  // A quote that opens a string triggers `suggestions.ts`; otherwise only Ctrl+Space does.
  suggestOnTriggerCharacters: true,
  acceptSuggestionOnCommitCharacter: false,
  acceptSuggestionOnEnter: 'on',
  tabCompletion: 'off',
  snippetSuggestions: 'none',
  suggest: { showStatusBar: false, showIcons: false, insertMode: 'replace', localityBonus: false },
  suggestSelection: 'first',
  inlineSuggest: { enabled: false },
  parameterHints: { enabled: false },
  inlayHints: { enabled: 'off' },
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false, nonBasicASCII: false },
  // Numbers and times are not broken. `first-rows.ts` breaks lines at the same places.
  wordWrapBreakAfterCharacters: monaco.editor.EditorOptions.wordWrapBreakAfterCharacters.defaultValue.replace('.', ''),
  renderWhitespace: 'none',
  renderFinalNewline: 'on',
  renderLineHighlight: 'line',
  renderLineHighlightOnlyWhenFocus: true,
  fixedOverflowWidgets: true,
  // In a shadow root the context menu would have none of the theme's colours, not even a background.
  useShadowDOM: false,
  dragAndDrop: true,
  // A copied "line" may be 100 MB long.
  emptySelectionClipboard: false,
  detectIndentation: false,
  // The result would depend on whether the window has moved: a changed model forgets which white space it inserted.
  trimAutoWhitespace: false,
  tabSize: TAB_SIZE,
  accessibilityPageSize: 50,
};

let hasThemes = false;

/** Defines both themes, once for the page: defining them again would restyle all of it. */
export function defineThemes(): void {
  if (hasThemes) return;
  hasThemes = true;
  for (const [name, data] of themes()) monaco.editor.defineTheme(name, data);
}

/** Fonts that have been loaded and measured. */
const measured = new Set<string>();

/** Makes editors measure their font again once it has been loaded. */
export async function loadFont(fontSizePx: number): Promise<void> {
  const font = `${fontSizePx}px ${FONT}`;
  if (measured.has(font)) return;
  await document.fonts.load(font);
  measured.add(font);
  monaco.editor.remeasureFonts();
}

/** Creates an empty model of a language. */
export function createModel(languageId: string): TextModel {
  return monaco.editor.createModel('', languageId);
}

// Monaco's languages cannot be unregistered, and a tokens provider does not know which model it colours. So each view has a
// language of its own, and a closed view leaves it to the next one.
const free: string[] = [];
let made = 0;

/** Registers a language whose first line starts in the state that `start` returns. */
export function leaseLanguage(start: () => LineStart): { readonly id: string; release(): void } {
  const id = free.pop() ?? `json-window-${(made += 1)}`;
  const brackets: [string, string][] = [
    ['{', '}'],
    ['[', ']'],
  ];
  const pairs = brackets.map(([open, close]) => ({ open, close, notIn: ['string', 'comment'] }));
  if (!monaco.languages.getLanguages().some((language) => language.id === id)) monaco.languages.register({ id });
  const parts = [
    monaco.languages.setLanguageConfiguration(id, {
      brackets,
      autoClosingPairs: [...pairs, { open: '"', close: '"', notIn: ['string', 'comment'] }],
      wordPattern: /[\p{L}\p{N}_$.-]+/u,
      comments: { lineComment: '//', blockComment: ['/*', '*/'] },
    }),
    monaco.languages.setTokensProvider(id, createTokensProvider(start)),
  ];
  return {
    id,
    release: () => {
      for (const part of parts) part.dispose();
      free.push(id);
    },
  };
}
