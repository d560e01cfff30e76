// The field for renaming a document. Enter, leaving the field, and the keys that save or open apply the name; Escape discards
// it.

import { useRef } from 'react';
import { TITLE } from '../../strings/panel/panel.ts';
import styles from './name-field.module.css';

export interface NameFieldProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
  /** Called when the field closes. When a key closed it, the focus should return to the name. */
  readonly onClose: (byKey: boolean) => void;
}

/** The field; it takes the focus when it mounts. */
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
        // The key is not consumed: the page handles it too, and saves under the new name.
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
