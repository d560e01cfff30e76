// A dialog that is moved aside by its title, to see what is behind it. It is moved by its margins: a transform would be what
// fixed elements inside are positioned to. Its title stays in the window.

import { useRef, useState, type CSSProperties, type PointerEvent } from 'react';

interface Offset {
  readonly x: number;
  readonly y: number;
}

/** A drag that has begun. */
interface Grab {
  readonly pointer: number;
  /** The pointer's position for an offset of 0. */
  readonly from: Offset;
  /** The dialog's position for an offset of 0, and its width. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** How much of the title stays in the window, in pixels. */
const KEPT_PX = 80;

/** Returns the style of the dialog, and the handlers of its title. A double-click puts it back. */
export function useMoved() {
  const [{ x, y }, setOffset] = useState<Offset>({ x: 0, y: 0 });
  const grab = useRef<Grab | null>(null);
  const style: CSSProperties = x === 0 && y === 0 ? {} : { margin: `${y}px ${-x}px ${-y}px ${x}px` };
  const title = {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      const box = event.currentTarget.closest('[data-modal]')?.getBoundingClientRect();
      // One that takes the whole window stays there.
      if (event.button !== 0 || box === undefined || box.width >= document.documentElement.clientWidth) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const from = { x: event.clientX - x, y: event.clientY - y };
      grab.current = { pointer: event.pointerId, from, left: box.left - x, top: box.top - y, width: box.width };
    },
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      const held = grab.current;
      if (held === null || held.pointer !== event.pointerId) return;
      const { from, left, top, width } = held;
      const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
      setOffset({
        x: clamp(event.clientX - from.x, KEPT_PX - width - left, innerWidth - KEPT_PX - left),
        y: clamp(event.clientY - from.y, -top, innerHeight - KEPT_PX - top),
      });
    },
    onPointerUp: (): void => void (grab.current = null),
    onPointerCancel: (): void => void (grab.current = null),
    onDoubleClick: (): void => setOffset({ x: 0, y: 0 }),
  };
  return { style, title };
}
