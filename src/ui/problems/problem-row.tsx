// One problem of the list: its message and place, its fixes, and the errors of the schema's other alternatives.

import { ChevronRight, Wrench } from 'lucide-react';
import { useId, useState } from 'react';
import type { Problem } from '../../shared/protocol/problems.ts';
import type { Alternative } from '../../shared/protocol/schema-fixes.ts';
import { PROBLEMS } from '../strings/panel/problems.ts';
import { SCHEMA_FIXES } from '../strings/panel/schema.ts';
import styles from './problem-panel.module.css';

const ICON = { size: 14, 'aria-hidden': true } as const;

export interface ProblemRowProps {
  readonly problem: Problem;
  readonly isCurrent: boolean;
  /** Whether its fixes are requested. */
  readonly isAsked: boolean;
  /** Whether Tab reaches it. */
  readonly isFirst: boolean;
  readonly onGo: () => void;
  /** Opens the menu of its fixes at a button. */
  readonly onFix: (button: HTMLElement) => void;
  /** Returns the errors of the schema's alternatives. */
  readonly explain: (problem: Problem) => Promise<readonly Alternative[]>;
}

/** A line of the list, and the alternatives that expand below it. */
export function ProblemRow({ problem, isCurrent, isAsked, isFirst, onGo, onFix, explain }: ProblemRowProps) {
  const { message, line, column, fixes = [], hasAlternatives = false } = problem;
  const [alternatives, setAlternatives] = useState<readonly Alternative[] | null>(null);
  const id = useId();
  const isOpen = alternatives !== null;
  const toggle = (): void => {
    if (isOpen) setAlternatives(null);
    else void explain(problem).then(setAlternatives);
  };
  return (
    <>
      <div className={styles.row} data-current={isCurrent || undefined} data-asked={isAsked || undefined}>
        <button
          type="button"
          className={styles.problem}
          tabIndex={isFirst ? 0 : -1}
          aria-current={isCurrent || undefined}
          onClick={onGo}
        >
          <span className={styles.message} dir="auto">
            {message}
          </span>
          <span className={styles.place}>{PROBLEMS.place(line, column)}</span>
        </button>
        {hasAlternatives && (
          <button
            type="button"
            className={styles.tool}
            tabIndex={-1}
            aria-label={isOpen ? SCHEMA_FIXES.fewer : SCHEMA_FIXES.alternatives}
            data-hint={isOpen ? SCHEMA_FIXES.fewer : SCHEMA_FIXES.alternatives}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={toggle}
          >
            <ChevronRight {...ICON} className={styles.chevron} />
          </button>
        )}
        {fixes.length > 0 && (
          <button
            type="button"
            className={styles.tool}
            data-fix
            tabIndex={-1}
            aria-label={SCHEMA_FIXES.menu(message)}
            data-hint={SCHEMA_FIXES.hint}
            aria-haspopup="menu"
            onClick={(event) => onFix(event.currentTarget)}
          >
            <Wrench {...ICON} />
          </button>
        )}
      </div>
      {isOpen && (
        <dl ref={reveal} id={id} className={styles.alternatives}>
          {alternatives.map(({ name, errors, count }, index) => (
            // Alternatives are identified only by their index.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index}>
              <dt>{SCHEMA_FIXES.alternative(index, name)}</dt>
              {count === 0 && <dd>{SCHEMA_FIXES.fits}</dd>}
              {errors.map(({ pointer, message: why }) => (
                <dd key={`${pointer} ${why}`}>{SCHEMA_FIXES.at(pointer, why)}</dd>
              ))}
              {count > errors.length && <dd>{SCHEMA_FIXES.more(count - errors.length)}</dd>}
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** Scrolls the expanded alternatives into view. */
function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
