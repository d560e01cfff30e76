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
// A finger drags a handle (`scrollhandle.tsx`): left to the browser it would push the track itself, for which a document
// is too long.

import { useCallback, useEffect, useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import { afterFrame } from '../../frames.ts';
import { Marks, type MarkLane } from './marks.tsx';
import { useMedia } from '../media.ts';
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
  const extent: Extent = { total, viewport, heightPx };
  const isTouched = useMedia('(any-pointer: coarse)');

  useEffect(() => {
    const element = track.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      // The browser may have moved it to where it ends now; in a moment it is longer again, and that would look like a drag.
      if (isClamped(element, written.current)) written.current = element.scrollTop;
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
    written.current = element.scrollTop;
  }, []);

  useLayoutEffect(() => {
    wanted.current = scrollTopOf(position, { total, viewport, heightPx });
    // Before it is measured there is nothing to scroll.
    if (heightPx === 0) written.current = NOWHERE;
    if (heightPx === 0 || waiting.current !== null || Math.abs(wanted.current - written.current) < 1) return;
    // To ask where the track is here would lay out what was just rendered, and that again when the rest is.
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
    written.current = scrollTop;
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

/** Whether a person has moved the track from where it was put. */
function isMoved(element: HTMLElement, written: number): boolean {
  return Math.abs(element.scrollTop - written) >= 0.5 && !isClamped(element, written);
}

/** Whether the browser has moved the track because it became shorter than it was scrolled. */
function isClamped({ scrollTop, scrollHeight, clientHeight }: HTMLElement, written: number): boolean {
  const last = scrollHeight - clientHeight;
  return written > last && scrollTop > last - 1;
}

/** A click on the scrollbar must not take the focus, and with it the keys, from what is scrolled. */
function returnFocus({ target, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (relatedTarget instanceof HTMLElement) relatedTarget.focus({ preventScroll: true });
  else target.blur();
}
