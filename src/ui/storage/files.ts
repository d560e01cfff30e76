// Files of this computer that panels show. No address can name them, so they are kept here for the next start: as the
// handle that leads to the file or, where the browser gave none, as the file's bytes.

import type { Database } from './database.ts';
import { uniqueName } from './names.ts';

/** A file that a panel shows: the way back to it or, where the browser gave none, the file itself. */
export type ShownFile =
  | { readonly handle: FileSystemFileHandle; readonly content: null }
  | { readonly handle: null; readonly content: File };

/** A file as it is kept. */
export type KeptFile = ShownFile & {
  readonly id: string;
  /** When it was kept, in milliseconds since the epoch. */
  readonly at: number;
};

/** A larger file without a handle is not copied into the browser just because somebody looks at it. */
export const LARGEST_COPY_BYTES = 33_554_432;
/** So many files are kept, the newest. A tab removes its own; those of closed tabs are left over. */
export const MOST_FILES = 8;

/** The files that the panels of all tabs show. */
export class Files {
  constructor(private readonly database: () => Promise<Database>) {}

  /** Keeps a file; answers its id, or `null` where it is too large to be copied. */
  async keep(file: ShownFile): Promise<string | null> {
    if (file.content !== null && file.content.size > LARGEST_COPY_BYTES) return null;
    const kept: KeptFile = { id: uniqueName(), at: Date.now(), ...file };
    const { store, done } = (await this.database()).transaction('files', 'readwrite');
    await store.put(kept);
    const ids: { readonly id: string; readonly at: number }[] = [];
    for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) ids.push(cursor.value);
    for (const { id } of ids.toSorted((a, b) => b.at - a.at).slice(MOST_FILES)) await store.delete(id);
    await done;
    return kept.id;
  }

  async read(id: string): Promise<KeptFile | null> {
    return (await (await this.database()).get('files', id)) ?? null;
  }

  async delete(id: string): Promise<void> {
    await (await this.database()).delete('files', id);
  }
}
