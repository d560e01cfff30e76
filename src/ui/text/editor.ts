// Monaco, as far as it is used: the core and the contributions that work on a window. Its JSON language,
// its workers and whatever would read a whole document stay out.

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
// The feature named suggest is the one for inline completion only; this is the list.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/wordOperations/register';
import * as monaco from 'monaco-editor/editor/editor.api';
import { createTokensProvider, type LineStart } from './rendering/colours.ts';
import { rowHeightPx } from '../theme/rowheight.ts';
import { MARKS_PX } from './rendering/measures.ts';
import { TEXT_REFUSED } from '../strings/editors/text.ts';
import { themes } from './rendering/monaco-theme.ts';

export { monaco };
export type CodeEditor = monaco.editor.IStandaloneCodeEditor;
export type TextModel = monaco.editor.ITextModel;

const FONT = "'JetBrains Mono Variable', 'DejaVu Sans Mono', ui-monospace, monospace";

/** Sizes that follow the font size setting, in pixels. */
export function fontOptions(fontSizePx: number): monaco.editor.IEditorOptions {
  return { fontSize: fontSizePx, lineHeight: rowHeightPx(fontSizePx) };
}

/** So many lines that open what is around the first row stay on top of it. */
export const STICKY_LINES = 5;

// A model's options come from the page's configuration, which knows this one by its flat name only.
// Colouring pairs would parse the whole text again after every change.
// How far Enter indents goes the same way: set on a model, it is lost with the next change of any option.
const MODEL_OPTIONS: object = {
  bracketPairColorization: { enabled: false },
  'bracketPairColorization.enabled': false,
  indentSize: 2,
};

/** How many columns a tab takes where nobody has chosen. @see requirements SET-1 */
export const TAB_SIZE = 4;

/** What never changes while an editor lives. */
export const EDITOR_OPTIONS: monaco.editor.IStandaloneEditorConstructionOptions = {
  fontFamily: FONT,
  fontLigatures: false,
  automaticLayout: true,
  // Our own scrollbar spans the document; Monaco's would span the window.
  scrollbar: { vertical: 'hidden', verticalScrollbarSize: 0, horizontalScrollbarSize: 6, useShadows: false },
  scrollBeyondLastLine: false,
  // Where nothing else is said of why.
  readOnlyMessage: { value: TEXT_REFUSED.reading },
  overviewRulerLanes: 0,
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  minimap: { enabled: false },
  // The cost of a window is bounded by its size: Monaco need not give up on long lines.
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
  // Our own sticky lines (`sticky-view.tsx`) cover as many rows: Monaco keeps the caret out from under them.
  stickyScroll: { enabled: true, maxLineCount: STICKY_LINES },
  occurrencesHighlight: 'off',
  selectionHighlight: false,
  links: false,
  codeLens: false,
  colorDecorators: false,
  quickSuggestions: false,
  wordBasedSuggestions: 'off',
  // `suggestions.ts` answers a quote that opens a string; all else waits for Ctrl+Space.
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
  // Numbers and times stay whole. `first-rows.ts` breaks lines at the same places.
  wordWrapBreakAfterCharacters: monaco.editor.EditorOptions.wordWrapBreakAfterCharacters.defaultValue.replace('.', ''),
  renderWhitespace: 'none',
  renderFinalNewline: 'on',
  renderLineHighlight: 'line',
  renderLineHighlightOnlyWhenFocus: true,
  fixedOverflowWidgets: true,
  // In a shadow root the context menu would have none of the theme's colours: no background, for one.
  useShadowDOM: false,
  dragAndDrop: true,
  // A copied "line" may be 100 MB long.
  emptySelectionClipboard: false,
  detectIndentation: false,
  // It would depend on whether the window has moved since: a model that was changed forgets what it put there.
  trimAutoWhitespace: false,
  tabSize: TAB_SIZE,
  accessibilityPageSize: 50,
};

let hasThemes = false;

/** Defines both themes; they are the page's, not one editor's: each time would have all of the page styled anew. */
export function defineThemes(): void {
  if (hasThemes) return;
  hasThemes = true;
  for (const [name, data] of themes()) monaco.editor.defineTheme(name, data);
}

/** Fonts that editors have measured since they arrived. */
const measured = new Set<string>();

/** Lets editors measure their font again once it has arrived. */
export async function followFont(fontSizePx: number): Promise<void> {
  const font = `${fontSizePx}px ${FONT}`;
  if (measured.has(font)) return;
  await document.fonts.load(font);
  measured.add(font);
  monaco.editor.remeasureFonts();
}

/** An empty text of a language. */
export function createModel(languageId: string): TextModel {
  return monaco.editor.createModel('', languageId);
}

// Monaco's languages can't be taken back, and a provider does not learn which model it colours: so each
// view has a language of its own, and a closed view leaves its language to the next.
const free: string[] = [];
let made = 0;

/** Registers a language whose first line starts as `start` answers. */
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
