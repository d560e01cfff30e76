// The item of the status line for the number of problems.

import type { ProblemReport } from '../../shared/protocol/problems.ts';
import { SeveritySign } from '../notices/severity.tsx';
import { PROBLEMS } from '../strings/panel/problems.ts';
import { countOf } from '../problem-marks/severity.ts';
import styles from './status-items.module.css';

export interface CountItemProps {
  readonly report: ProblemReport | null;
  /** Whether the schema could not be checked completely. */
  readonly hasNotes: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Whether there is something to count, or to close. */
export function hasCount({
  report,
  hasNotes,
  isOpen,
}: Pick<CountItemProps, 'report' | 'hasNotes' | 'isOpen'>): boolean {
  return isOpen || hasNotes || (report?.groups.some(({ count }) => count > 0) ?? false);
}

/** The number of problems, as a button that opens their list. */
export function CountItem({ report, isOpen, onToggle }: Omit<CountItemProps, 'hasNotes'>) {
  const [errors, warnings] = [countOf(report, 'error'), countOf(report, 'warning')];
  const notes = countOf(report, 'info');
  return (
    <button
      type="button"
      className={styles.counts}
      aria-label={`${PROBLEMS.title}: ${PROBLEMS.counts(errors, warnings, notes) || PROBLEMS.none}`}
      aria-expanded={isOpen}
      data-hint={PROBLEMS.show}
      onClick={onToggle}
    >
      {errors > 0 && (
        <>
          <SeveritySign severity="error" />
          {errors.toLocaleString()}
        </>
      )}
      {errors + warnings === 0 && notes > 0 && (
        <>
          <SeveritySign severity="info" />
          {notes.toLocaleString()}
        </>
      )}
      {(warnings > 0 || errors + notes === 0) && (
        <>
          <SeveritySign severity="warning" />
          {warnings.toLocaleString()}
        </>
      )}
    </button>
  );
}
