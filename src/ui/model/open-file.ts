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

/** Returns the content of a file, which workers and databases can take. @throws DOMException where it can't be read any more */
export async function blobOf(file: DiskFile): Promise<Blob> {
  return file instanceof Blob ? file : new Response(file.stream()).blob();
}

/** Returns a file as one of the browser. @throws DOMException where it can't be read any more */
export async function fileOf(file: DiskFile): Promise<File> {
  if (file instanceof File) return file;
  return new File([await blobOf(file)], file.name, { lastModified: file.lastModified });
}

/** The files that `diptych open` serves to this tab, by their paths on the disk. */
export const servedFiles = new Map<string, DiskHandle>();

/** A file as it is kept with a draft: a handle of the browser can be stored, one of a served file only be named. */
export type StoredOpenFile = OpenFile | (Omit<OpenFile, 'handle'> & { readonly path: string; readonly name: string });

export function storedFile(file: OpenFile): StoredOpenFile {
  const { handle, ...state } = file;
  for (const [path, served] of servedFiles) if (served === handle) return { ...state, path, name: handle.name };
  return file;
}

/** Returns a file that was kept; `null` if it is not served any more. */
export function restoredFile(stored: StoredOpenFile): OpenFile | null {
  if ('handle' in stored) return stored;
  const { path, name: _, ...state } = stored;
  const handle = servedFiles.get(path);
  return handle === undefined ? null : { ...state, handle };
}
