// Opens the browser's file picker: with a handle for saving where it is supported, otherwise a plain file input.

import { isWithdrawn } from '../notices/notices.ts';

/** A file that the user chose. */
export interface Picked {
  readonly file: File;
  /** For writing the file back; `null` where the browser does not allow it. */
  readonly handle: FileSystemFileHandle | null;
}

/** `showOpenFilePicker`, which TypeScript's DOM library does not have yet. */
interface OpenPicker {
  showOpenFilePicker(): Promise<FileSystemFileHandle[]>;
}

/** Resolves to the chosen file; `null` if the user cancelled. Call it in a click handler. */
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
