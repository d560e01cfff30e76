// Asks for what a panel opens next: a file from the picker, or the clipboard. Call both in a click handler: browsers require a
// user gesture.

import type { Panel } from '../app-model/app-model.ts';
import { CLIPBOARD } from '../strings/documents/opening.ts';
import { pickFile } from './file-picker.ts';
import { loadPasted } from './load-pasted.ts';

/** Opens a file that the user chooses. `onPicked` is called once it is chosen, before it is read. */
export async function chooseFile({ core, actions }: Panel, onPicked?: () => void): Promise<void> {
  try {
    const picked = await pickFile();
    if (picked === null) return;
    onPicked?.();
    await actions.opening.openFile(picked.file, picked.handle);
  } catch (error) {
    core.report(error);
  }
}

/** Opens the text on the clipboard, or says why there is none. */
export async function pasteText(panel: Panel): Promise<void> {
  const text = await navigator.clipboard.readText().catch(() => null);
  if (text !== null && text.trim() !== '') return (await loadPasted()).openPasted(panel, text);
  panel.core.notify({ severity: 'warning', message: text === null ? CLIPBOARD.refused : CLIPBOARD.empty });
}
