// The sign of a problem at its row or cell: a shape, a colour, and a label for screen readers.

import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ProblemSeverity } from './severity.ts';
import styles from './problem-sign.module.css';

export interface ProblemSignProps {
  readonly severity: ProblemSeverity;
  readonly message: string;
  /** Whether the problem is in a collapsed descendant. */
  readonly isInside?: boolean;
}

/** The sign, with its message as a tooltip. */
export function ProblemSign({ severity, message, isInside = false }: ProblemSignProps) {
  const Icon = severity === 'error' ? CircleAlert : TriangleAlert;
  return (
    <span
      className={styles.sign}
      role="img"
      aria-label={message}
      data-hint={message}
      data-problem={severity}
      data-inside={isInside || undefined}
    >
      <Icon size={13} aria-hidden />
    </span>
  );
}
