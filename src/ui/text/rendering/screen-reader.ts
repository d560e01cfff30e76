// What screen readers can read of the text. A page cannot detect a screen reader. With this setting, Monaco writes the lines
// around the caret into the page as text. That takes time on each keystroke, so the user has to switch it on.

import type { monaco, CodeEditor } from '../editor/editor.ts';

/** The element in Monaco that has the focus and receives keys. */
const INPUT = '.native-edit-context, textarea.inputarea';

/** Monaco's options with the setting on or off. */
export function readerOptions(isOn: boolean): monaco.editor.IEditorOptions {
  return { accessibilitySupport: isOn ? 'on' : 'auto' };
}

/** Sets the element, by id, that describes the editor to screen readers; `null` for none. */
export function describe(editor: CodeEditor, id: string | null): void {
  const input = editor.getContainerDomNode().querySelector(INPUT);
  if (id === null) input?.removeAttribute('aria-describedby');
  else input?.setAttribute('aria-describedby', id);
}
