// How a file of this computer that a panel shows lies in the database.

import type { Dialect } from '../../../shared/document/dialect.ts';

/** A file that a panel shows: the way back to it or, where the browser gave none, the file itself. */
export type ShownFile = (
  | { readonly handle: FileSystemFileHandle; readonly content: null }
  | { readonly handle: null; readonly content: File }
) & {
  /** The language of its text, which its name need not say. */
  readonly dialect?: Dialect | undefined;
};

/** A file as it is kept. */
export type KeptFile = ShownFile & {
  readonly id: string;
  /** When it was kept, in milliseconds since the epoch. */
  readonly at: number;
};

/** The same in the database, where that refuses files: its bytes, and what makes it a file. */
export type StoredFile =
  | KeptFile
  | (Pick<KeptFile, 'id' | 'at'> & {
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly name: string;
      readonly lastModified: number;
    });
