// The find bar: what to find, how, and what to put in its place. It stands above the content and takes its
// room from it, so that it covers nothing. It knows nothing of the view below.

import {
  ArrowDown,
  ArrowUp,
  CaseSensitive,
  CaseUpper,
  ChevronDown,
  ChevronRight,
  ListTree,
  Regex,
  TextSelect,
  WholeWord,
  X,
} from 'lucide-react';
import { memo, useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { Button, buttonClass } from '../widgets/button.tsx';
import type { Finder } from './finder.ts';
import { commandOf } from './bar-keys.ts';
import type { FindOptions, FindState } from './find-state.ts';
import { COUNT, FIND, REPLACE } from '../strings/editors/find.ts';
import styles from './bar.module.css';

const ICON = { size: 16, 'aria-hidden': true } as const;

/** The bar of a panel, while it is open. */
export const FindBar = memo(function FindBar({ finder }: { readonly finder: Finder }) {
  const state = useSyncExternalStore(finder.subscribe, finder.getState);
  // Whoever is below keeps the text where it is while the bar comes, grows and goes.
  useLayoutEffect(() => finder.settle());
  return state.open ? <OpenBar finder={finder} state={state} /> : null;
});

function OpenBar({ finder, state }: { readonly finder: Finder; readonly state: FindState }) {
  const { pattern, replacement, options, replacing, count, running, problem } = state;
  const bar = useRef<HTMLDivElement>(null);
  const find = useRef<HTMLInputElement>(null);
  const problemId = useId();

  useEffect(() => {
    if (state.summons === 0) return;
    find.current?.focus();
    find.current?.select();
  }, [state.summons]);

  useEffect(() => {
    const element = bar.current;
    const key = (event: KeyboardEvent): void => {
      const field = event.target instanceof HTMLInputElement ? event.target : null;
      const part = field === null ? null : field.dataset['field'] === undefined ? 'pattern' : 'replacement';
      const command = commandOf(event, part);
      if (command === null || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      finder.run(command);
    };
    element?.addEventListener('keydown', key);
    return () => element?.removeEventListener('keydown', key);
  }, [finder]);

  const option = (name: keyof FindOptions, says: Says, icon: ReactNode) => (
    <Toggle {...says} pressed={options[name]} onToggle={() => finder.toggle(name)}>
      {icon}
    </Toggle>
  );

  const none = count === 0;
  return (
    // `search` the element is not known to every browser that this runs in.
    <div ref={bar} className={styles.bar} role="search" aria-label={FIND.title}>
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
      <div className={styles.rows} data-searches={state.searches}>
        <div className={styles.row}>
          <div className={styles.field} data-invalid={problem !== null}>
            <input
              ref={find}
              type="text"
              aria-label={FIND.pattern}
              placeholder={FIND.pattern}
              value={pattern}
              aria-invalid={problem !== null}
              aria-describedby={problem === null ? undefined : problemId}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => finder.setPattern(event.target.value)}
            />
            {option('matchCase', FIND.matchCase, <CaseSensitive {...ICON} />)}
            {option('wholeWord', FIND.wholeWord, <WholeWord {...ICON} />)}
            {option('regex', FIND.regex, <Regex {...ICON} />)}
          </div>
          <div className={styles.steps}>
            {state.searches === 'nodes' && (
              <div className={styles.parts} role="group" aria-label={FIND.parts}>
                {option('inKeys', FIND.inKeys, FIND.inKeys.label)}
                {option('inValues', FIND.inValues, FIND.inValues.label)}
              </div>
            )}
            <span className={styles.count} role="status" aria-live={running ? 'off' : 'polite'} data-none={none}>
              {wordsOf(state)}
            </span>
            {state.slow && (
              <Button look="outline" onClick={() => finder.stopSearch()}>
                {FIND.stop}
              </Button>
            )}
            <Button
              look="quiet"
              icon
              label={FIND.previous.label}
              tooltip={FIND.previous.hint}
              disabled={none}
              onClick={() => finder.go('previous')}
            >
              <ArrowUp {...ICON} />
            </Button>
            <Button
              look="quiet"
              icon
              label={FIND.next.label}
              tooltip={FIND.next.hint}
              disabled={none}
              onClick={() => finder.go('next')}
            >
              <ArrowDown {...ICON} />
            </Button>
            <Toggle {...FIND.within} pressed={state.within !== null} onToggle={() => finder.toggleWithin()}>
              <TextSelect {...ICON} />
            </Toggle>
            {state.searches === 'nodes' && (
              <Toggle {...FIND.list} pressed={state.listing} onToggle={() => finder.setListing(!state.listing)}>
                <ListTree {...ICON} />
              </Toggle>
            )}
            <Button look="quiet" icon label={FIND.close.label} tooltip={FIND.close.hint} onClick={() => finder.close()}>
              <X {...ICON} />
            </Button>
          </div>
        </div>
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
              {option('preserveCase', REPLACE.preserveCase, <CaseUpper {...ICON} />)}
            </div>
            <div className={styles.steps}>
              <Button
                look="outline"
                tooltip={REPLACE.one.hint}
                disabled={none}
                onClick={() => void finder.replaceOne()}
              >
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
      </div>
    </div>
  );
}

/** Where among how many. */
function wordsOf({ pattern, count, current, running, slow, problem, done }: FindState): string {
  if (done !== null) return done;
  if (pattern === '' || problem !== null) return '';
  if (running) return count > 0 ? COUNT.soFar(count) : slow ? COUNT.searching : '';
  if (count === 0) return COUNT.none;
  return current >= 0 ? COUNT.place(current + 1, count) : COUNT.all(count);
}

/** What a switch is called, and what the pointer is told of it. */
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
