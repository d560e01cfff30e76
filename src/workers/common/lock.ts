// No event reports the death of a worker. But a Web Lock that it holds is then released, and the page that waits for the lock
// gets it immediately.

/**
 * Holds a lock for the lifetime of this worker. Resolves to `true` once it is held; to `false` if the browser grants none, as
 * in frames whose storage is blocked: then only errors reveal this worker's death.
 */
export function holdForLife(name: string | null): Promise<boolean> {
  return new Promise((resolve) => {
    if (name === null) {
      resolve(false);
      return;
    }
    navigator.locks
      .request(name, () => {
        resolve(true);
        return new Promise<never>(() => undefined);
      })
      .catch(() => resolve(false));
  });
}
