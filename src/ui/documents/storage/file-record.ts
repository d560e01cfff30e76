// How a local file that a panel shows is stored in the database.

import type { DiskHandle } from '../../model/open-file.ts';
import type { CsvReadOptions } from '../../../shared/protocol/csv.ts';
import type { Dialect } from '../../../shared/document/dialect.ts';

/** A file that a panel shows: its handle or, where the browser gave none, the file itself. */
export type ShownFile = (
  | { readonly handle: DiskHandle; readonly content: null }
  | { readonly handle: null; readonly content: File }
) & {
  /** The language of its text, which its name may not determine. */
  readonly dialect?: Dialect | undefined;
  /** How it is read as CSV. */
  readonly csv?: CsvReadOptions | undefined;
};

/** A file with its id, and when it was stored, in milliseconds since the epoch. */
type Numbered<File> = File & { readonly id: string; readonly at: number };

/** A file that was kept. The browser stores its own handles alone. */
export type KeptFile = Numbered<ShownFile & { readonly handle: FileSystemFileHandle | null }>;

/** A file as stored in the database. Where that refuses files: its bytes, name and modification time. */
export type StoredFile =
  | Numbered<ShownFile>
  | Numbered<{
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly name: string;
      readonly lastModified: number;
      readonly csv?: CsvReadOptions | undefined;
    }>;
