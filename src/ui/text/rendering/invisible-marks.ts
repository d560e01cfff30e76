// Marks invisible characters in the lines on the screen.

import { invisibleIn } from '../../model/invisible-characters.ts';
import { monaco, type CodeEditor } from '../editor/editor.ts';
import styles from './invisible-marks.module.css';

/** The number of characters of a line that are examined. The editor draws no more. */
const MAX_LENGTH = 10_000;
/** Names of the characters whose code Monaco itself shows. */
const SHOWN = /^U\+(?:202[A-E]|206[6-9])$/;

/** Marks invisible characters, and updates the marks as the screen changes. Returns a function that stops it. */
export function markInvisible(editor: CodeEditor): () => void {
  const decorations = editor.createDecorationsCollection();
  let frame = 0;
  const mark = (): void => {
    frame = 0;
    const model = editor.getModel();
    const found = (model === null ? [] : editor.getVisibleRanges()).flatMap((range) => linesOf(model, range));
    if (found.length > 0 || decorations.length > 0) decorations.set(found);
  };
  const ask = (): void => {
    frame ||= requestAnimationFrame(mark);
  };
  const disposables = [
    editor.onDidChangeModelContent(ask),
    editor.onDidScrollChange(ask),
    editor.onDidLayoutChange(ask),
  ];
  ask();
  return () => {
    cancelAnimationFrame(frame);
    for (const one of disposables) one.dispose();
    decorations.clear();
  };
}

function linesOf(
  model: monaco.editor.ITextModel | null,
  { startLineNumber, endLineNumber }: monaco.Range,
): monaco.editor.IModelDeltaDecoration[] {
  const found: monaco.editor.IModelDeltaDecoration[] = [];
  for (let line = startLineNumber; model !== null && line <= endLineNumber; line += 1) {
    for (const { index, length, name } of invisibleIn(model.getLineContent(line).slice(0, MAX_LENGTH))) {
      if (SHOWN.test(name)) continue;
      const range = new monaco.Range(line, index + 1, line, index + 1 + length);
      found.push({ range, options: optionsOf(name) });
    }
  }
  return found;
}

function optionsOf(name: string): monaco.editor.IModelDecorationOptions {
  return {
    stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
    after: {
      content: name,
      inlineClassName: styles['mark'] ?? '',
      cursorStops: monaco.editor.InjectedTextCursorStops.None,
    },
  };
}
