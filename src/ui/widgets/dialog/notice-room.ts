// The room that notices take at the bottom of the window. Dialogs end above it, so that no notice lies over one.

import { useSyncExternalStore, type CSSProperties } from 'react';

const listeners = new Set<() => void>();
let roomPx = 0;

/** Sets the height that notices take, from the bottom of the window, in pixels. */
export function setNoticeRoom(px: number): void {
  if (px === roomPx) return;
  roomPx = px;
  for (const listener of listeners) listener();
}

/** Returns the style of a dialog: the room of the notices as the variable `--notices`. */
export function useNoticeRoom(): CSSProperties {
  const px = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => roomPx,
  );
  return { '--notices': `${px}px` } as CSSProperties;
}
