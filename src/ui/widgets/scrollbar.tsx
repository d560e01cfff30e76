// A native scrollbar for content of any length: the browser draws and drags it, `scale.ts` does the
// arithmetic. It owns no content. Two rules keep it from fighting its owner:
//
//   owner → track   behind the frame that shows it, where it costs no layout. Writing `scrollTop` makes
//                   the browser send a scroll event; one that finds the track where it was put
//                   is an echo and is not reported
//   track → owner   while a person drags, the owner's answers (rounded, or late) are not written back;
//                   the track is put right once it has been still for `SETTLE_MS`. A drag begins when the
//                   track is elsewhere than it was put: the browser tells of it a frame later
//
// The browser moves the track, too: one that becomes shorter than it is scrolled is clamped to its new end, and the event
// comes when it may have grown again. So a track whose size has changed since it was put, and that is scrolled less far,
// was moved by nobody, unless a pointer is on it.
//
// A finger drags a handle (`scrollhandle.tsx`): left to the browser it would push the track itself, for which a document
// is too long.

import { useCallback, useEffect, useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import { afterFrame } from '../frames.ts';
import { Marks, type MarkLane } from './marks.tsx';
import { useMedia } from './media.ts';
import { ScrollHandle } from './scrollhandle.tsx';
import { positionOf, scrollTopOf, trackHeight, type Extent } from './scale.ts';
import styles from './scrollbar.module.css';

const SETTLE_MS = 140;
/** Of a track that was not put anywhere yet: wherever it is, nobody has moved it. */
const NOWHERE = Number.NaN;

/** All in the owner's units (rows, lines, bytes), which may be fractions. */
export interface ScrollbarProps {
  /** How many units the content has. */
  readonly total: number;
  /** How many of them the screen shows. */
  readonly viewport: number;
  /** The unit at the top of the screen, 0 to `total - viewport`. */
  readonly position: number;
  /** A person moved the scrollbar. Not called for changes of `position`. */
  onScroll(position: number): void;
  /** The accessible name. */
  readonly label: string;
  /** The id of the element that it scrolls. */
  readonly controls: string;
  /** What to mark beside it. */
  readonly marks?: readonly MarkLane[];
}

const NO_MARKS: readonly MarkLane[] = [];

/** A vertical scrollbar, as tall as its container, 12 px wide. */
export function Scrollbar({ total, viewport, position, onScroll, label, controls, marks = NO_MARKS }: ScrollbarProps) {
  const track = useRef<HTMLDivElement>(null);
  const [heightPx, setHeightPx] = useState(0);
  /** Where the owner wants the track, where it was put last, and whether a person is moving it. */
  const wanted = useRef(0);
  const written = useRef(NOWHERE);
  const settle = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const waiting = useRef<(() => void) | null>(null);
  /** Whether the track's size has changed since it was put, how far it can be scrolled, and whether a pointer holds it. */
  const isResized = useRef(false);
  const roomPx = useRef(0);
  const isHeld = useRef(false);
  const extent: Extent = { total, viewport, heightPx };
  const isTouched = useMedia('(any-pointer: coarse)');

  useEffect(() => {
    const element = track.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      isResized.current = true;
      setHeightPx(element.clientHeight);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const put = useCallback((): void => {
    const element = track.current;
    if (element === null || settle.current !== undefined) return;
    if (isMoved(element, written.current, isResized.current && !isHeld.current)) return;
    if (Math.abs(element.scrollTop - wanted.current) >= 1) element.scrollTop = wanted.current;
    written.current = element.scrollTop;
    isResized.current = false;
  }, []);

  const putLater = useCallback((): void => {
    waiting.current ??= afterFrame(() => {
      waiting.current = null;
      put();
    });
  }, [put]);

  useLayoutEffect(() => {
    wanted.current = scrollTopOf(position, { total, viewport, heightPx });
    const nextRoomPx = trackHeight({ total, viewport, heightPx }) - heightPx;
    if (nextRoomPx !== roomPx.current) isResized.current = true;
    roomPx.current = nextRoomPx;
    // Before it is measured there is nothing to scroll.
    if (heightPx === 0) written.current = NOWHERE;
    if (heightPx === 0 || (Math.abs(wanted.current - written.current) < 1 && !isResized.current)) return;
    // To ask where the track is here would lay out what was just rendered, and that again when the rest is.
    putLater();
  }, [total, viewport, heightPx, position, putLater]);

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
    const moved = isMoved(element, written.current, isResized.current && !isHeld.current);
    written.current = scrollTop;
    if (!moved) {
      // Clamped: back to where the owner wants it.
      if (isResized.current) putLater();
      return;
    }
    clearTimeout(settle.current);
    settle.current = setTimeout(() => {
      settle.current = undefined;
      isHeld.current = false;
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
        onPointerDown={() => (isHeld.current = true)}
        onPointerUp={() => (isHeld.current = false)}
        onFocus={returnFocus}
      >
        <div style={{ height: trackHeight(extent) }} />
      </div>
      <Marks lanes={marks} total={total} heightPx={heightPx} />
      {isTouched && heightPx > 0 && <ScrollHandle extent={extent} position={position} onScroll={onScroll} />}
    </div>
  );
}

/** Whether a person has moved the track from where it was put. `mayBeClamped`: its size has changed since, with no pointer on it. */
function isMoved(
  { scrollTop, scrollHeight, clientHeight }: HTMLElement,
  written: number,
  mayBeClamped: boolean,
): boolean {
  if (!(Math.abs(scrollTop - written) >= 0.5)) return false;
  if (mayBeClamped && scrollTop < written) return false;
  // Where the track is shorter now than it was scrolled, the browser moved it.
  const last = scrollHeight - clientHeight;
  return written <= last || scrollTop <= last - 1;
}

/** A click on the scrollbar must not take the focus, and with it the keys, from what is scrolled. */
function returnFocus({ target, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (relatedTarget instanceof HTMLElement) relatedTarget.focus({ preventScroll: true });
  else target.blur();
}
