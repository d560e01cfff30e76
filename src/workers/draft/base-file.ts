// The base file of a draft, in the browser's private file system. What IndexedDB stores without `strict` durability survives a
// killed tab but not a power cut, and it takes 600 to 900 ms for 100 MB, compared with 90 here.

import { CodedError } from '../../shared/errors.ts';
import { DRAFT_FOLDER } from '../../shared/document/draft-file.ts';
import { DRAFT_FULL } from '../../shared/texts/documents.ts';

/** The handle returned by `createSyncAccessHandle`, which TypeScript's library for pages lacks. */
interface SyncFile {
  write(bytes: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** A base file that is being written. */
export class DraftBaseFile {
  private size = 0;

  private constructor(
    private readonly folder: FileSystemDirectoryHandle,
    private readonly name: string,
    private readonly file: SyncFile,
  ) {
    file.truncate(0);
  }

  /** Returns `null` when the browser has no private file system, as in some private windows. */
  static async open(name: string): Promise<DraftBaseFile | null> {
    const folder = await openFolder();
    if (folder === null) return null;
    const file = await openForWriting(await folder.getFileHandle(name, { create: true }));
    return file && new DraftBaseFile(folder, name, file);
  }

  /** @throws CodedError `full` */
  append(bytes: Uint8Array<ArrayBuffer>): void {
    const written = withSpace(() => this.file.write(bytes, { at: this.size }));
    if (written < bytes.length) throw new CodedError('full', DRAFT_FULL);
    this.size += written;
  }

  /** Writes everything to the disk and closes the file. @throws CodedError `full` */
  finish(): void {
    withSpace(() => this.file.flush());
    this.file.close();
  }

  async remove(): Promise<void> {
    this.file.close();
    await this.folder.removeEntry(this.name).catch(() => undefined);
  }
}

function withSpace<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    throw isFull ? new CodedError('full', DRAFT_FULL) : error;
  }
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
