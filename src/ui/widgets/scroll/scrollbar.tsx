// A native scrollbar for content of any length: the browser draws and drags it, `scale.ts` does the arithmetic. It contains no
// content. Two rules prevent it and its owner from overwriting each other:
//
//   owner → track   written after the frame that shows the new position, where it needs no extra layout. Writing `scrollTop`
//                   makes the browser send a scroll event; if the track is where it was written, the event is an echo and
//                   is not reported
//   track → owner   while the user drags, positions from the owner (rounded, or late) are not written back; the track is
//                   corrected after it has been still for `SETTLE_MS`. A drag is detected when the track is not where it
//                   was written: the browser reports it one frame later
//
// Touch input drags a handle (`scroll-handle.tsx`): by default the finger would scroll the track itself, for which a document is
// too long.

import { useCallback, useEffect, useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import { afterFrame } from '../../browser/painted-frame.ts';
import { Marks, type MarkLane } from './marks.tsx';
import { useMedia } from '../media.ts';
import { ScrollHandle } from './scroll-handle.tsx';
import { positionOf, scrollTopOf, trackHeight, type ScrollExtent } from './scale.ts';
import styles from './scrollbar.module.css';

const SETTLE_MS = 140;

/** Where the track was written last, in pixels. */
interface Written {
  readonly top: number;
  /** Where the browser may have clamped it to since, as it became shorter for a while; `top` if it did not. */
  readonly least: number;
}

/** The track was not positioned yet: wherever it is, the user has not moved it. */
const NOWHERE = at(Number.NaN);

/** All values are in the owner's units (rows, lines, bytes) and may be fractions. */
export interface ScrollbarProps {
  /** Total number of units. */
  readonly total: number;
  /** Number of units on the screen. */
  readonly viewport: number;
  /** The unit at the top of the screen, 0 to `total - viewport`. */
  readonly position: number;
  /** Called when the user moves the scrollbar, not for changes of `position`. */
  onScroll(position: number): void;
  /** The accessible name. */
  readonly label: string;
  /** The id of the scrolled element. */
  readonly controls: string;
  /** Marks to draw beside it. */
  readonly marks?: readonly MarkLane[];
}

const NO_MARKS: readonly MarkLane[] = [];

/** A vertical scrollbar, as tall as its container, 12 px wide. */
export function Scrollbar({ total, viewport, position, onScroll, label, controls, marks = NO_MARKS }: ScrollbarProps) {
  const track = useRef<HTMLDivElement>(null);
  const [heightPx, setHeightPx] = useState(0);
  /** Position requested by the owner, position written last, and whether the user is dragging. */
  const wanted = useRef(0);
  const written = useRef(NOWHERE);
  const settle = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const waiting = useRef<(() => void) | null>(null);
  const extent: ScrollExtent = { total, viewport, heightPx };
  const isTouched = useMedia('(any-pointer: coarse)');

  useEffect(() => {
    const element = track.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      // The browser may have clamped the track to its temporary end. When the track becomes longer again, this must not look
      // like a drag.
      if (isClamped(element, written.current)) written.current = at(element.scrollTop);
      setHeightPx(element.clientHeight);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const put = useCallback((): void => {
    const element = track.current;
    if (element === null || settle.current !== undefined) return;
    if (isMoved(element, written.current)) return;
    if (Math.abs(element.scrollTop - wanted.current) >= 1) element.scrollTop = wanted.current;
    written.current = at(element.scrollTop);
  }, []);

  useLayoutEffect(() => {
    wanted.current = scrollTopOf(position, { total, viewport, heightPx });
    // The browser clamps the track at the next layout, and its event may come when the track is longer again.
    const last = trackHeight({ total, viewport, heightPx }) - heightPx;
    const { top } = written.current;
    const least = Math.min(written.current.least, last);
    written.current = { top, least };
    // Nothing can be scrolled before the track is measured.
    if (heightPx === 0) written.current = NOWHERE;
    if (heightPx === 0 || waiting.current !== null || (top === least && Math.abs(wanted.current - top) < 1)) return;
    // Reading the track's position here would force a layout of the new rows, and another one after the rest is rendered.
    waiting.current = afterFrame(() => {
      waiting.current = null;
      put();
    });
  }, [total, viewport, heightPx, position, put]);

  useEffect(
    () => () => {
      clearTimeout(settle.current);
      settle.current = undefined;
      waiting.current?.();
      waiting.current = null;
    },
    [],
  );

  const report = (): void => {
    const element = track.current;
    if (element === null) return;
    const { scrollTop } = element;
    const moved = isMoved(element, written.current);
    written.current = at(scrollTop);
    if (!moved) return;
    clearTimeout(settle.current);
    settle.current = setTimeout(() => {
      settle.current = undefined;
      put();
    }, SETTLE_MS);
    onScroll(positionOf(scrollTop, extent));
  };

  const fits = total <= viewport;
  return (
    <div className={styles['frame']} data-fits={fits}>
      <div
        ref={track}
        className={styles['track']}
        role="scrollbar"
        tabIndex={-1}
        aria-label={label}
        aria-controls={controls}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, Math.round(total - viewport))}
        aria-valuenow={Math.max(0, Math.round(Math.min(position, total - viewport)))}
        onScroll={report}
        onFocus={returnFocus}
      >
        <div style={{ height: trackHeight(extent) }} />
      </div>
      <Marks lanes={marks} total={total} heightPx={heightPx} />
      {isTouched && heightPx > 0 && <ScrollHandle extent={extent} position={position} onScroll={onScroll} />}
    </div>
  );
}

function at(top: number): Written {
  return { top, least: top };
}

/** Whether the user has moved the track from where it was written. */
function isMoved(element: HTMLElement, written: Written): boolean {
  const isElsewhere = element.scrollTop >= written.top + 0.5 || element.scrollTop <= written.least - 0.5;
  return isElsewhere && !isClamped(element, written);
}

/** Whether the browser has moved the track because it became shorter than its scroll offset. */
function isClamped({ scrollTop, scrollHeight, clientHeight }: HTMLElement, { top }: Written): boolean {
  const last = scrollHeight - clientHeight;
  return top > last && scrollTop > last - 1;
}

/** A click on the scrollbar must not take the focus, and with it the keys, from the scrolled element. */
function returnFocus({ target, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (relatedTarget instanceof HTMLElement) relatedTarget.focus({ preventScroll: true });
  else target.blur();
}
