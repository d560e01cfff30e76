// How a file on disk is now, as far as a look at it tells.

/** A file at one moment. Two looks that have the same mark have seen the same. */
export type SeenFile =
  | { readonly type: 'file'; readonly file: File; readonly mark: string }
  /** `moving`: it is being replaced, or another program has locked it. */
  | { readonly type: 'deleted' | 'denied' | 'replaced' | 'moving'; readonly mark: string };

const TYPES: Readonly<Record<string, 'deleted' | 'denied' | 'replaced'>> = {
  NotFoundError: 'deleted',
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  TypeMismatchError: 'replaced',
};

/** Looks at a file. */
export async function readFileState(handle: FileSystemFileHandle): Promise<SeenFile> {
  try {
    const file = await handle.getFile();
    return { type: 'file', file, mark: `${file.lastModified} ${file.size}` };
  } catch (error) {
    const type = (error instanceof DOMException && TYPES[error.name]) || 'moving';
    return { type, mark: type };
  }
}
