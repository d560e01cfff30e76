// Private windows of WebKit refuse Blobs in IndexedDB, but accept bytes.

import type { KeptCsv, StoredCsv } from '../../model/csv-file.ts';
import type { LocalDatabase } from './database.ts';
import type { StoredContent } from '../../model/stored-content.ts';
import type { ArchiveEntry } from '../../../shared/protocol/jobs.ts';

const PROBE = ' probe';

/** Converts contents to a form that the database accepts. */
export class ContentForm {
  private takesBlobs: Promise<boolean> | null = null;

  constructor(private readonly database: () => Promise<LocalDatabase>) {}

  /** Returns the content itself, or its bytes where the database refuses Blobs. Must be called before a transaction begins. */
  async of(content: Blob): Promise<StoredContent> {
    this.takesBlobs ??= this.tryBlob();
    return (await this.takesBlobs) ? content : new Uint8Array(await content.arrayBuffer());
  }

  /** The same for a CSV file. `packed`: its bytes, compressed. */
  async ofCsv({ info, options, source }: KeptCsv, packed: Blob | null = null): Promise<StoredCsv> {
    const stored = await this.of(packed ?? source);
    return { info, options, source: stored, isPacked: packed !== null };
  }

  private async tryBlob(): Promise<boolean> {
    const database = await this.database();
    try {
      await database.put('contents', { _id: PROBE, blob: new Blob([PROBE]) });
      await database.delete('contents', PROBE);
      return true;
    } catch (error) {
      // If there is no room for a Blob, its bytes should not be read into memory.
      return error instanceof DOMException && error.name === 'QuotaExceededError';
    }
  }
}

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
