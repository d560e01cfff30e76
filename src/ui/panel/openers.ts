// The ways to open a document that need the page and not only the store: a file picker, the clipboard,
// a dialog for an address.

import type { Panel } from '../store/app.ts';
import { pickFile } from './pick.ts';

export interface Openers {
  chooseFile(): Promise<void>;
  paste(): Promise<void>;
  askAddress(): void;
}

/** The openers of a panel. Call them in the handler of a click: browsers ask for that. */
export function createOpeners({ core, actions }: Panel, askAddress: () => void): Openers {
  return {
    askAddress,
    async chooseFile() {
      try {
        const picked = await pickFile();
        if (picked !== null) await actions.openFile(picked.file, picked.handle);
      } catch (error) {
        core.report(error);
      }
    },
    async paste() {
      const text = await navigator.clipboard.readText().catch(() => null);
      if (text !== null && text.trim() !== '') return void (await actions.openText(text));
      const message =
        text === null
          ? 'The browser does not let this page read the clipboard. Click the panel and press Ctrl+V instead.'
          : 'The clipboard holds no text.';
      core.notify({ severity: 'warning', message });
    },
  };
}
