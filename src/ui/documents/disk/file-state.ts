// How a file on disk is now, as far as a look at it tells.

import type { DiskFile, DiskHandle } from '../../model/open-file.ts';

/** A file at one moment. Two looks that have the same mark have seen the same. */
export type SeenFile =
  | { readonly type: 'file'; readonly file: DiskFile; readonly mark: string }
  /** `moving`: it is being replaced, or another program has locked it. `ended`: what serves it has ended. */
  | { readonly type: 'deleted' | 'denied' | 'replaced' | 'ended' | 'moving'; readonly mark: string };

const TYPES: Readonly<Record<string, 'deleted' | 'denied' | 'replaced' | 'ended'>> = {
  NotFoundError: 'deleted',
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  TypeMismatchError: 'replaced',
  NetworkError: 'ended',
};

/** Looks at a file. */
export async function readFileState(handle: DiskHandle): Promise<SeenFile> {
  try {
    const file = await handle.getFile();
    return { type: 'file', file, mark: `${file.lastModified} ${file.size}` };
  } catch (error) {
    const type = (error instanceof DOMException && TYPES[error.name]) || 'moving';
    return { type, mark: type };
  }
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
