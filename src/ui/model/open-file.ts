// A file on disk from which a document was opened.

/** A writable file on disk. */
export interface OpenFile {
  readonly handle: FileSystemFileHandle;
  /** Last known modification time; milliseconds since the epoch. */
  readonly modified: number;
  /** Last known size in bytes. */
  readonly size?: number;
}

/** Whether a file is as it was when it was read or written last, as far as its time and its size tell. */
export function isAsKnown({ modified, size }: OpenFile, now: File): boolean {
  return now.lastModified === modified && (size === undefined || now.size === size);
}

/** Whether two handles are of the same file; not, where the browser can't tell. */
export async function isSameFile(one: FileSystemFileHandle, other: FileSystemFileHandle): Promise<boolean> {
  return one === other || (await one.isSameEntry(other).catch(() => false));
}
