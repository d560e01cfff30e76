// A file on disk that a document came from.

/** A file on disk that may be written. */
export interface OpenFile {
  readonly handle: FileSystemFileHandle;
  /** When it was changed last, as far as is known here; milliseconds since the epoch. */
  readonly modified: number;
}
