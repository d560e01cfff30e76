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
