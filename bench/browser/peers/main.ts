// The peers' page: makes an empty editor, opens the chosen file in it and measures when its first content is painted and when the
// document is known to be whole and valid.

import { json } from '@codemirror/lang-json';
import { basicSetup, EditorView } from 'codemirror';
import * as monaco from 'monaco-editor/editor/editor.api.js';
import { createJSONEditor } from 'vanilla-jsoneditor';

interface Opened {
  readonly firstMs: number;
  readonly wholeMs: number;
}

declare global {
  interface Window {
    preparePeer(name: PeerName): void;
    openInPeer(): Promise<Opened>;
    saveFromPeer(): void;
  }
}

type PeerName = 'monaco' | 'codemirror' | 'vanilla-text' | 'vanilla-tree';

interface PeerEditor {
  show(text: string): void;
  /** Whether the document's own content is on the screen. */
  isShown(): boolean;
  read(): string;
  /** Whether the editor itself says that the document is no JSON. */
  readonly isChecking: boolean;
}

const WAIT_MS = 120_000;
let peer: PeerEditor | null = null;

function shows(selector: string, text: string): boolean {
  return Array.from(document.querySelectorAll(selector)).some((element) => element.textContent.includes(text));
}

function makePeer(name: PeerName, target: HTMLElement): PeerEditor {
  if (name === 'monaco') {
    const editor = monaco.editor.create(target, { value: '', language: 'plaintext' });
    return {
      show: (text) => editor.setValue(text),
      isShown: () => shows('.view-line', 'guid'),
      read: () => editor.getValue(),
      isChecking: false,
    };
  }
  if (name === 'codemirror') {
    target.style.overflow = 'auto';
    const view = new EditorView({ doc: '', extensions: [basicSetup, json()], parent: target });
    view.dom.style.height = '100%';
    return {
      show: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
      isShown: () => shows('.cm-line', 'guid'),
      read: () => view.state.doc.toString(),
      isChecking: false,
    };
  }
  const mode = name === 'vanilla-text' ? 'text' : 'tree';
  const editor = createJSONEditor({ target, props: { content: { text: '' }, mode } });
  return {
    show: (text) => editor.set({ text }),
    isShown: () =>
      mode === 'text' ? shows('.cm-line', 'guid') : document.querySelector('.jse-key, .jse-index') !== null,
    read: () => {
      const content = editor.get();
      return 'text' in content ? content.text : JSON.stringify(content.json, null, 2);
    },
    isChecking: true,
  };
}

window.preparePeer = (name) => {
  const target = document.querySelector<HTMLElement>('#editor');
  if (target === null) throw new Error('there is no place for an editor');
  peer = makePeer(name, target);
};

window.openInPeer = async () => {
  const file = document.querySelector<HTMLInputElement>('input')?.files?.[0];
  if (file === undefined || peer === null) throw new Error('no file was chosen');
  const started = performance.now();
  const text = await file.text();
  peer.show(text);
  while (!peer.isShown()) {
    if (document.body.textContent.includes('larger than')) throw new Error('asks for tree mode instead');
    if (performance.now() - started > WAIT_MS) throw new Error('no content within two minutes');
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await painted();
  const firstMs = performance.now() - started;
  // A text editor has all of the text now; whether it is JSON only a parser says.
  if (!peer.isChecking) {
    JSON.parse(text);
    await painted();
  }
  return { firstMs, wholeMs: performance.now() - started };
};

function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

window.saveFromPeer = () => {
  if (peer === null) throw new Error('there is no editor');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([peer.read()], { type: 'application/json' }));
  link.download = 'records.json';
  link.click();
};
