// A field that filters what a dialog lists. Escape clears it first; without a text it closes the dialog, as elsewhere.

import type { RefObject } from 'react';
import styles from './search-field.module.css';

export interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  /** What was found; shown beside the field and read aloud. */
  readonly outcome: string;
  readonly onQuery: (query: string) => void;
  readonly ref: RefObject<HTMLInputElement | null>;
}

/** The field. */
export function SearchField({ label, placeholder, query, outcome, onQuery, ref }: SearchFieldProps) {
  return (
    <div className={styles.bar}>
      <input
        ref={ref}
        className={styles.field}
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || query === '') return;
          event.preventDefault();
          event.stopPropagation();
          onQuery('');
        }}
      />
      <span className={styles.outcome} role="status">
        {outcome}
      </span>
    </div>
  );
}

/** Whether a field that gets the focus opens a keyboard over the page. */
export function hasScreenKeyboard(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
