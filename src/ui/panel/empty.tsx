// Placeholder for a panel without a document: a message, and the next steps as buttons.

import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Details } from '../widgets/details.tsx';
import { CONTENT } from '../strings/panel/panel.ts';
import styles from './empty.module.css';

export interface EmptyProps {
  /** What the state is. */
  readonly title: string;
  /** The cause, or what to do. */
  readonly text?: string | undefined;
  /** The full text where the title is cut. */
  readonly details?: string | undefined;
  /** Possible causes. */
  readonly reasons?: readonly string[];
  /** The next steps, as buttons. */
  readonly children?: ReactNode;
  /** Whether this is an error. */
  readonly failed?: boolean;
}

/** An empty or failed state. */
export function Empty({ title, text, details, reasons, children, failed = false }: EmptyProps) {
  return (
    <div className={styles.empty} role={failed ? 'alert' : undefined}>
      {failed && <CircleAlert size={20} aria-hidden className={styles.sign} />}
      <p className={styles.title} dir="auto">
        {title}
      </p>
      {details !== undefined && <Details text={details} />}
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {reasons !== undefined && reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

/** Placeholder while a view loads. @see requirements PAN-7 */
export function Loading() {
  return <div className={styles.loading}>{CONTENT.loading}</div>;
}
