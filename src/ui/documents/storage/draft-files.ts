// The base files of drafts, in the browser's private file system. Document workers write them (`document/draft-base.ts`).

import { DRAFT_FOLDER } from '../../../shared/document/draft-file.ts';

/** Iterating a folder, which TypeScript's DOM library does not have yet. */
interface Listed {
  keys(): AsyncIterable<string>;
}

/** A base file as a document worker has written it. @throws DOMException where it is gone */
export async function openDraftFile(name: string): Promise<File> {
  const folder = await openFolder();
  return (await folder.getFileHandle(name)).getFile();
}

/** Removes a base file; one that is gone already, too. */
export async function removeDraftFile(name: string): Promise<void> {
  try {
    await (await openFolder()).removeEntry(name);
  } catch {
    // It is gone, or the browser has no private file system.
  }
}

/** The names of all base files. */
export async function draftFiles(): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const name of ((await openFolder()) as unknown as Listed).keys()) names.push(name);
  } catch {
    // There is no folder yet, or the browser has no private file system.
  }
  return names;
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(DRAFT_FOLDER);
}
