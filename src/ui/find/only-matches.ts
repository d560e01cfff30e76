// The hits of the find bar as what is shown only.

import { cancelled } from '../../shared/errors.ts';
import type { Revision } from '../../shared/units.ts';
import type { DocumentClient, Task } from '../client/document.ts';
import { showOnlyOf, type FoundValues, type OnlySource } from '../show-only/show-only.ts';
import type { FindState } from './find-state.ts';
import type { HitList } from './hit-list.ts';

/** What has found the hits: a finder. */
export interface HitFinder {
  readonly hits: HitList;
  readonly hitsRevision: Revision;
  /** Whether the hits are those of the document's current revision. */
  readonly isFresh: boolean;
  getState(): FindState;
  subscribe(listener: () => void): () => void;
}

/** Shows only the hits, or everything again; nothing changes while there is no pattern. */
export async function toggleMatches(
  finder: HitFinder,
  client: DocumentClient,
  report: (error: unknown) => void,
): Promise<void> {
  const only = showOnlyOf(client, report);
  if (only.shows('matches')) await only.end();
  else if (finder.getState().pattern !== '') await only.show(matchesOf(finder, client));
}

/** The hits of a finder, followed while its bar is open. */
export function matchesOf(finder: HitFinder, client: DocumentClient): OnlySource {
  let { pattern } = finder.getState();
  /** What is searched for; not the hits, which edits change. */
  const keyOf = (): string => {
    const { pattern: wanted, options, within, searches } = finder.getState();
    return JSON.stringify([wanted, options, within, searches]);
  };
  return {
    about: () => ({ kind: 'matches', detail: pattern }),
    find: async (task) => {
      const found = await readHits(finder, client, task);
      ({ pattern } = finder.getState());
      return found;
    },
    follow(again) {
      let known = keyOf();
      return finder.subscribe(() => {
        const { open, pattern: wanted } = finder.getState();
        const key = keyOf();
        // A closed bar has no hits; what it has found stays shown.
        if (!open || wanted === '' || key === known) return;
        known = key;
        // The search begins only after the bar has its new state.
        queueMicrotask(again);
      });
    },
  };
}

async function readHits(finder: HitFinder, client: DocumentClient, { signal }: Task): Promise<FoundValues> {
  await untilFound(finder, client, signal);
  const { hits, hitsRevision: revision } = finder;
  const isText = finder.getState().searches === 'text';
  return { revision, found: isText ? { bytes: hits.bytes() } : { nodes: hits.nodes().slice() }, whole: false };
}

/** Waits until the hits are those of the document's current revision. */
function untilFound(finder: HitFinder, client: DocumentClient, signal?: AbortSignal): Promise<void> {
  const isDone = (): boolean => {
    const { open, running, pattern } = finder.getState();
    return !open || pattern === '' || (!running && finder.isFresh && finder.hitsRevision === client.state.revision);
  };
  if (isDone()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const endings: (() => void)[] = [];
    const end = (): void => {
      for (const one of endings) one();
    };
    const check = (): void => {
      if (!isDone()) return;
      end();
      resolve();
    };
    endings.push(finder.subscribe(check), client.subscribe(check));
    signal?.addEventListener('abort', () => {
      end();
      reject(cancelled());
    });
  });
}
