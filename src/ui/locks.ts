// Web Locks, by which tabs know of each other. Chromium fails a request, and for good, when its turn comes while the page
// stands still: it opens another page, or a debugger holds it. Such a request is made again.

/** What a failed request waits for, in milliseconds: timers stand still with the page. */
const AGAIN_MS = 20;
const MOST_TRIES = 10;

/**
 * Acts while a lock is held; with `ifAvailable`, at once and with `null` where somebody else holds it.
 * @throws what `act` throws, and what the browser says of a lock that can't be had
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
      if (isHeld || tries === MOST_TRIES || options.signal?.aborted === true) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/**
 * Holds a lock until it is given up. Resolves, once it is held, to what gives it up.
 * @throws what the browser says of a lock that can't be had
 */
export function holdLock(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    withLock(name, {}, () => new Promise<void>((giveUp) => resolve(giveUp))).catch(reject);
  });
}
