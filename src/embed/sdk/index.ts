// The SDK: a custom element for use in HTML, and a function for use in scripts. Importing it defines the element.

import { Editor } from './editor.ts';
import { DiptychEditorElement } from './element.ts';
import type { EditorOptions } from './protocol.ts';

export { applyChange, Editor, EditorError } from './editor.ts';
export { DiptychEditorElement, type EditorEvent } from './element.ts';
export type * from './protocol.ts';

/** Creates an editor in an element of the page, which it fills. Requests made before it has loaded wait for that. */
export function createEditor(parent: Element, src: string | URL, options: EditorOptions = {}): Editor {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'border:0;width:100%;height:100%;display:block';
  frame.title = 'JSON editor';
  frame.allow = 'clipboard-read; clipboard-write';
  frame.src = String(src);
  const editor = new Editor(frame, options);
  parent.append(frame);
  return editor;
}

if (!customElements.get('diptych-editor')) customElements.define('diptych-editor', DiptychEditorElement);
