// The field that a document's name turns into. Enter, leaving it and what saves or opens rename, Escape does not.

import { useRef } from 'react';
import { TITLE } from '../../strings/panel/panel.ts';
import styles from './name-field.module.css';

export interface NameFieldProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
  /** Told by which way it is left: by a key, the focus is to go back to the name. */
  readonly onClose: (byKey: boolean) => void;
}

/** The field; it has the focus as soon as it is there. */
export function NameField({ name, onRename, onClose }: NameFieldProps) {
  const done = useRef(false);
  const close = (renamed: string | null, byKey: boolean): void => {
    if (done.current) return;
    done.current = true;
    if (renamed !== null) onRename(renamed);
    onClose(byKey);
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
      onBlur={(event) => close(event.currentTarget.value, false)}
      onKeyDown={(event) => {
        const { value } = event.currentTarget;
        // The key is the page's as well, which saves under this name.
        if ((event.ctrlKey || event.metaKey) && /^[so]$/i.test(event.key)) return close(value, true);
        if (event.key === 'Enter') close(value, true);
        else if (event.key === 'Escape') close(null, true);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
