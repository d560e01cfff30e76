// What job workers do with the contents of documents.

import type { ArchiveEntry } from '../../shared/protocol/jobs.ts';

/** Compresses a content in a job worker. */
export type Compress = (content: Blob) => Promise<Blob>;

/** The work on contents that a job worker does. */
export interface ContentJobs {
  readonly compress: Compress;
  /** Joins compressed contents to one file. */
  readonly archive: (entries: readonly ArchiveEntry[]) => Promise<Blob>;
  /** How many bytes a compressed content holds; counts no further than behind `most`. */
  readonly unpackedSize: (content: Blob, most: number, signal: AbortSignal) => Promise<number>;
}
