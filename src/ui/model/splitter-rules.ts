// The rules of the splitter (PAN-2): a panel dragged below its threshold is hidden, and is restored at a small size.

/** Below this share the left panel is hidden. */
export const HIDE_LEFT = 0.15;
/** Above this share the right panel is hidden. */
export const HIDE_RIGHT = 0.85;

const RESTORE_LEFT = 0.2;
const RESTORE_RIGHT = 0.8;
const STEP = 0.02;

/** Returns the panel that a share hides. */
export function hiddenBy(value: number): 'left' | 'right' | null {
  if (value < HIDE_LEFT) return 'left';
  return value > HIDE_RIGHT ? 'right' : null;
}

/** Returns the displayed share: a hidden panel has no width. */
export function shownShare(value: number): number {
  const hidden = hiddenBy(value);
  if (hidden === null) return value;
  return hidden === 'left' ? 0 : 1;
}

/** Returns the share after a click: restores a hidden panel, otherwise unchanged. */
export function restored(value: number): number {
  const hidden = hiddenBy(value);
  if (hidden === null) return value;
  return hidden === 'left' ? RESTORE_LEFT : RESTORE_RIGHT;
}

/** Returns the share that gives a panel the whole page. */
export function onlyShare(side: 'left' | 'right'): number {
  return side === 'left' ? 1 : 0;
}

/** Returns the share after a key press; `null` if the key does nothing. @see ARIA APG, window splitter */
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
