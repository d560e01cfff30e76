// The editor of the query: a small Monaco with syntax colours, completion and an error marker.

import { useEffect, useRef } from 'react';
import type { WireError } from '../../shared/errors.ts';
import type { QueryLanguage } from '../../shared/protocol/query.ts';
import { defineThemes, fontOptions, loadFont, monaco, type CodeEditor } from '../text/editor/editor.ts';
import { QUERY_EDITOR } from '../strings/transform/query-editor.ts';
import { themeName } from '../text/editor/monaco-theme.ts';
import type { Theme } from '../theme/theme.ts';
import { markOf } from './problem-mark.ts';
import { completeWith, queryLanguageId, registerQueryLanguage, type QueryWords } from './language.ts';
import styles from './editor.module.css';

const OWNER = 'query';

export interface QueryEditorProps {
  readonly language: QueryLanguage;
  /** The text of the last rewrite. Typed text is reported by `onText` and not passed back. */
  readonly text: string;
  /** Counts changes of the text from outside the editor. */
  readonly rewrites: number;
  readonly words: QueryWords;
  readonly problem: WireError | null;
  readonly theme: Theme;
  readonly fontSizePx: number;
  /** The accessible name. */
  readonly label: string;
  readonly onText: (text: string) => void;
  readonly onRun: () => void;
}

export default function QueryEditor(props: QueryEditorProps) {
  const { language, rewrites, problem, theme, fontSizePx, label } = props;
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | null>(null);
  const latest = useRef(props);
  const seen = useRef(props.rewrites);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { text: first, language: id } = latest.current;
    registerQueryLanguage(id);
    defineThemes();
    const model = monaco.editor.createModel(first, queryLanguageId(id));
    const made = monaco.editor.create(element, {
      ...OPTIONS,
      ...fontOptions(latest.current.fontSizePx),
      model,
      theme: themeName(latest.current.theme),
      ariaLabel: latest.current.label,
    });
    editor.current = made;
    void loadFont(latest.current.fontSizePx);
    const endWords = completeWith(model, () => latest.current.words);
    const changes = model.onDidChangeContent(() => latest.current.onText(model.getValue()));
    // Must be disposed: Monaco retains an action forever, and its editor with it.
    const action = made.addAction({
      id: 'query.run',
      label: QUERY_EDITOR.run,
      keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter],
      run: () => latest.current.onRun(),
    });
    return () => {
      action.dispose();
      endWords();
      changes.dispose();
      editor.current = null;
      // In a separate task: together with the rest of the dialog it would be a long one.
      setTimeout(() => {
        made.dispose();
        model.dispose();
      });
    };
  }, []);

  useEffect(() => {
    const model = editor.current?.getModel();
    if (!model) return;
    registerQueryLanguage(language);
    monaco.editor.setModelLanguage(model, queryLanguageId(language));
  }, [language]);
  useEffect(() => {
    const model = editor.current?.getModel();
    const { text } = latest.current;
    if (seen.current === rewrites || !model) return;
    seen.current = rewrites;
    if (model.getValue() === text) return;
    // As an edit, so that Ctrl+Z restores the text that the wizard replaced.
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
  }, [rewrites]);
  useEffect(() => monaco.editor.setTheme(themeName(theme)), [theme]);
  useEffect(() => editor.current?.updateOptions({ ...fontOptions(fontSizePx), ariaLabel: label }), [fontSizePx, label]);
  useEffect(() => {
    const model = editor.current?.getModel();
    if (!model) return;
    const place = problem?.place ?? null;
    if (problem === null || place === null) {
      monaco.editor.setModelMarkers(model, OWNER, []);
      return;
    }
    const { lineNumber, startColumn, endColumn } = markOf(model.getLinesContent(), place);
    monaco.editor.setModelMarkers(model, OWNER, [
      {
        severity: monaco.MarkerSeverity.Error,
        message: problem.message,
        startLineNumber: lineNumber,
        startColumn,
        endLineNumber: lineNumber,
        endColumn,
      },
    ]);
  }, [problem]);

  return <div ref={box} className={styles.editor} />;
}

const OPTIONS: monaco.editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontFamily: "'JetBrains Mono Variable', 'DejaVu Sans Mono', ui-monospace, monospace",
  fontLigatures: false,
  minimap: { enabled: false },
  lineNumbers: 'off',
  glyphMargin: false,
  folding: false,
  lineDecorationsWidth: 8,
  lineNumbersMinChars: 0,
  scrollBeyondLastLine: false,
  overviewRulerLanes: 0,
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  renderLineHighlight: 'none',
  occurrencesHighlight: 'off',
  wordWrap: 'on',
  wrappingIndent: 'same',
  padding: { top: 6, bottom: 6 },
  scrollbar: {
    verticalScrollbarSize: 8,
    horizontalScrollbarSize: 6,
    useShadows: false,
    alwaysConsumeMouseWheel: false,
  },
  fixedOverflowWidgets: true,
  useShadowDOM: false,
  contextmenu: false,
  wordBasedSuggestions: 'off',
  quickSuggestions: { other: true, strings: false, comments: false },
  suggest: { showStatusBar: false, showIcons: false, preview: false },
  bracketPairColorization: { enabled: false },
  guides: { indentation: false },
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false, nonBasicASCII: false },
  links: false,
  tabSize: 2,
  // Tab moves the focus, as in other fields.
  tabFocusMode: true,
  detectIndentation: false,
};
