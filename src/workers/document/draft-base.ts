// Writes the base of a draft into the browser's private file system. The worker that holds the bytes writes and flushes them
// itself: what IndexedDB stores without `strict` durability survives a killed tab but not a power cut, and it takes 600 to 900
// ms for 100 MB, compared with 90 here.

import { CodedError, hasCode } from '../../shared/errors.ts';
import { withinTime } from '../../shared/time-limit.ts';
import { DRAFT_FOLDER } from '../../shared/document/draft-file.ts';
import { DRAFT_FULL } from '../../shared/texts/documents.ts';

/** The handle returned by `createSyncAccessHandle`, which TypeScript's library for pages lacks. */
interface SyncFile {
  write(bytes: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** How long a file may take to open, in milliseconds: every edit waits for it. */
const LONGEST_MS = 2000;

/** Whether the file system has once not answered: from then on nothing waits for it any more. */
let isSilent = false;

/**
 * Writes pieces into a draft's base file and flushes it to disk. Returns `false`, without reading any piece, when the browser
 * has no private file system, as in some private windows, or it does not answer.
 * @throws CodedError `full` when there is no space, and whatever reading the pieces throws. The file is then removed.
 */
export async function writeDraftBase(name: string, pieces: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<boolean> {
  const base = isSilent ? null : await openInTime(name);
  if (base === null) return false;
  const { folder, file } = base;
  let size = 0;
  try {
    file.truncate(0);
    for await (const piece of pieces) {
      const written = file.write(piece, { at: size });
      if (written < piece.length) throw new DOMException('a write was cut short', 'QuotaExceededError');
      size += written;
    }
    file.flush();
    file.close();
    return true;
  } catch (error) {
    file.close();
    await folder.removeEntry(name).catch(() => undefined);
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    throw isFull ? new CodedError('full', DRAFT_FULL) : error;
  }
}

interface BaseFile {
  readonly folder: FileSystemDirectoryHandle;
  readonly file: SyncFile;
}

/** Opens a base file; `null` where there is none to be had. */
async function openInTime(name: string): Promise<BaseFile | null> {
  try {
    return await withinTime(openBase(name), LONGEST_MS, (late) => {
      late?.file.close();
      late?.folder.removeEntry(name).catch(() => undefined);
    });
  } catch (error) {
    if (!hasCode(error, 'timeout')) throw error;
    isSilent = true;
    return null;
  }
}

async function openBase(name: string): Promise<BaseFile | null> {
  const folder = await openFolder();
  if (folder === null) return null;
  const file = await openForWriting(await folder.getFileHandle(name, { create: true }));
  return file && { folder, file };
}

async function openFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle(DRAFT_FOLDER, { create: true });
  } catch {
    return null;
  }
}

async function openForWriting(handle: FileSystemFileHandle): Promise<SyncFile | null> {
  const { createSyncAccessHandle } = handle as { createSyncAccessHandle?: () => Promise<SyncFile> };
  if (createSyncAccessHandle === undefined) return null;
  try {
    return await createSyncAccessHandle.call(handle);
  } catch {
    return null;
  }
}
