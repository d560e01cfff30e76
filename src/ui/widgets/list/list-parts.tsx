// What stands around a list: the details of its active row beside or below it, and a sentence in place of an empty one.

import type { ReactNode } from 'react';
import styles from './list-parts.module.css';

export interface ListWithDetailsProps {
  readonly children: ReactNode;
  /** Names the details, which are a region of their own. */
  readonly label: string;
  /** `null` while there is nothing to say. */
  readonly details: ReactNode;
}

/** A list and the details of its active row: beside it where there is room, otherwise below. */
export function ListWithDetails({ children, label, details }: ListWithDetailsProps) {
  return (
    <div className={styles.both}>
      <div className={styles.list}>{children}</div>
      {details !== null && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- by keys it is scrolled only with the focus
        <div className={styles.details} role="region" aria-label={label} tabIndex={0}>
          {details}
        </div>
      )}
    </div>
  );
}

/** A sentence in place of a list, and what can be done. */
export function EmptyList({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Sentences above a list. */
export function ListNote({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}
