// The field that a document's name turns into. Enter and leaving it rename, Escape does not.

import { useRef } from 'react';
import { TITLE } from '../texts/panel.ts';
import styles from './namefield.module.css';

export interface NameFieldProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
  readonly onClose: () => void;
}

/** The field; it has the focus as soon as it is there. */
export function NameField({ name, onRename, onClose }: NameFieldProps) {
  const done = useRef(false);
  const close = (renamed: string | null): void => {
    if (done.current) return;
    done.current = true;
    if (renamed !== null) onRename(renamed);
    onClose();
  };
  return (
    <input
      className={styles.field}
      aria-label={TITLE.name}
      dir="auto"
      defaultValue={name}
      spellCheck={false}
      autoComplete="off"
      ref={(field) => field?.focus()}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => close(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') close(event.currentTarget.value);
        else if (event.key === 'Escape') close(null);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
