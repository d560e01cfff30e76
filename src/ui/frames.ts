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

/** Resolves once the next frame is painted, if one will be soon; at once where the signal says so, or nobody looks. */
export function painted(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden' || signal?.aborted === true) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      callOff();
      document.removeEventListener('visibilitychange', end);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, LONGEST_FRAME_MS);
    const callOff = afterFrame(end);
    document.addEventListener('visibilitychange', end);
    signal?.addEventListener('abort', end);
  });
}
