// Opens the chosen file in a peer and measures when its first content is painted.

import { json } from '@codemirror/lang-json';
import { basicSetup, EditorView } from 'codemirror';
import * as monaco from 'monaco-editor/editor/editor.api.js';
import { createJSONEditor } from 'vanilla-jsoneditor';

declare global {
  interface Window {
    openPeer(name: keyof typeof FIRST): Promise<{ ms: number }>;
  }
}

/** Whether the document's own content is on the screen, by peer. */
const FIRST = {
  monaco: () => shows('.view-line', 'guid'),
  codemirror: () => shows('.cm-line', 'guid'),
  'vanilla-text': () => shows('.cm-line', 'guid'),
  'vanilla-tree': () => document.querySelector('.jse-key, .jse-index') !== null,
};
const WAIT_MS = 120_000;

function shows(selector: string, text: string): boolean {
  return Array.from(document.querySelectorAll(selector)).some((element) => element.textContent.includes(text));
}

window.openPeer = async (name) => {
  const file = document.querySelector<HTMLInputElement>('input')?.files?.[0];
  const target = document.querySelector<HTMLElement>('#editor');
  if (file === undefined || target === null) throw new Error('no file was chosen');
  const started = performance.now();
  const text = await file.text();
  if (name === 'monaco') monaco.editor.create(target, { value: text, language: 'plaintext' });
  else if (name === 'codemirror') {
    target.style.overflow = 'auto';
    new EditorView({ doc: text, extensions: [basicSetup, json()], parent: target }).dom.style.height = '100%';
  } else createJSONEditor({ target, props: { content: { text }, mode: name === 'vanilla-text' ? 'text' : 'tree' } });
  while (!FIRST[name]()) {
    if (target.textContent.includes('larger than')) throw new Error('asks for tree mode instead');
    if (performance.now() - started > WAIT_MS) throw new Error('no content within two minutes');
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return { ms: performance.now() - started };
};
