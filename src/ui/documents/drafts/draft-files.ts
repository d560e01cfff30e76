// The base files of drafts, in the browser's private file system. Draft workers write them (`draft/base-file.ts`).

import { withinTime } from '../../../shared/time-limit.ts';
import { DRAFT_FOLDER } from '../../../shared/document/draft-file.ts';

/** Iterating a folder, which TypeScript's DOM library does not have yet. */
interface Listed {
  keys(): AsyncIterable<string>;
}

/** How long the file system may take, in milliseconds: the draft waits for it. */
const FILE_TIMEOUT_MS = 2000;

/**
 * Opens a base file that a draft worker has written.
 * @throws DOMException when it does not exist, CodedError `timeout` when the file system does not answer
 */
export function openDraftFile(name: string): Promise<File> {
  const open = async (): Promise<File> => (await (await openFolder()).getFileHandle(name)).getFile();
  return withinTime(open(), FILE_TIMEOUT_MS);
}

/** Removes a base file, if it exists. */
export async function removeDraftFile(name: string): Promise<void> {
  try {
    const remove = async (): Promise<void> => (await openFolder()).removeEntry(name);
    await withinTime(remove(), FILE_TIMEOUT_MS);
  } catch {
    // It does not exist, or the browser has no private file system, or that does not answer.
  }
}

/** Lists the names of all base files. */
export async function draftFiles(): Promise<string[]> {
  const list = async (): Promise<string[]> => {
    const names: string[] = [];
    for await (const name of ((await openFolder()) as unknown as Listed).keys()) names.push(name);
    return names;
  };
  // The folder may not exist yet, or the browser has no private file system.
  return withinTime(list(), FILE_TIMEOUT_MS).catch(() => []);
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(DRAFT_FOLDER);
}
