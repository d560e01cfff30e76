// What comes once the screen is painted.

/** A page that is out of sight paints nothing: nobody waits for a frame longer than this, in milliseconds. */
export const LONGEST_FRAME_MS = 100;

/** Calls back when the next frame is painted; answers how to call it off. */
export function afterFrame(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Resolves once the next frame is painted, if one will be soon. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') return resolve();
    setTimeout(resolve, LONGEST_FRAME_MS);
    afterFrame(resolve);
  });
}
