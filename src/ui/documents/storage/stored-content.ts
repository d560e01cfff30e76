// Contents as the database takes them. Private windows of WebKit refuse Blobs in IndexedDB, and take bytes.

/** A content in the database. */
export type StoredContent = Blob | Uint8Array<ArrayBuffer>;

/** A stored content as a Blob. */
export function contentOf(stored: StoredContent): Blob {
  return stored instanceof Blob ? stored : new Blob([stored]);
}
