// Buttons as they look everywhere: a word, an icon, or both; with a tooltip where the word is missing or
// a shortcut is worth knowing.

import { Button as BaseButton } from '@base-ui/react/button';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode, Ref } from 'react';
import styles from './button.module.css';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onClick?: () => void;
  readonly disabled?: boolean;
  /** `primary` is for the one action that matters most; `quiet` for tool bars. */
  readonly look?: 'plain' | 'primary' | 'quiet' | 'outline';
  /** The accessible name, where the children are not words. */
  readonly label?: string;
  readonly tooltip?: string;
  /** Square, for one icon. */
  readonly icon?: boolean;
  readonly id?: string;
  readonly ref?: Ref<HTMLElement>;
}

/** The classes of a button, for elements that a library renders. */
export function buttonClass(look: ButtonProps['look'] = 'plain', icon = false): string {
  return [styles.button, styles[look], icon ? styles.icon : ''].join(' ');
}

/** A button; it keeps the focus when it becomes disabled. */
export function Button({ children, onClick, disabled = false, look, label, tooltip, icon, id, ref }: ButtonProps) {
  const button = (
    <BaseButton
      ref={ref}
      id={id}
      className={buttonClass(look, icon)}
      disabled={disabled}
      focusableWhenDisabled
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </BaseButton>
  );
  return tooltip === undefined ? button : <Hint text={tooltip}>{button}</Hint>;
}

/** A tooltip on any element. It repeats or extends what the element says; nothing depends on it. */
export function Hint({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner className={styles.positioner} sideOffset={6}>
          <Tooltip.Popup className={styles.hint}>{text}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
