// Loads parts of a worker on demand.

/** Returns a function that calls `make` the first time and caches its result; a failed call is repeated the next time. */
export function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
