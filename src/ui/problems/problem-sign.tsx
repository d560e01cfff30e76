// The sign of a problem at the row or cell that has it: by shape, by colour, and by words for those who see neither.

import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ProblemSeverity } from './severity.ts';
import styles from './problem-sign.module.css';

export interface ProblemSignProps {
  readonly severity: ProblemSeverity;
  readonly message: string;
  /** It is in what is collapsed here. */
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
