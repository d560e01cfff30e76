// The find bar: pattern, options and replacement. It takes its height from the content below, so that it covers nothing, and
// does not depend on the view there.

import { memo, useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { FIND } from '../strings/editors/find.ts';
import type { Finder } from './finder.ts';
import { commandOf } from './bar-keys.ts';
import type { BarProps } from './bar-parts.tsx';
import styles from './bar.module.css';

type Parts = typeof import('./bar-parts.tsx');
/** The parts around the field; `null` until they are loaded. */
let loaded: Parts | null = null;
const importParts = loadWithRetry(() => import('./bar-parts.tsx'));
const loadParts = async (): Promise<Parts> => (loaded = await importParts());

/** Loads the parts around the field, so that they are there when the bar opens. */
export function prepareFindBar(): void {
  // The bar tries again when it opens.
  loadParts().catch(() => undefined);
}

/** The find bar of a panel; nothing while it is closed. */
export const FindBar = memo(function FindBar({ finder }: { readonly finder: Finder }) {
  const state = useSyncExternalStore(finder.subscribe, finder.getState);
  // The view below keeps its text in place while the bar appears, grows and disappears.
  useLayoutEffect(() => finder.settle());
  return state.open ? <OpenBar finder={finder} state={state} /> : null;
});

function OpenBar({ finder, state }: BarProps) {
  const { pattern, problem } = state;
  const parts = useParts();
  const bar = useRef<HTMLDivElement>(null);
  const find = useRef<HTMLInputElement>(null);
  const problemId = useId();
  useLayoutEffect(() => finder.settle());

  useEffect(() => {
    if (state.focusRequests === 0) return;
    find.current?.focus();
    find.current?.select();
  }, [state.focusRequests]);

  useEffect(() => {
    const element = bar.current;
    const key = (event: KeyboardEvent): void => {
      if (loaded?.moveByTab(event) === true) return;
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

  return (
    // A role, because not every supported browser knows the `search` element.
    <div ref={bar} className={styles.bar} role="search" aria-label={FIND.title}>
      {parts && <parts.Fold finder={finder} state={state} />}
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
            {parts && <parts.Options finder={finder} state={state} />}
          </div>
          <div className={styles.steps}>{parts && <parts.Steps finder={finder} state={state} />}</div>
        </div>
        {parts && <parts.Below finder={finder} state={state} problemId={problemId} />}
      </div>
    </div>
  );
}

/** The parts around the field; `null` until they are loaded. */
function useParts(): Parts | null {
  const [parts, setParts] = useState(loaded);
  useEffect(() => {
    // The field works without them.
    if (parts === null) loadParts().then(setParts, () => undefined);
  }, [parts]);
  return parts;
}
