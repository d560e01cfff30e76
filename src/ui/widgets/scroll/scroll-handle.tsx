// A handle for dragging through content of any length by finger or mouse: touch screens draw no scrollbar, or one that fingers
// can't drag. It covers the track of `scrollbar.tsx` at the position of the content.

import { useRef, useState, type PointerEvent } from 'react';
import { lastPosition, thumbOf, type ScrollExtent } from './scale.ts';
import styles from './scroll-handle.module.css';

export interface ScrollHandleProps {
  readonly extent: ScrollExtent;
  readonly position: number;
  onScroll(position: number): void;
}

/** The handle; assistive technology uses the scrollbar below it. */
export function ScrollHandle({ extent, position, onScroll }: ScrollHandleProps) {
  /** The position of the finger while it is down: the owner may lag behind. */
  const [wanted, setWanted] = useState<number | null>(null);
  /** Distance of the finger from the top of the handle. */
  const grip = useRef(0);
  const last = lastPosition(extent);
  const { topPx, lengthPx } = thumbOf(wanted ?? position, extent);
  const freePx = extent.heightPx - lengthPx;

  const press = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    grip.current = event.clientY - event.currentTarget.getBoundingClientRect().top;
    event.currentTarget.setPointerCapture(event.pointerId);
    setWanted(position);
    // Keeps the focus, and with it the keys, where it is.
    event.preventDefault();
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const frame = event.currentTarget.parentElement;
    if (wanted === null || frame === null || freePx <= 0) return;
    const top = event.clientY - grip.current - frame.getBoundingClientRect().top;
    const next = Math.min(1, Math.max(0, top / freePx)) * last;
    setWanted(next);
    onScroll(next);
  };
  const release = (): void => setWanted(null);

  return (
    <div
      className={styles['handle']}
      data-held={wanted !== null}
      aria-hidden
      style={{ height: lengthPx, transform: `translateY(${topPx}px)` }}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onLostPointerCapture={release}
    />
  );
}
