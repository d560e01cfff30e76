// Callbacks after the next painted frame.

/** Longest wait for a frame, in milliseconds: a hidden page paints none. */
export const MAX_FRAME_MS = 100;

/** Calls back when the next frame is painted. Returns a function that cancels the call. */
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

/** Resolves once the next frame is painted; immediately if the signal is aborted or the page is hidden. */
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
    const timer = setTimeout(end, MAX_FRAME_MS);
    const callOff = afterFrame(end);
    document.addEventListener('visibilitychange', end);
    signal?.addEventListener('abort', end);
  });
}
