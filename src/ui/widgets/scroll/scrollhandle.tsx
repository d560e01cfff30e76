// What a finger, or a mouse beside it, takes hold of beside content of any length: screens that are touched draw no
// scrollbar, or one that fingers can't drag. It lies over the track of `scrollbar.tsx`, and is as far down as the content is.

import { useRef, useState, type PointerEvent } from 'react';
import { lastPosition, thumbOf, type Extent } from './scale.ts';
import styles from './scrollhandle.module.css';

export interface ScrollHandleProps {
  readonly extent: Extent;
  readonly position: number;
  onScroll(position: number): void;
}

/** The handle; the scrollbar below it is what assistive technology knows. */
export function ScrollHandle({ extent, position, onScroll }: ScrollHandleProps) {
  /** Where the finger wants it, while it is down: the owner may be late. */
  const [wanted, setWanted] = useState<number | null>(null);
  /** How far below the handle's upper end the finger is. */
  const grip = useRef(0);
  const last = lastPosition(extent);
  const { topPx, lengthPx } = thumbOf(wanted ?? position, extent);
  const freePx = extent.heightPx - lengthPx;

  const press = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    grip.current = event.clientY - event.currentTarget.getBoundingClientRect().top;
    event.currentTarget.setPointerCapture(event.pointerId);
    setWanted(position);
    // The focus, and with it the keys, stay where they are.
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
