// When no hand is on the page: what may wait until then does not take the processor from them.

/** What hands do. Browsers move the pointer by themselves when what is below it changes: that is none. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'dragover', 'drop'] as const;

/** Resolves once nobody has touched the page for so many milliseconds, or when it is out of sight. */
export function atRest(restMs: number): Promise<void> {
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
