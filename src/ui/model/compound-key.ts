// A document's address: where it is, and under which id.

export const DOCUMENT_SOURCES = ['local', 'cloud', 'url', 'json'] as const;

export type DocumentSource = (typeof DOCUMENT_SOURCES)[number];

/** A document's address. */
export interface CompoundKey {
  readonly source: DocumentSource;
  readonly id: string;
}

/** The key of a document that is kept under an id. */
export type ShelfKey = CompoundKey & { readonly source: 'local' | 'cloud' };

/** Whether a key is of this browser, or of the cloud. */
export function isShelfKey(key: CompoundKey): key is ShelfKey {
  return key.source === 'local' || key.source === 'cloud';
}
