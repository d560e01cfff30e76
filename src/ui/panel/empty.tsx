// What a panel shows instead of a document: a sentence and the next step as a button.

import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Details } from '../widgets/details.tsx';
import { CONTENT } from '../strings/panel/panel.ts';
import styles from './empty.module.css';

export interface EmptyProps {
  /** What is so. */
  readonly title: string;
  /** Why, or what to do. */
  readonly text?: string | undefined;
  /** The whole of what the title may have cut. */
  readonly details?: string | undefined;
  /** What may be the cause. */
  readonly reasons?: readonly string[];
  /** The next steps, as buttons. */
  readonly children?: ReactNode;
  /** Something went wrong. */
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

/** A view on its way. @see requirements PAN-7 */
export function Loading() {
  return <div className={styles.loading}>{CONTENT.loading}</div>;
}
