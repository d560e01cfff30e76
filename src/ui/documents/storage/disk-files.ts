// The local files that panels show. No address can name them, so they are stored here for the next start: as a handle or, where
// the browser gave none, as the file's bytes.
//
// A duplicated tab begins with the ids of the original. So each tab holds a shared lock on the files that it shows or will show
// again. A file is deleted when the last tab releases it, or when `MAX_FILES` newer ones are stored.

import type { ShownFile, KeptFile, StoredFile } from './file-record.ts';
import { withLock } from '../../browser/locks.ts';
import type { LocalDatabase } from './database.ts';

/** Larger files without a handle are not copied into the browser only to be shown again. */
export const MAX_COPY_BYTES = 33_554_432;
/** How many files are stored, the newest. A tab deletes its own; those of closed tabs remain. */
export const MAX_FILES = 8;

const LOCK = 'diptych-file-';

/** Whether a file may be stored: as its handle, or because it is small enough to be copied. */
export function mayKeep({ content }: ShownFile): boolean {
  return content === null || content.size <= MAX_COPY_BYTES;
}

/** The files that the panels of all tabs show. */
export class Files {
  /** A function for each file that this tab holds, which releases it. */
  private readonly held = new Map<string, () => Promise<void>>();

  constructor(private readonly database: () => Promise<LocalDatabase>) {}

  /**
   * Stores a file under an id and holds it. Where the database is open and accepts files, it is stored even if the page is
   * closed right after the call. @throws the database's error
   */
  async keep(id: string, file: ShownFile): Promise<void> {
    this.hold(id);
    const kept = { id, at: Date.now(), ...file };
    try {
      await this.put(kept);
    } catch (error) {
      if (kept.content === null || (error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
      // Private windows of WebKit refuse files, but accept bytes. Any other failure repeats.
      const { name, lastModified } = kept.content;
      const bytes = new Uint8Array(await kept.content.arrayBuffer());
      await this.put({ id, at: kept.at, bytes, name, lastModified, csv: kept.csv });
    }
    // An old file too many does no harm.
    await this.deleteOldest().catch(() => undefined);
  }

  async read(id: string): Promise<KeptFile | null> {
    const stored = await (await this.database()).get('files', id);
    if (stored === undefined) return null;
    if (!('bytes' in stored)) return stored as KeptFile;
    const { at, bytes, name, lastModified, csv } = stored;
    return { id, at, csv, handle: null, content: new File([bytes], name, { lastModified }) };
  }

  private async put(file: StoredFile): Promise<void> {
    const transaction = (await this.database()).transaction('files', 'readwrite');
    const putting = transaction.store.put(file);
    // Without this call, the browser would ask the page first, which may be gone by then.
    transaction.commit();
    await Promise.all([putting, transaction.done]);
  }

  private async deleteOldest(): Promise<void> {
    const { store, done } = (await this.database()).transaction('files', 'readwrite');
    const ids: { readonly id: string; readonly at: number }[] = [];
    for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) ids.push(cursor.value);
    for (const { id } of ids.toSorted((a, b) => b.at - a.at).slice(MAX_FILES)) await store.delete(id);
    await done;
  }

  /** Holds a file that this tab shows or will show again: another tab that releases it does not delete it. */
  hold(id: string): void {
    if (this.held.has(id) || !('locks' in navigator)) return;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const ended = withLock(LOCK + id, { mode: 'shared' }, () => released).catch(() => undefined);
    this.held.set(id, async () => {
      release();
      await ended;
    });
  }

  /**
   * Releases a file that this tab no longer shows, and deletes it unless another tab holds it. Over plain http there are no
   * locks, and the file stays.
   */
  async letGo(id: string): Promise<void> {
    await this.held.get(id)?.();
    this.held.delete(id);
    if (!('locks' in navigator)) return;
    await withLock(LOCK + id, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await (await this.database()).delete('files', id);
    });
  }
}
