// Asks the worker for something each time that the question changes, a moment after the last change. The answer to the question
// before is shown until then.

import { useEffect, useState } from 'react';
import { unlessStale } from '../../async/stale.ts';

/** Delay after the last key, in milliseconds. */
const TYPING_MS = 120;

/** An answer; `isOld` while the next one is awaited. */
export interface Asked<T> {
  readonly answer: T | null;
  readonly isOld: boolean;
  readonly error: unknown;
}

/** Asks for `question`; `null` asks for nothing. `ask` is called with a signal that aborts when the question changes. */
export function useAsked<T>(question: string | null, ask: (signal: AbortSignal) => Promise<T>): Asked<T> {
  const [asked, setAsked] = useState<Asked<T> & { readonly of: string | null }>({
    answer: null,
    isOld: false,
    error: null,
    of: null,
  });
  useEffect(() => {
    if (question === null) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const asking = ask(stop.signal).then((answer) => ({ answer, isOld: false, error: null, of: question }));
      // After a write the question changes, and is asked anew.
      unlessStale(asking, null, 'cancelled').then(
        (answered) => !stop.signal.aborted && answered !== null && setAsked(answered),
        (error: unknown) => !stop.signal.aborted && setAsked((last) => ({ ...last, error, of: question })),
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `ask` is that of the question
  }, [question]);
  return { answer: asked.answer, isOld: asked.of !== question, error: asked.error };
}
