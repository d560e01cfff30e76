// The list of a document's problems in the dock, and the details of one: its whole message, its fixes, and the errors of the schema's
// other alternatives.

import { ArrowDown, ArrowUp, Filter, Wrench } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Problem } from '../../shared/protocol/problems.ts';
import type { Alternative, ProblemFix } from '../../shared/protocol/schema-fixes.ts';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { SeveritySign } from '../notices/severity.tsx';
import type { PanelCore, PanelState } from '../panel-core/panel-core.ts';
import { usePanelPart } from '../panel-core/use-panel-part.ts';
import { severityOf } from '../problem-marks/severity.ts';
import { SHOW_ONLY_PROBLEMS } from '../strings/editors/show-only.ts';
import { PROBLEM_KIND_LABELS, PROBLEMS } from '../strings/panel/problems.ts';
import { SCHEMA_CHECK, SCHEMA_FIXES, SCHEMA_OFFER } from '../strings/panel/schema.ts';
import { PartBoundary } from '../widgets/boundary.tsx';
import { Button } from '../widgets/button.tsx';
import { EmptyList, ListNote, ListWithDetails } from '../widgets/list/list-parts.tsx';
import { useRows } from '../widgets/list/use-rows.ts';
import { VirtualList } from '../widgets/list/virtual-list.tsx';
import type { MenuGroup, MenuPlace } from '../widgets/menu/menu-model.ts';
import { listed, type ProblemList } from './problem-list.ts';
import styles from './problem-list-view.module.css';
import { groupsOf, problemKey, problemRows, type ProblemListRow } from './problem-rows.ts';

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

export interface ProblemViewProps {
  readonly core: PanelCore;
  readonly list: ProblemList;
}

/** The buttons above the list. */
export function ProblemActions({ core, list }: ProblemViewProps) {
  const { problems } = usePanelPart(core, reportOf);
  return (
    <>
      <Button look="quiet" icon label={PROBLEMS.previous} tooltip={PROBLEMS.previousHint} onClick={() => list.step(-1)}>
        <ArrowUp {...ICON} />
      </Button>
      <Button look="quiet" icon label={PROBLEMS.next} tooltip={PROBLEMS.nextHint} onClick={() => list.step(1)}>
        <ArrowDown {...ICON} />
      </Button>
      <Button
        look="quiet"
        icon
        label={SHOW_ONLY_PROBLEMS}
        tooltip={SHOW_ONLY_PROBLEMS}
        disabled={listed(problems).length === 0}
        onClick={() => list.showOnly()}
      >
        <Filter {...ICON} />
      </Button>
    </>
  );
}

/** The list. @see requirements NEW-11 */
export function ProblemListView({ core, list }: ProblemViewProps) {
  const { problems: report } = usePanelPart(core, reportOf);
  const { current, notes, checked, asked, offer } = useSnapshot(list.state);
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [fixing, setFixing] = useState<Fixing | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const all = listed(report);
  const rows = problemRows(report, (key, atFirst) => opened.get(key) ?? atFirst);
  const { active, onActive, ...shape } = useRows(rows);
  const currentKey = all[current] === undefined ? null : problemKey(all[current]);
  const activeRow = rows[active];
  const shown = activeRow?.type === 'problem' ? activeRow.problem : null;

  const open = (keys: readonly string[], isOpen = true): void =>
    setOpened((before) => new Map([...before, ...keys.map((key) => [key, isOpen] as const)]));
  /** Moves to the row of a problem, whose groups are opened. */
  const reveal = (problem: Problem): void => {
    const groups = groupsOf(problem);
    open(groups);
    const opensAll = (key: string, atFirst: boolean): boolean => groups.includes(key) || (opened.get(key) ?? atFirst);
    const at = problemRows(report, opensAll).findIndex(({ key }) => key === problemKey(problem));
    if (at >= 0) onActive(at, problemKey(problem));
  };
  // A problem that was gone to, or whose fixes are requested, is shown once; then the user may move on.
  const [seen, setSeen] = useState<{ readonly current?: Problem | undefined; readonly asked: Problem | null }>({
    asked: null,
  });
  if (seen.current !== all[current] || seen.asked !== asked) {
    const came = seen.asked === asked ? all[current] : asked;
    setSeen({ current: all[current], asked });
    if (came != null) reveal(came);
  }
  useEffect(() => {
    list.setActive(shown);
    return () => list.setActive(null);
  }, [list, shown]);

  // When fixes are requested by a key, opens the menu of that problem.
  useEffect(() => {
    if (asked === null || asked !== shown) return;
    const button = frame.current?.querySelector('[data-fix]');
    if (!(button instanceof HTMLElement)) return;
    list.endAsking();
    setFixing({ problem: asked, place: placeBelow(button), before: document.activeElement });
  }, [asked, shown, list]);

  const menu = (index: number, place: MenuPlace): void => {
    const row = rows[index];
    if (row?.type !== 'problem' || row.problem.fixes === undefined) return;
    setFixing({ problem: row.problem, place, before: document.activeElement });
  };
  return (
    <>
      {checked !== null && (
        <ListNote>
          {SCHEMA_CHECK.progress(checked)}{' '}
          <Button look="quiet" onClick={() => list.cancelCheck()}>
            {SCHEMA_CHECK.cancel}
          </Button>
        </ListNote>
      )}
      {offer !== null && (
        <ListNote>
          {offer.name === null ? SCHEMA_OFFER.document(offer.host) : SCHEMA_OFFER.file(offer.name, offer.host)}{' '}
          <Button look="quiet" onClick={() => list.acceptOffer()}>
            {SCHEMA_OFFER.use}
          </Button>
        </ListNote>
      )}
      {notes.map((note) => (
        <ListNote key={note}>{note}</ListNote>
      ))}
      {report?.isComplete === false && <ListNote>{PROBLEMS.incomplete}</ListNote>}
      {rows.length === 0 ? (
        report !== null && notes.length === 0 && <EmptyList text={PROBLEMS.none} />
      ) : (
        <div ref={frame} className={styles.frame}>
          <ListWithDetails
            label={PROBLEMS.details}
            details={
              shown === null ? null : (
                <Details
                  key={problemKey(shown)}
                  problem={shown}
                  explain={(one) => list.explain(one)}
                  onFix={(button) => setFixing({ problem: shown, place: placeBelow(button), before: button })}
                />
              )
            }
          >
            <VirtualList
              {...shape}
              label={PROBLEMS.title}
              isTree
              active={active}
              onActive={onActive}
              current={currentKey === null ? -1 : rows.findIndex(({ key }) => key === currentKey)}
              onGo={(index) => {
                const row = rows[index];
                if (row?.type === 'problem') list.go(all.indexOf(row.problem), true);
              }}
              onToggle={(index, isOpen) => open([rows[index]?.key ?? ''], isOpen)}
              onMenu={menu}
              renderRow={(row) => <Row row={row} />}
            />
          </ListWithDetails>
        </div>
      )}
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
    </>
  );
}

function reportOf({ problems }: PanelState) {
  return { problems };
}

function Row({ row }: { readonly row: ProblemListRow }) {
  switch (row.type) {
    case 'kind':
      return (
        <span className={styles.kind}>
          <SeveritySign severity={severityOf(row.kind)} />
          {PROBLEM_KIND_LABELS[row.kind]}
          <span className={styles.count}>{row.count.toLocaleString()}</span>
        </span>
      );
    case 'alike':
      return (
        <>
          <span className={styles.message} dir="auto">
            {row.message}
          </span>
          <span className={styles.count}>{row.count.toLocaleString()}</span>
        </>
      );
    case 'problem':
      return (
        <>
          <span className={styles.message} dir="auto">
            {row.problem.message}
          </span>
          {(row.problem.fixes ?? []).length > 0 && (
            // By keys, the menu is opened as that of a row, or by the button of the details.
            <span className={styles.sign} data-menu="" data-hint={SCHEMA_FIXES.hint} aria-hidden>
              <Wrench size={14} />
            </span>
          )}
          <span className={styles.place}>{PROBLEMS.place(row.problem.line, row.problem.column)}</span>
        </>
      );
    case 'more':
      return <span className={styles.place}>{row.message}</span>;
  }
}

interface DetailsProps {
  readonly problem: Problem;
  /** Returns the errors of the schema's alternatives. */
  readonly explain: (problem: Problem) => Promise<readonly Alternative[]>;
  /** Opens the menu of the fixes at a button. */
  readonly onFix: (button: HTMLElement) => void;
}

/** What is known of a problem. */
function Details({ problem, explain, onFix }: DetailsProps) {
  const { message, line, column, fixes = [], hasAlternatives = false } = problem;
  const [alternatives, setAlternatives] = useState<readonly Alternative[]>([]);
  const ask = useRef(explain);
  useEffect(() => {
    let isCurrent = true;
    if (hasAlternatives) void ask.current(problem).then((found) => isCurrent && setAlternatives(found));
    return () => {
      isCurrent = false;
    };
  }, [problem, hasAlternatives]);
  return (
    <>
      <p dir="auto">{message}</p>
      <p className={styles.place}>{PROBLEMS.place(line, column)}</p>
      {fixes.length > 0 && (
        <p className={styles.fixes} data-fix="">
          <FixButton message={message} onFix={onFix} />
        </p>
      )}
      {alternatives.length > 0 && (
        <dl className={styles.alternatives}>
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

function FixButton({ message, onFix }: { readonly message: string; readonly onFix: (button: HTMLElement) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Button
      ref={button}
      look="outline"
      label={SCHEMA_FIXES.menu(message)}
      tooltip={SCHEMA_FIXES.hint}
      onClick={() => button.current !== null && onFix(button.current)}
    >
      <Wrench {...ICON} />
      {SCHEMA_FIXES.title}
    </Button>
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
