// The base files of drafts, in the browser's private file system. Document workers write them (`document/draft-base.ts`).

import { DRAFT_FOLDER } from '../../../shared/document/draft-file.ts';

/** Iterating a folder, which TypeScript's DOM library does not have yet. */
interface Listed {
  keys(): AsyncIterable<string>;
}

/** Opens a base file that a document worker has written. @throws DOMException when it does not exist */
export async function openDraftFile(name: string): Promise<File> {
  const folder = await openFolder();
  return (await folder.getFileHandle(name)).getFile();
}

/** Removes a base file, if it exists. */
export async function removeDraftFile(name: string): Promise<void> {
  try {
    await (await openFolder()).removeEntry(name);
  } catch {
    // It does not exist, or the browser has no private file system.
  }
}

/** Lists the names of all base files. */
export async function draftFiles(): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const name of ((await openFolder()) as unknown as Listed).keys()) names.push(name);
  } catch {
    // The folder does not exist yet, or the browser has no private file system.
  }
  return names;
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(DRAFT_FOLDER);
}
