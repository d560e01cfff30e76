// A worker's death makes no sound: no event tells of it. But a Web Lock that it holds is released, and
// whoever waits for that lock hears of it at once.

/** Holds a lock for as long as this worker lives. Resolves when it is held. */
export function holdForLife(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, () => {
        resolve();
        return new Promise<never>(() => undefined);
      })
      .catch(reject);
  });
}
