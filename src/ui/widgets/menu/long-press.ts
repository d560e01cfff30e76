// Detects long presses, which open context menus. Some browsers send `contextmenu` for one, some only when the finger is
// lifted, some never: the first signal counts, and only once.

/** Duration of a long press: slightly longer than in browsers that detect it themselves. */
const HOLD_MS = 550;
/** A browser's own `contextmenu` may arrive this long after the finger was lifted. */
const LATE_MS = 300;
/** Movement that still counts as holding still, in pixels. */
const WANDER_PX = 10;

/** Watches a pointer from `pointerdown` until it is released. Calls `onHold` after a long press. Does nothing for a mouse. */
export function watchLongPress(down: PointerEvent, onHold: () => void): void {
  if (down.pointerType !== 'touch') return;
  const watching = new AbortController();
  const { signal } = watching;
  const end = (): void => watching.abort();
  const timer = setTimeout(() => {
    end();
    swallowRest();
    onHold();
  }, HOLD_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
  // In the capture phase, which the current event has already passed.
  const options = { signal, capture: true };
  const move = ({ clientX, clientY }: PointerEvent): void => {
    if (Math.hypot(clientX - down.clientX, clientY - down.clientY) > WANDER_PX) end();
  };
  addEventListener('pointermove', move, options);
  for (const type of ['pointerup', 'pointercancel', 'pointerdown', 'contextmenu']) addEventListener(type, end, options);
}

/** The rest of this touch must not cause a click or a second menu. */
function swallowRest(): void {
  const rest = new AbortController();
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  const options = { signal: rest.signal, capture: true, passive: false };
  addEventListener('contextmenu', swallow, options);
  addEventListener('touchend', swallow, options);
  const end = (): void => void setTimeout(() => rest.abort(), LATE_MS);
  for (const type of ['pointerup', 'pointercancel'])
    addEventListener(type, end, { signal: rest.signal, capture: true });
}
