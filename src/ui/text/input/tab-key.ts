// What Tab does in the text: it indents, unless Ctrl+M has set it free. A user who expects it to move on has to be told how.

import { TabFocus } from 'monaco-editor/editor/browser/config/tabFocus';
import type { TabKey } from '../../panel-core/panel-core.ts';
import { monaco, type CodeEditor } from '../editor/editor.ts';

const { KeyCode } = monaco;
const MODIFIERS = new Set([KeyCode.Shift, KeyCode.Ctrl, KeyCode.Alt, KeyCode.Meta]);

/**
 * Calls `tell` when Tab indents for the first time since the text got the focus, when the next key is another one, and when Tab
 * begins or ends to leave the text.
 */
export function watchTabKey(editor: CodeEditor, tell: (what: TabKey) => void): { dispose(): void } {
  let isTold = false;
  const settle = (): void => tell(TabFocus.getTabFocusMode() && editor.hasTextFocus() ? 'leaves' : null);
  const listeners = [
    editor.onKeyDown(({ keyCode, ctrlKey, altKey, metaKey }) => {
      const isTab = keyCode === KeyCode.Tab && !ctrlKey && !altKey && !metaKey;
      if (!isTab) {
        if (!MODIFIERS.has(keyCode)) settle();
        return;
      }
      // In the list of suggestions it accepts one.
      const isAccepting = editor.getDomNode()?.querySelector('.suggest-widget.visible') != null;
      const isReadOnly = editor.getOption(monaco.editor.EditorOption.readOnly);
      if (isTold || isAccepting || isReadOnly || TabFocus.getTabFocusMode()) return;
      isTold = true;
      tell('indents');
    }),
    TabFocus.onDidChangeTabFocus(settle),
    editor.onDidFocusEditorText(settle),
    editor.onDidBlurEditorText(() => {
      isTold = false;
      tell(null);
    }),
  ];
  return { dispose: () => listeners.forEach((listener) => listener.dispose()) };
}
