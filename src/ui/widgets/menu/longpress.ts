// A finger that stays where it went down asks for the menu of what is under it. Some browsers say so themselves, by
// `contextmenu`, others when it comes up, or never: whatever comes first counts, and nothing counts twice.

/** How long the finger stays: a little longer than where browsers say it themselves. */
const HOLD_MS = 550;
/** A browser's own menu may come so long after the finger has left. */
const LATE_MS = 300;
/** So far it may wander, in pixels. */
const WANDER_PX = 10;

/** Watches a pointer that has just gone down, for as long as it is. `onHold`: it has stayed. Does nothing for a mouse. */
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
  // In the capture phase: what is under way now has passed there.
  const options = { signal, capture: true };
  const move = ({ clientX, clientY }: PointerEvent): void => {
    if (Math.hypot(clientX - down.clientX, clientY - down.clientY) > WANDER_PX) end();
  };
  addEventListener('pointermove', move, options);
  for (const type of ['pointerup', 'pointercancel', 'pointerdown', 'contextmenu']) addEventListener(type, end, options);
}

/** What follows of this touch is no click and no second menu. */
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
