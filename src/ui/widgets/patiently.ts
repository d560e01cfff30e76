// Parts of the page that come after it. What every dialog and menu needs must not be gone because a network was away for
// a moment.

/** How long to wait before each further try, in milliseconds. */
const WAITS_MS = [500, 2000, 8000] as const;

/** A loader that tries again. It rejects as `load` did the last time. */
export function patiently<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    for (const wait of WAITS_MS) {
      try {
        return await load();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    return load();
  };
}
