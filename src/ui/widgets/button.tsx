// Buttons as they look everywhere: a word, an icon, or both; with a tooltip where the word is missing or
// a shortcut is worth knowing.

import type { ReactNode, Ref } from 'react';
import styles from './button.module.css';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  /** `primary` is for the one action that matters most; `quiet` for tool bars. */
  readonly look?: 'plain' | 'primary' | 'quiet' | 'outline';
  /** The accessible name, where the children are not words. */
  readonly label?: string;
  readonly tooltip?: string;
  /** Square, for one icon. */
  readonly icon?: boolean;
  /** For a switch: whether it is on. */
  readonly pressed?: boolean;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** The classes of a button, for elements that a library renders. */
export function buttonClass(look: ButtonProps['look'] = 'plain', icon = false): string {
  return [styles.button, styles[look], icon ? styles.icon : ''].join(' ');
}

/** A button. Disabled, it does nothing but keeps the focus, so that a keyboard is not thrown off it. */
export function Button(props: ButtonProps) {
  const { children, onClick, disabled = false, look, label, tooltip, icon, pressed, ref } = props;
  return (
    <button
      ref={ref}
      type="button"
      className={buttonClass(look, icon)}
      aria-disabled={disabled}
      aria-label={label}
      aria-pressed={pressed}
      data-hint={tooltip}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  );
}
