// Asks the browser for a file: with a handle to save back to where it can, else with a plain file input.

import { isWithdrawn } from '../app/notices/notices.ts';

/** A file that a person chose. */
export interface Picked {
  readonly file: File;
  /** Where the browser lets us write it back. */
  readonly handle: FileSystemFileHandle | null;
}

/** `showOpenFilePicker`, which TypeScript's DOM library does not have yet. */
interface OpenPicker {
  showOpenFilePicker(): Promise<FileSystemFileHandle[]>;
}

/** The chosen file, or `null` where none was chosen. Call it in the handler of a click. */
export async function pickFile(): Promise<Picked | null> {
  if (!hasOpenPicker(window)) return pickByInput();
  try {
    const [handle] = await window.showOpenFilePicker();
    return handle === undefined ? null : { file: await handle.getFile(), handle };
  } catch (error) {
    if (isWithdrawn(error)) return null;
    throw error;
  }
}

function hasOpenPicker(target: object): target is OpenPicker {
  return 'showOpenFilePicker' in target;
}

function pickByInput(): Promise<Picked | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      resolve(file === undefined ? null : { file, handle: null });
    });
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}
