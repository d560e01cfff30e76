// The edge of a dock that sizes it, an ARIA window splitter: dragged by a pointer, moved by arrow keys; a double click gives the dock
// the whole panel.

import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { DockPlace } from '../panel-core/dock-state.ts';
import { MIN_DOCK_SHARE } from '../settings/preferences.ts';
import { DOCK } from '../strings/panel/dock.ts';
import styles from './dock.module.css';

/** What an arrow key moves it by, as a share of the panel. */
const STEP = 0.05;

export interface SashProps {
  readonly place: DockPlace;
  /** The dock's share of the panel, 0 to 1. */
  readonly share: number;
  readonly onResize: (share: number) => void;
  readonly onWhole: () => void;
}

export function Sash({ place, share, onResize, onWhole }: SashProps) {
  const isBeside = place === 'beside';
  /** The distance of the pointer from the edge when it was pressed, in pixels. */
  const grab = useRef<number | null>(null);
  const set = (to: number): void => onResize(Math.min(1, Math.max(MIN_DOCK_SHARE, to)));
  const edgeOf = (event: PointerEvent<HTMLElement>): number => (isBeside ? event.clientX : event.clientY);
  const boxes = (element: HTMLElement): { dock: DOMRect; room: number } | null => {
    const dock = element.parentElement;
    const content = dock?.closest('[data-dock-place]')?.querySelector('[data-content]');
    if (dock == null || content == null) return null;
    const [box, beside] = [dock.getBoundingClientRect(), content.getBoundingClientRect()];
    // A sheet lies over the content.
    if (place === 'sheet') return { dock: box, room: beside.height };
    return { dock: box, room: isBeside ? box.width + beside.width : box.height + beside.height };
  };
  const down = (event: PointerEvent<HTMLElement>): void => {
    const found = boxes(event.currentTarget);
    if (event.button !== 0 || found === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grab.current = edgeOf(event) - (isBeside ? found.dock.left : found.dock.top);
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const found = boxes(event.currentTarget);
    if (grab.current === null || found === null) return;
    const edge = edgeOf(event) - grab.current;
    set(((isBeside ? found.dock.right : found.dock.bottom) - edge) / Math.max(1, found.room));
  };
  const press = (event: KeyboardEvent): void => {
    const to = movedBy(event.key, share, isBeside);
    if (to === null) return;
    event.preventDefault();
    set(to);
  };
  return (
    <div
      className={styles.sash}
      role="separator"
      tabIndex={0}
      aria-label={DOCK.size}
      aria-orientation={isBeside ? 'vertical' : 'horizontal'}
      aria-valuemin={MIN_DOCK_SHARE * 100}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={() => (grab.current = null)}
      onPointerCancel={() => (grab.current = null)}
      onDoubleClick={onWhole}
      onKeyDown={press}
    />
  );
}

/** Returns the share after a key; `null` for keys that don't move it. */
function movedBy(key: string, share: number, isBeside: boolean): number | null {
  switch (key) {
    case isBeside ? 'ArrowLeft' : 'ArrowUp':
      return share + STEP;
    case isBeside ? 'ArrowRight' : 'ArrowDown':
      return share - STEP;
    case 'Home':
      return MIN_DOCK_SHARE;
    case 'End':
      return 1;
    default:
      return null;
  }
}
