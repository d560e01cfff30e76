// The secrets of a panel's document, for a part of the page that shows them.

import { useCallback, useEffect, useState } from 'react';
import type { LeakGroup } from '../../shared/protocol/leaks.ts';
import { LeakFinder } from '../client/leak-finder.ts';
import { isWithdrawn, messageOf } from '../notices/notices.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { ignoredPlaces } from './ignored-places.ts';

/** What is known so far. */
export interface FoundLeaks {
  /** `null` while they are being looked for. */
  readonly groups: readonly LeakGroup[] | null;
  /** Why they can't be. */
  readonly problem: string | null;
  /** Share of the document that was searched, 0 to 1. */
  readonly share: number;
  /** Places that were left out. */
  readonly ignored: readonly string[];
  /** Looks again, after a change of the places that are left out. */
  readonly refresh: () => void;
}

/** Looks for the secrets of the document that a panel has now. */
export function useLeaks(core: PanelCore): FoundLeaks {
  const [found, setFound] = useState<Omit<FoundLeaks, 'ignored' | 'refresh'>>({
    groups: null,
    problem: null,
    share: 0,
  });
  const [ignored, setIgnored] = useState(() => ignoredPlaces(core));
  useEffect(() => {
    const closing = new AbortController();
    const finder = new LeakFinder(core.client);
    const onProgress = (done: number, total: number): void =>
      setFound((before) => ({ ...before, share: total === 0 ? 0 : done / total }));
    finder
      .find(ignored, { signal: closing.signal, onProgress })
      .then(
        (groups) => setFound({ groups, problem: null, share: 1 }),
        (error: unknown) => !isWithdrawn(error) && setFound({ groups: null, problem: messageOf(error), share: 0 }),
      )
      .finally(() => finder.close());
    return () => closing.abort();
  }, [core, ignored]);
  const refresh = useCallback(() => setIgnored(ignoredPlaces(core)), [core]);
  return { ...found, ignored, refresh };
}
