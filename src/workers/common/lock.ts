// A worker's death makes no sound: no event tells of it. But a Web Lock that it holds is released, and
// whoever waits for that lock hears of it at once.

/**
 * Holds a lock for as long as this worker lives. Resolves when it is held, or to `false` where the browser has none to give, as in
 * frames whose storage is blocked: then nobody hears of this worker's death but by its errors.
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
