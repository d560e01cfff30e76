// The shelves, by the source in a document's key.

/** The shelves, by the source in a document's key. */
export const SHELVES = ['local', 'cloud'] as const;

export type ShelfName = (typeof SHELVES)[number];
