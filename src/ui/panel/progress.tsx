// Progress of long work in a panel: after a second, a thin bar, a label and a cancel button. It lies over the content, so that
// the layout does not shift.

import { useCallback, useEffect, useRef, useState } from 'react';
import { formatSize } from '../../shared/bytes/size.ts';
import type { PanelTask } from '../panel-core/panel-core.ts';
import { Button } from '../widgets/button.tsx';
import { PROGRESS } from '../strings/panel/panel.ts';
import { CANCEL } from '../strings/app/layout.ts';
import styles from './progress.module.css';

/** Work that takes less time than this shows no progress, in milliseconds. */
const DELAY_MS = 1000;

export interface ProgressProps {
  readonly task: PanelTask | null;
  readonly onCancel: () => void;
}

/** The progress of a task; mount a new one for each task. */
export function Progress({ task, onCancel }: ProgressProps) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const focusedBefore = useRef<HTMLElement>(null);
  // The button is removed when the work ends: return the focus to where it came from.
  const giveBack = useCallback(
    (button: HTMLButtonElement) => () => {
      if (document.activeElement === button) focusedBefore.current?.focus();
    },
    [],
  );
  if (task === null || !late) return null;
  const known = task.total > 0;
  const share = known ? Math.min(1, task.done / task.total) : 0;
  return (
    <div className={styles.progress}>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={task.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={known ? Math.round(share * 100) : undefined}
        data-known={known}
      >
        <i style={known ? { transform: `scaleX(${share})` } : undefined} />
      </div>
      <div
        className={styles.words}
        onFocus={({ relatedTarget }) => {
          if (relatedTarget instanceof HTMLElement) focusedBefore.current = relatedTarget;
        }}
      >
        <span>
          {task.label}
          {known ? PROGRESS.of(formatSize(task.done), formatSize(task.total)) : '…'}
        </span>
        <Button look="outline" onClick={onCancel} ref={giveBack}>
          {CANCEL}
        </Button>
      </div>
    </div>
  );
}
