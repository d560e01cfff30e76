// Loads parts of the page on demand, with retries: dialogs and menus must not stay unavailable after a short network failure.
// Browsers cache a failed module load and fail immediately the next time, so a retry uses a different address, derived from the
// one in the error message.

import { TOO_LATE } from './strings/app/layout.ts';

/** Loading fails after this time, in milliseconds. @see requirements PAN-7 */
const LONGEST_MS = 120_000;
/** Delays before the retries, in milliseconds. */
const WAITS_MS = [500, 2000, 8000] as const;
/**
 * The module's address in the error messages of Chromium and Firefox. WebKit's messages contain none, but WebKit requests the
 * module again by itself.
 */
const MODULE = /https?:\/\/[^\s"']+\.js/;

/** Wraps a loader so that it rejects if `load` is pending after two minutes: a stalled connection reports no error. */
export function withTimeout<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(TOO_LATE(LONGEST_MS))), LONGEST_MS);
    return Promise.race([load(), late.promise]).finally(() => clearTimeout(timer));
  };
}

/** Wraps a loader so that it retries for up to two minutes. It rejects with the last error of `load`. */
export function loadWithRetry<T>(load: () => Promise<T>): () => Promise<T> {
  return withTimeout(async () => {
    let next = load;
    for (const [index, wait] of WAITS_MS.entries()) {
      try {
        return await next();
      } catch (error) {
        const [address] = MODULE.exec(String(error)) ?? [];
        if (address !== undefined)
          next = () => import(/* @vite-ignore */ `${address}?again=${index + 1}`) as Promise<T>;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    return next();
  });
}
