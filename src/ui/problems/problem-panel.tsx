// The list of a document's problems, below the content: by kind, each with its count and its first hundred. One of them
// can be reached by Tab, the others from there by arrow keys.

import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Problem, ProblemReport } from '../../shared/protocol/problems.ts';
import { SeveritySign } from '../app/severity.tsx';
import { PROBLEM_KIND_LABELS, PROBLEMS } from '../strings/panel/problems.ts';
import { SCHEMA_CHECK } from '../strings/panel/schema.ts';
import { Button } from '../widgets/button.tsx';
import { listed, type ProblemList } from './problem-list.ts';
import { countOf, severityOf } from './severity.ts';
import styles from './problem-panel.module.css';

const ICON = { size: 16, 'aria-hidden': true } as const;

export interface ProblemPanelProps {
  readonly list: ProblemList;
  /** `null` while it is not known. */
  readonly report: ProblemReport | null;
}

/** The list, while it is open. @see requirements NEW-11 */
export function ProblemPanel({ list, report }: ProblemPanelProps) {
  const { current, notes, checked } = useSnapshot(list.state);
  const section = useRef<HTMLElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const id = useId();
  const all = listed(report);
  const [errors, warnings] = [countOf(report, 'error'), countOf(report, 'warning')];

  useEffect(() => {
    const element = section.current;
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') {
        event.preventDefault();
        list.close();
        return;
      }
      const buttons = Array.from(rows.current?.querySelectorAll('button') ?? []);
      const at = buttons.findIndex((button) => button === document.activeElement);
      const to = targetOf(event.key, at, buttons.length);
      if (at < 0 || to === null) return;
      event.preventDefault();
      buttons[to]?.focus();
    };
    element?.addEventListener('keydown', key);
    return () => element?.removeEventListener('keydown', key);
  }, [list]);

  return (
    <section ref={section} className={styles.panel} aria-labelledby={id}>
      <div className={styles.bar}>
        <h2 id={id} className={styles.title}>
          {PROBLEMS.title}
        </h2>
        <Button
          look="quiet"
          icon
          label={PROBLEMS.previous}
          tooltip={PROBLEMS.previousHint}
          onClick={() => list.step(-1)}
        >
          <ArrowUp {...ICON} />
        </Button>
        <Button look="quiet" icon label={PROBLEMS.next} tooltip={PROBLEMS.nextHint} onClick={() => list.step(1)}>
          <ArrowDown {...ICON} />
        </Button>
        <Button look="quiet" icon label={PROBLEMS.close} onClick={() => list.close()}>
          <X {...ICON} />
        </Button>
      </div>
      <div ref={rows} className={styles.list}>
        {checked !== null && (
          <p className={styles.note}>
            {SCHEMA_CHECK.progress(checked)}{' '}
            <Button look="quiet" onClick={() => list.cancelCheck()}>
              {SCHEMA_CHECK.cancel}
            </Button>
          </p>
        )}
        {notes.map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
        {report !== null && errors + warnings === 0 && notes.length === 0 && (
          <p className={styles.note}>{PROBLEMS.none}</p>
        )}
        {report?.groups.map(({ kind, count, first }) => (
          <section key={kind} aria-labelledby={`${id}-${kind}`}>
            <h3 id={`${id}-${kind}`} className={styles.heading}>
              <SeveritySign severity={severityOf(kind)} />
              {PROBLEM_KIND_LABELS[kind]}
              <span className={styles.count}>{count.toLocaleString()}</span>
            </h3>
            <ul className={styles.group}>
              {first.map((problem) => {
                const index = all.indexOf(problem);
                return (
                  <li key={`${problem.start} ${problem.message}`}>
                    <Row
                      problem={problem}
                      isCurrent={index === current}
                      isFirst={index === Math.max(0, current)}
                      onGo={() => list.go(index)}
                    />
                  </li>
                );
              })}
            </ul>
            {count > first.length && <p className={styles.note}>{PROBLEMS.more(count - first.length)}</p>}
          </section>
        ))}
        {report?.isComplete === false && <p className={styles.note}>{PROBLEMS.incomplete}</p>}
      </div>
    </section>
  );
}

function Row({
  problem: { message, line, column },
  isCurrent,
  isFirst,
  onGo,
}: {
  readonly problem: Problem;
  readonly isCurrent: boolean;
  readonly isFirst: boolean;
  readonly onGo: () => void;
}) {
  return (
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
  );
}

/** Where a key leads in a list; `null` for one that leads nowhere. */
function targetOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(count - 1, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
