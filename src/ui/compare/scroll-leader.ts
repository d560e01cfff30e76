// Detects user input in a view, to tell it from scrolling that follows the other panel.

/** Events that are user input. */
const TOUCHES = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/** Calls `listener` on user input in an element. Returns a function that stops it. */
export function onUserInput(element: HTMLElement | null, listener: () => void): () => void {
  for (const type of TOUCHES) element?.addEventListener(type, listener, { capture: true, passive: true });
  return () => {
    for (const type of TOUCHES) element?.removeEventListener(type, listener, { capture: true });
  };
}
