// Parts of the page that come after it. What every dialog and menu needs must not be gone because a network was away for
// a moment. Browsers remember that a module could not be loaded, and fail at once the next time: so it is asked for under
// another address then, which its error says.

/** How long to wait before each further try, in milliseconds. */
const WAITS_MS = [500, 2000, 8000] as const;
/** The address of a module in what Chromium and Firefox say of it; WebKit says none, and asks again by itself. */
const MODULE = /https?:\/\/[^\s"']+\.js/;

/** A loader that tries again. It rejects as `load` did the last time. */
export function patiently<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
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
  };
}
