// The page's buttons: with a word, an icon, or both, and a tooltip for icons and shortcuts.

import type { ReactNode, Ref } from 'react';
import styles from './button.module.css';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  /** `primary` is for the most important action; `quiet` for toolbars. */
  readonly look?: 'plain' | 'primary' | 'quiet' | 'outline';
  /** The accessible name, if the children are not text. */
  readonly label?: string;
  readonly tooltip?: string;
  /** Square, for one icon. */
  readonly icon?: boolean;
  /** Whether a toggle button is on. */
  readonly pressed?: boolean;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** The class names of a button, for elements rendered by a library. */
export function buttonClass(look: ButtonProps['look'] = 'plain', icon = false): string {
  return [styles.button, styles[look], icon ? styles.icon : ''].join(' ');
}

/** A button. When disabled it does nothing but stays focusable, so that keyboard users don't lose the focus. */
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
