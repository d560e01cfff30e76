// Contents as the database accepts them. Private windows of WebKit refuse Blobs in IndexedDB, but accept bytes.

/** A content in the database. */
export type StoredContent = Blob | Uint8Array<ArrayBuffer>;

/** Returns a stored content as a Blob. */
export function contentOf(stored: StoredContent): Blob {
  return stored instanceof Blob ? stored : new Blob([stored]);
}
