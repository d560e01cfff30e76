// The parts of the find bar around its field. They are loaded after the page; the field is there from the start.

import {
  ArrowDown,
  ArrowUp,
  CaseSensitive,
  CaseUpper,
  ChevronDown,
  ChevronRight,
  Filter,
  ListTree,
  Regex,
  TextSelect,
  WholeWord,
  X,
} from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useDocument } from '../client/use-document.ts';
import { COUNT } from '../strings/editors/find.ts';
import { FIND_BAR, REPLACE } from '../strings/editors/find-bar.ts';
import { SHOW_ONLY_MATCHES } from '../strings/editors/show-only.ts';
import { Button, buttonClass } from '../widgets/button.tsx';
import type { Finder } from './finder.ts';
import type { FindOptions, FindState, ResultsPlace } from './find-state.ts';
import styles from './bar.module.css';

const ICON = { size: 16, 'aria-hidden': true } as const;

/** The finder of a bar, and its current state. */
export interface BarProps {
  readonly finder: Finder;
  readonly state: FindState;
}

/**
 * Tab goes from the pattern to the replacement, and from there to what stands between and behind them; Shift+Tab goes back. Returns
 * whether a key did that.
 */
export function moveByTab(event: KeyboardEvent): boolean {
  const { currentTarget: bar, key, shiftKey } = event;
  if (key !== 'Tab' || event.ctrlKey || event.metaKey || event.altKey || !(bar instanceof HTMLElement)) return false;
  const fields = [...bar.querySelectorAll('input')];
  if (fields.length < 2) return false;
  // The button before the pattern keeps its place.
  const buttons = [...bar.querySelectorAll<HTMLElement>(`.${styles.rows} button:enabled`)];
  const stops = [...fields, ...buttons];
  const at = stops.findIndex((stop) => stop === event.target);
  const to = at < 0 ? undefined : stops[at + (shiftKey ? -1 : 1)];
  if (to === undefined) return false;
  event.preventDefault();
  to.focus();
  if (to instanceof HTMLInputElement) to.select();
  return true;
}

/** Button that opens and closes the replacement row. */
export function Fold({ finder, state: { replacing } }: BarProps) {
  return (
    <button
      type="button"
      className={`${buttonClass('quiet', true)} ${styles.fold}`}
      aria-label={REPLACE.title}
      aria-expanded={replacing}
      data-hint={replacing ? REPLACE.close : REPLACE.open}
      onClick={() => finder.setReplacing(!replacing)}
    >
      {replacing ? <ChevronDown {...ICON} /> : <ChevronRight {...ICON} />}
    </button>
  );
}

/** Switches for how the pattern is matched. */
export function Options(props: BarProps) {
  return (
    <>
      <Option {...props} name="matchCase" says={FIND_BAR.matchCase}>
        <CaseSensitive {...ICON} />
      </Option>
      <Option {...props} name="wholeWord" says={FIND_BAR.wholeWord}>
        <WholeWord {...ICON} />
      </Option>
      <Option {...props} name="regex" says={FIND_BAR.regex}>
        <Regex {...ICON} />
      </Option>
    </>
  );
}

/** What is searched, the count of hits, and the buttons to step through them. */
export function Steps({ finder, state }: BarProps) {
  const { count, running } = state;
  const none = count === 0;
  const part = (name: keyof FindOptions, says: Says) => (
    <Option finder={finder} state={state} name={name} says={says}>
      {says.label}
    </Option>
  );
  return (
    <>
      {state.searches === 'nodes' && (
        <div className={styles.parts} role="group" aria-label={FIND_BAR.parts}>
          {part('inKeys', FIND_BAR.inKeys)}
          {part('inValues', FIND_BAR.inValues)}
        </div>
      )}
      <span className={styles.count} role="status" aria-live={running ? 'off' : 'polite'} data-none={none}>
        {wordsOf(state)}
      </span>
      {state.slow && (
        <Button look="outline" onClick={() => finder.stopSearch()}>
          {FIND_BAR.stop}
        </Button>
      )}
      <Button
        look="quiet"
        icon
        label={FIND_BAR.previous.label}
        tooltip={FIND_BAR.previous.hint}
        disabled={none}
        onClick={() => finder.go('previous')}
      >
        <ArrowUp {...ICON} />
      </Button>
      <Button
        look="quiet"
        icon
        label={FIND_BAR.next.label}
        tooltip={FIND_BAR.next.hint}
        disabled={none}
        onClick={() => finder.go('next')}
      >
        <ArrowDown {...ICON} />
      </Button>
      <Toggle {...FIND_BAR.within} pressed={state.within !== null} onToggle={() => finder.toggleWithin()}>
        <TextSelect {...ICON} />
      </Toggle>
      {finder.results !== null && <ListToggle results={finder.results} />}
      {!finder.hidesRows && <OnlyMatches finder={finder} state={state} />}
      <Button
        look="quiet"
        icon
        label={FIND_BAR.close.label}
        tooltip={FIND_BAR.close.hint}
        onClick={() => finder.close()}
      >
        <X {...ICON} />
      </Button>
    </>
  );
}

/** Switch for the list of hits. */
function ListToggle({ results }: { readonly results: ResultsPlace }) {
  const isShown = useSyncExternalStore(
    (listener) => results.subscribe(listener),
    () => results.isShown(),
  );
  return (
    <Toggle {...FIND_BAR.list} pressed={isShown} onToggle={() => results.toggle()}>
      <ListTree {...ICON} />
    </Toggle>
  );
}

/** Switch for showing only what was found. */
function OnlyMatches({ finder, state }: BarProps) {
  const isOn = useDocument(finder.source.client).narrowed?.kind === 'matches';
  const isUseless = !isOn && (state.pattern === '' || state.problem !== null);
  return (
    <Button
      look="quiet"
      icon
      label={SHOW_ONLY_MATCHES.label}
      tooltip={SHOW_ONLY_MATCHES.hint}
      pressed={isOn}
      disabled={isUseless}
      onClick={() => finder.toggleOnly()}
    >
      <Filter {...ICON} />
    </Button>
  );
}

/** The replacement row, the problem, and the notice. */
export function Below({ finder, state, problemId }: BarProps & { readonly problemId: string }) {
  const { replacing, replacement, count, running, problem } = state;
  const none = count === 0;
  return (
    <>
      {replacing && (
        <div className={styles.row}>
          <div className={styles.field}>
            <input
              type="text"
              data-field="replacement"
              aria-label={REPLACE.replacement}
              placeholder={REPLACE.replacement}
              value={replacement}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => finder.setReplacement(event.target.value)}
            />
            <Option finder={finder} state={state} name="preserveCase" says={REPLACE.preserveCase}>
              <CaseUpper {...ICON} />
            </Option>
          </div>
          <div className={styles.steps}>
            <Button look="outline" tooltip={REPLACE.one.hint} disabled={none} onClick={() => void finder.replaceOne()}>
              {REPLACE.one.label}
            </Button>
            <Button
              look="outline"
              tooltip={REPLACE.allHint}
              disabled={none || running}
              onClick={() => void finder.replaceAll()}
            >
              {REPLACE.all(running ? 0 : count)}
            </Button>
          </div>
        </div>
      )}
      {problem !== null && (
        <p className={styles.problem} id={problemId} role="alert">
          {problem}
        </p>
      )}
      <p className={styles.notice} aria-live="polite">
        {problem === null ? state.notice : null}
      </p>
    </>
  );
}

/** A toggle button for one search option. */
function Option({ finder, state, name, says, children }: BarProps & OptionProps) {
  return (
    <Toggle {...says} pressed={state.options[name]} onToggle={() => finder.toggle(name)}>
      {children}
    </Toggle>
  );
}

interface OptionProps {
  readonly name: keyof FindOptions;
  readonly says: Says;
  readonly children: ReactNode;
}

/** The text in place of the count: "3 of 1,234", or the progress. */
function wordsOf({ pattern, count, current, running, slow, problem, done }: FindState): string {
  if (done !== null) return done;
  if (pattern === '' || problem !== null) return '';
  if (running) return count > 0 ? COUNT.soFar(count) : slow ? COUNT.searching : '';
  if (count === 0) return COUNT.none;
  return current >= 0 ? COUNT.place(current + 1, count) : COUNT.all(count);
}

/** The accessible name of a toggle, and its tooltip. */
interface Says {
  readonly label: string;
  readonly hint: string;
}

function Toggle({
  label,
  hint,
  pressed,
  onToggle,
  children,
}: Says & {
  readonly pressed: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={`${buttonClass('quiet', true)} ${styles.toggle}`}
      aria-label={label}
      aria-pressed={pressed}
      data-hint={hint}
      onClick={onToggle}
    >
      {children}
    </button>
  );
}
