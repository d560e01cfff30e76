// What screen readers are given of the text. A page can't know whether there is one: Monaco writes the lines around the
// caret out, as a text of the page's own, once it is told to. It costs some of each key's time, so a person says so.

import type { monaco, CodeEditor } from '../editor.ts';

/** What has focus and keys in Monaco. */
const INPUT = '.native-edit-context, textarea.inputarea';

/** Monaco's options with the text written out, or not. */
export function readerOptions(isOn: boolean): monaco.editor.IEditorOptions {
  return { accessibilitySupport: isOn ? 'on' : 'auto' };
}

/** Has an element of this id read out with the editor's name; `null` for nothing. */
export function describe(editor: CodeEditor, id: string | null): void {
  const input = editor.getContainerDomNode().querySelector(INPUT);
  if (id === null) input?.removeAttribute('aria-describedby');
  else input?.setAttribute('aria-describedby', id);
}
