// A radio group that looks like one control, for a few alternatives side by side.

import { useId, useRef } from 'react';
import styles from './segments.module.css';

export interface SegmentsProps<T extends string> {
  /** The accessible name of the group. */
  readonly label: string;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  /** Called also with the present value, where that is chosen by the pointer. A touch is none: it takes no focus. */
  readonly onChange: (value: T, byPointer: boolean) => void;
}

/** A segmented control. */
export function Segments<T extends string>({ label, choices, value, onChange }: SegmentsProps<T>) {
  const name = useId();
  /** Whether the pointer was released on a choice: keys, too, are followed by a click. */
  const byPointer = useRef(false);
  return (
    <div role="radiogroup" aria-label={label} className={styles.group}>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={styles.choice}
          onPointerUp={({ pointerType }) => (byPointer.current = pointerType !== 'touch')}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onClick={() => {
              if (byPointer.current) onChange(choice.value, true);
            }}
            onChange={() => {
              if (!byPointer.current) onChange(choice.value, false);
            }}
            onKeyDown={() => (byPointer.current = false)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
