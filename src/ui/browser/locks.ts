// Web Locks, used to coordinate tabs. Chromium rejects a lock request permanently if it would be granted while the page is
// suspended, for example while it opens another page or is paused in a debugger. Such requests are repeated.

/** Delay before a rejected request is repeated, in milliseconds. Timers are suspended with the page. */
const AGAIN_MS = 20;
const MAX_TRIES = 10;

/**
 * Calls `act` while holding a lock; with `ifAvailable`, calls it immediately, with `null` if the lock is held elsewhere.
 * @throws what `act` throws, and the browser's error for a lock that can't be acquired
 */
export async function withLock<T>(
  name: string,
  options: LockOptions,
  act: (lock: Lock | null) => T | PromiseLike<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    let isHeld = false;
    try {
      return await navigator.locks.request(name, options, async (lock) => {
        isHeld = true;
        return act(lock);
      });
    } catch (error) {
      if (isHeld || tries === MAX_TRIES || options.signal?.aborted === true) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/**
 * Holds a lock until it is released. Once the lock is held, resolves to a function that releases it.
 * @throws the browser's error for a lock that can't be acquired
 */
export function holdLock(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    withLock(name, {}, () => new Promise<void>((giveUp) => resolve(giveUp))).catch(reject);
  });
}
