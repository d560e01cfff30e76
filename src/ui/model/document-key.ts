// The key of a document: its source, and its id there.

export const DOCUMENT_SOURCES = ['local', 'cloud', 'url', 'json'] as const;

export type DocumentSource = (typeof DOCUMENT_SOURCES)[number];

/** The key of a document. */
export interface CompoundKey {
  readonly source: DocumentSource;
  readonly id: string;
}

/** The key of a document that is stored on a shelf. */
export type ShelfKey = CompoundKey & { readonly source: 'local' | 'cloud' };

/** Whether a key denotes a local or cloud document. */
export function isShelfKey(key: CompoundKey): key is ShelfKey {
  return key.source === 'local' || key.source === 'cloud';
}

/** The shelves, by the source in a document's key. */
export const SHELVES = ['local', 'cloud'] as const;

export type ShelfName = (typeof SHELVES)[number];
