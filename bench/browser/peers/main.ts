// Opens the chosen file in a peer and says when its first content is painted.

import * as monaco from 'monaco-editor/editor/editor.api.js';
import { createJSONEditor } from 'vanilla-jsoneditor';

declare global {
  interface Window {
    openPeer(name: 'monaco' | 'vanilla-text' | 'vanilla-tree'): Promise<{ ms: number }>;
  }
}

const FIRST: Record<string, string> = { monaco: '.view-line', 'vanilla-text': '.cm-line', 'vanilla-tree': '.jse-key' };

window.openPeer = async (name) => {
  const file = document.querySelector<HTMLInputElement>('input')?.files?.[0];
  const target = document.querySelector<HTMLElement>('#editor');
  if (file === undefined || target === null) throw new Error('no file was chosen');
  const started = performance.now();
  const text = await file.text();
  if (name === 'monaco') monaco.editor.create(target, { value: text, language: 'plaintext' });
  else createJSONEditor({ target, props: { content: { text }, mode: name === 'vanilla-text' ? 'text' : 'tree' } });
  while (document.querySelector(FIRST[name] ?? '') === null && performance.now() - started < 120_000) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return { ms: performance.now() - started };
};
