// The list of a document's problems, below the content: by kind, each with its count and its first hundred. Tab reaches one of
// them; from there arrow keys reach the others.

import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Problem, ProblemReport } from '../../shared/protocol/problems.ts';
import { SeveritySign } from '../notices/severity.tsx';
import { SHOW_ONLY_PROBLEMS } from '../strings/editors/show-only.ts';
import { PROBLEM_KIND_LABELS, PROBLEMS } from '../strings/panel/problems.ts';
import { SCHEMA_CHECK, SCHEMA_FIXES, SCHEMA_OFFER } from '../strings/panel/schema.ts';
import type { ProblemFix } from '../../shared/protocol/schema-fixes.ts';
import { PartBoundary } from '../widgets/boundary.tsx';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { Button } from '../widgets/button.tsx';
import type { MenuGroup, MenuPlace } from '../widgets/menu/menu-model.ts';
import { listed, type ProblemList } from './problem-list.ts';
import { ProblemRow } from './problem-row.tsx';
import { severityOf } from '../problem-marks/severity.ts';
import styles from './problem-panel.module.css';

const PointMenu = lazyPart(
  loadWithRetry(() => import('../widgets/menu/point-menu.tsx')),
  ({ PointMenu: menu }) => menu,
);

const ICON = { size: 16, 'aria-hidden': true } as const;

/** A problem whose menu of fixes is open, the menu's place, and the element that had the focus before. */
interface Fixing {
  readonly problem: Problem;
  readonly place: MenuPlace;
  readonly before: Element | null;
}

export interface ProblemPanelProps {
  readonly list: ProblemList;
  /** `null` while it is unknown. */
  readonly report: ProblemReport | null;
}

/** The list, while it is open. @see requirements NEW-11 */
export function ProblemPanel({ list, report }: ProblemPanelProps) {
  const { current, notes, checked, asked, offer } = useSnapshot(list.state);
  const [fixing, setFixing] = useState<Fixing | null>(null);
  const section = useRef<HTMLElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const id = useId();
  const all = listed(report);

  useEffect(() => {
    const element = section.current;
    const key = (event: KeyboardEvent): void => {
      if (event.target instanceof Element && event.target.closest('[role=menu]') !== null) return;
      if (event.key === 'Escape') {
        event.preventDefault();
        list.close();
        return;
      }
      const focused = document.activeElement?.closest('li');
      const lines = Array.from(rows.current?.querySelectorAll('li') ?? []);
      const at = lines.findIndex((item) => item === focused);
      if (at < 0) return;
      // The buttons of a line: its message, then its actions.
      const tools = Array.from(focused?.querySelectorAll('button') ?? []);
      const tool = tools.findIndex((button) => button === document.activeElement);
      const side = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      const to = targetOf(event.key, at, lines.length);
      const next = side === 0 ? lines[to ?? -1]?.querySelector('button') : tools[tool + side];
      if (next === null || next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    element?.addEventListener('keydown', key);
    return () => element?.removeEventListener('keydown', key);
  }, [list]);

  // When fixes are requested by a key, opens the menu of that problem.
  useEffect(() => {
    const button = asked === null ? null : rows.current?.querySelector('[data-asked] [data-fix]');
    if (asked === null || !(button instanceof HTMLElement)) return;
    list.endAsking();
    button.scrollIntoView({ block: 'nearest' });
    setFixing({ problem: asked, place: placeBelow(button), before: document.activeElement });
  }, [asked, list]);

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
        <Button look="quiet" disabled={all.length === 0} onClick={() => list.showOnly()}>
          {SHOW_ONLY_PROBLEMS}
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
        {offer !== null && (
          <p className={styles.note}>
            {offer.name === null ? SCHEMA_OFFER.document(offer.host) : SCHEMA_OFFER.file(offer.name, offer.host)}{' '}
            <Button look="quiet" onClick={() => list.acceptOffer()}>
              {SCHEMA_OFFER.use}
            </Button>
          </p>
        )}
        {notes.map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
        {report !== null && report.groups.length === 0 && notes.length === 0 && (
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
                  <li key={`${problem.start} ${problem.message}`} data-problem={index}>
                    <ProblemRow
                      problem={problem}
                      isCurrent={index === current}
                      isFirst={index === Math.max(0, current)}
                      onGo={() => list.go(index)}
                      isAsked={problem === asked}
                      onFix={(button) => setFixing({ problem, place: placeBelow(button), before: button })}
                      explain={(one) => list.explain(one)}
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
      <PartBoundary look="float" open={fixing !== null} onClose={() => setFixing(null)}>
        {fixing !== null && (
          <PointMenu
            place={fixing.place}
            label={SCHEMA_FIXES.menu(fixing.problem.message)}
            groups={fixGroups(fixing.problem, (fix, isAll) => void list.fix(fixing.problem, fix, isAll))}
            onClose={() => setFixing(null)}
            returnFocus={() => (fixing.before instanceof HTMLElement ? fixing.before : null)}
          />
        )}
      </PartBoundary>
    </section>
  );
}

function placeBelow(button: HTMLElement): MenuPlace {
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left, y: bottom, within: document.body };
}

/** Returns the fixes of a problem, followed by those that can be applied to all problems with the same fix. */
function fixGroups({ fixes = [] }: Problem, onSelect: (fix: ProblemFix, isAll: boolean) => void): MenuGroup[] {
  const everywhere = fixes.filter(
    ({ kind, allLabel }, index) => allLabel !== null && fixes.findIndex((fix) => fix.kind === kind) === index,
  );
  return [
    { entries: fixes.map((fix) => ({ label: fix.label, onSelect: () => onSelect(fix, false) })) },
    { entries: everywhere.map((fix) => ({ label: fix.allLabel ?? '', onSelect: () => onSelect(fix, true) })) },
  ].filter(({ entries }) => entries.length > 0);
}

/** Returns the index in a list that a key moves to; `null` for other keys. */
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
