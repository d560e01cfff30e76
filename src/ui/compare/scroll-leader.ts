// Who moves a view: a hand on it, or the view of the other panel that it follows.

/** What a hand does. */
const TOUCHES = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/** Calls back when a hand is on an element. Answers how to stop. */
export function onHands(element: HTMLElement | null, listener: () => void): () => void {
  for (const type of TOUCHES) element?.addEventListener(type, listener, { capture: true, passive: true });
  return () => {
    for (const type of TOUCHES) element?.removeEventListener(type, listener, { capture: true });
  };
}
