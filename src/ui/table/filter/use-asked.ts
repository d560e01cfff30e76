// Asks the worker for something each time that the question changes, a moment after the last change. The answer to the question
// before is shown until then.

import { useEffect, useState } from 'react';
import { Debounced } from '../../async/debounced.ts';
import { Latest } from '../../async/latest.ts';
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
  const [requests] = useState(() => new Latest());
  useEffect(() => {
    if (question === null) return undefined;
    const run = async (signal: AbortSignal) => ({ answer: await ask(signal), isOld: false, error: null, of: question });
    const later = new Debounced(() => {
      // After a write the question changes, and is asked anew.
      requests
        .run((signal) => unlessStale(run(signal), null))
        .then(
          (answered) => answered !== null && setAsked(answered),
          (error: unknown) => setAsked((last) => ({ ...last, error, of: question })),
        );
    }, TYPING_MS);
    later.start();
    return () => {
      later.cancel();
      requests.cancel();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `ask` is that of the question
  }, [question]);
  return { answer: asked.answer, isOld: asked.of !== question, error: asked.error };
}
