// A file on disk from which a document was opened: one that the browser gives the page, or one that `diptych open` serves.

/** A part of a file. */
export type DiskPart = Pick<Blob, 'size' | 'arrayBuffer'>;

/** A file as it was at one moment. Reading it fails once it has changed. */
export interface DiskFile extends DiskPart, Pick<File, 'name' | 'lastModified'> {
  slice(start?: number, end?: number): DiskPart;
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** What a file is replaced by: nothing happens to it before `close`. */
export interface DiskTarget {
  write(content: Blob | string): Promise<void>;
  /** `approved`: the file that is replaced, as the user knows it; `null` where it was gone. A handle of the browser can't check that. */
  close(approved?: DiskFile | null): Promise<void>;
  abort(): Promise<void>;
}

/** A file that may be read again, and written. */
export interface DiskHandle {
  readonly kind: 'file';
  readonly name: string;
  /** On the disk, of a file that `diptych open` serves. */
  readonly path?: string;
  /** @throws DOMException `NotFoundError`, `NotAllowedError` and others, as a handle of the browser does */
  getFile(): Promise<DiskFile>;
  createWritable(): Promise<DiskTarget>;
  isSameEntry(other: DiskHandle): Promise<boolean>;
}

/** A writable file on disk. */
export interface OpenFile {
  readonly handle: DiskHandle;
  /** Last known modification time; milliseconds since the epoch. */
  readonly modified: number;
  /** Last known size in bytes. */
  readonly size?: number;
}

/** Whether a file is as it was when it was read or written last, as far as its time and its size tell. */
export function isAsKnown({ modified, size }: OpenFile, now: DiskFile): boolean {
  return now.lastModified === modified && (size === undefined || now.size === size);
}

/** Whether two handles are of the same file; not, where the browser can't tell. */
export async function isSameFile(one: DiskHandle, other: DiskHandle): Promise<boolean> {
  return one === other || (await one.isSameEntry(other).catch(() => false));
}

/** A file as it is kept with a draft: a handle of the browser can be stored, one of a served file only be named. */
export type StoredOpenFile =
  | OpenFile
  | (Omit<OpenFile, 'handle'> & { readonly handle?: undefined; readonly path: string; readonly name: string });

export function storedFile(file: OpenFile): StoredOpenFile {
  const { name, path } = file.handle;
  return path === undefined ? file : { ...file, handle: undefined, path, name };
}
