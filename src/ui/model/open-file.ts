// A file on disk from which a document was opened.

/** A writable file on disk. */
export interface OpenFile {
  readonly handle: FileSystemFileHandle;
  /** Last known modification time; milliseconds since the epoch. */
  readonly modified: number;
}
