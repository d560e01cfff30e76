// The rules of the splitter (PAN-2): a panel pushed below its threshold hides, and comes back small.

/** Below this share the left panel hides. */
export const HIDE_LEFT = 0.15;
/** Above this share the right panel hides. */
export const HIDE_RIGHT = 0.85;

const RESTORE_LEFT = 0.2;
const RESTORE_RIGHT = 0.8;
const STEP = 0.02;

/** Which panel a share hides. */
export function hiddenBy(value: number): 'left' | 'right' | null {
  if (value < HIDE_LEFT) return 'left';
  return value > HIDE_RIGHT ? 'right' : null;
}

/** The share that is shown: a hidden panel takes no width. */
export function shownShare(value: number): number {
  const hidden = hiddenBy(value);
  if (hidden === null) return value;
  return hidden === 'left' ? 0 : 1;
}

/** What a click does: brings a hidden panel back, else nothing. */
export function restored(value: number): number {
  const hidden = hiddenBy(value);
  if (hidden === null) return value;
  return hidden === 'left' ? RESTORE_LEFT : RESTORE_RIGHT;
}

/** What a key does; `null` where it does nothing. @see ARIA APG, window splitter */
export function movedByKey(key: string, value: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return hiddenBy(value) === 'right' ? RESTORE_RIGHT : Math.max(0, value - STEP);
    case 'ArrowRight':
      return hiddenBy(value) === 'left' ? RESTORE_LEFT : Math.min(1, value + STEP);
    case 'Home':
      return 0;
    case 'End':
      return 1;
    case 'Enter':
      return hiddenBy(value) === null ? 0 : restored(value);
    default:
      return null;
  }
}
