// The bar between the panels, an ARIA window splitter: it is dragged by a pointer and moved by arrow keys; a click or Enter
// restores a hidden panel (PAN-2). A double-click gives one panel the page, and the next click restores the other as it was.

import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { hiddenBy, movedByKey } from '../model/splitter-rules.ts';
import { LAYOUT } from '../strings/app/layout.ts';
import styles from './splitter.module.css';

export interface SplitterProps {
  /** The left panel's share, 0 to 1. */
  readonly value: number;
  readonly onChange: (value: number) => void;
  /** Called by a click while a panel is hidden. */
  readonly onRestore: () => void;
  /** Gives one panel the whole page. */
  readonly onOnly: () => void;
  /** Returns the share for a horizontal screen position. */
  readonly valueAt: (clientX: number) => number;
}

/** Pointer movement that still counts as a click, in pixels. */
const CLICK_SLOP_PX = 3;

/** The handle of the splitter. */
export function Splitter({ value, onChange, onRestore, onOnly, valueAt }: SplitterProps) {
  /** Whether the first click of a double-click has restored a panel. */
  const hasRestored = useRef(false);
  const grab = useRef<{ readonly pointer: number; readonly x: number; readonly offset: number; moved: boolean } | null>(
    null,
  );

  const down = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (event.detail < 2) hasRestored.current = hiddenBy(value) !== null;
    grab.current = { pointer: event.pointerId, x: event.clientX, offset: valueAt(event.clientX) - value, moved: false };
  };
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    const held = grab.current;
    if (held === null || held.pointer !== event.pointerId) return;
    if (!held.moved && Math.abs(event.clientX - held.x) < CLICK_SLOP_PX) return;
    held.moved = true;
    onChange(valueAt(event.clientX) - held.offset);
  };
  const up = (): void => {
    if (grab.current?.moved === false && hiddenBy(value) !== null) onRestore();
    grab.current = null;
  };
  const key = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = movedByKey(event.key, value);
    if (next === null) return;
    event.preventDefault();
    onChange(next);
  };

  const hidden = hiddenBy(value);
  return (
    <div
      className={styles.splitter}
      data-hint={hidden === null ? undefined : LAYOUT.show(hidden)}
      role="separator"
      tabIndex={0}
      aria-label={LAYOUT.splitter}
      aria-orientation="vertical"
      aria-controls="LEFT_PANEL"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value * 100)}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => (grab.current = null)}
      onDoubleClick={() => !hasRestored.current && onOnly()}
      onKeyDown={key}
    >
      <span className={styles.grip} />
    </div>
  );
}
