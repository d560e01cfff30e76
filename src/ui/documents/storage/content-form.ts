// Private windows of WebKit refuse Blobs in IndexedDB, and take bytes.

import type { Database } from './database.ts';
import type { StoredContent } from './stored-content.ts';

const PROBE = ' probe';

/** Turns contents into what the database takes. */
export class ContentForm {
  private takesBlobs: Promise<boolean> | null = null;

  constructor(private readonly database: () => Promise<Database>) {}

  /** The content itself, or its bytes where the database refuses Blobs. Call it before a transaction begins. */
  async of(content: Blob): Promise<StoredContent> {
    this.takesBlobs ??= this.tryBlob();
    return (await this.takesBlobs) ? content : new Uint8Array(await content.arrayBuffer());
  }

  private async tryBlob(): Promise<boolean> {
    const database = await this.database();
    try {
      await database.put('contents', { _id: PROBE, blob: new Blob([PROBE]) });
      await database.delete('contents', PROBE);
      return true;
    } catch (error) {
      // No room for a Blob is no reason to write its bytes into memory.
      return error instanceof DOMException && error.name === 'QuotaExceededError';
    }
  }
}
