// Parts of the page that come after it. What every dialog and menu needs must not be gone because a network was away for
// a moment. Browsers remember that a module could not be loaded, and fail at once the next time: so it is asked for under
// another address then, which its error says.

import { TOO_LATE } from './strings/app/layout.ts';

/** What has not come after so long is an error, in milliseconds. @see requirements PAN-7 */
const LONGEST_MS = 120_000;
/** How long to wait before each further try, in milliseconds. */
const WAITS_MS = [500, 2000, 8000] as const;
/** The address of a module in what Chromium and Firefox say of it; WebKit says none, and asks again by itself. */
const MODULE = /https?:\/\/[^\s"']+\.js/;

/** A loader that rejects where `load` has not come to an end after two minutes: a stalled connection says nothing. */
export function inTime<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(TOO_LATE(LONGEST_MS))), LONGEST_MS);
    return Promise.race([load(), late.promise]).finally(() => clearTimeout(timer));
  };
}

/** A loader that tries again, for two minutes at most. It rejects as `load` did the last time. */
export function patiently<T>(load: () => Promise<T>): () => Promise<T> {
  return inTime(async () => {
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
