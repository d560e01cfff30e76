// Waits for a time without user input, for work that should not compete with the user for the CPU.

/**
 * Events that count as user input. `pointermove` is not one of them: browsers send it when the content below the pointer
 * changes.
 */
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'dragover', 'drop'] as const;

/** Resolves after this many milliseconds without user input, or when the page is hidden. */
export function whenUserIdle(restMs: number): Promise<void> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      controller.abort();
      resolve();
    };
    let timer = setTimeout(end, restMs);
    const again = (): void => {
      clearTimeout(timer);
      timer = setTimeout(end, restMs);
    };
    const watch = { signal: controller.signal, capture: true, passive: true };
    for (const name of TOUCHES) addEventListener(name, again, watch);
    const leave = (): void => {
      if (document.visibilityState === 'hidden') end();
    };
    document.addEventListener('visibilitychange', leave, watch);
    leave();
  });
}
