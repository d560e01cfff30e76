// What job workers do with the contents of documents.

import type { ArchiveEntry } from '../../../shared/protocol/jobs.ts';

/** Compresses a content in a job worker. */
export type Compress = (content: Blob) => Promise<Blob>;

/** The operations on contents that run in a job worker. */
export interface ContentJobs {
  readonly compress: Compress;
  /** Joins compressed contents into one file. */
  readonly archive: (entries: readonly ArchiveEntry[]) => Promise<Blob>;
  /** Returns the size of a compressed content when unpacked, in bytes. Counting stops once it exceeds `most`. */
  readonly unpackedSize: (content: Blob, most: number, signal: AbortSignal) => Promise<number>;
}
