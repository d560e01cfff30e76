// What others do to the document that a panel shows: panels beside it, other tabs. One without unsaved changes follows; one
// with some is asked.

import type { ShelfEvent } from './storage/shelf.ts';
import type { ShelfName } from '../model/shelf-name.ts';
import { uniqueName } from './storage/names.ts';
import type { Documents } from './documents.ts';
import { conflictOver, isUnsaved, type PanelCore } from '../panel/panel-core.ts';
import { isShelved, type ShelvedOrigin } from '../model/origin.ts';
import type { ShelfKey } from '../model/compound-key.ts';

export interface ExternalChanges {
  /** Who saves, to whoever hears of it. */
  readonly self: string;
  /** The latest revision whose content is the one of `origin`. */
  latest(origin: ShelvedOrigin): number;
  /** Somebody else has saved the document that is shown: shows that, or asks. */
  meet(): void;
  stop(): void;
}

/** What it needs from others. */
export interface ExternalChangesOptions {
  readonly documents: Documents;
  /** Shows a document anew, as somebody else has saved it. */
  readonly reload: (key: ShelfKey) => Promise<void>;
  /** Empties the panel: its document was deleted. */
  readonly close: () => Promise<void>;
  /** The document was deleted and is still worked on: the hash names it no longer. */
  readonly onDeleted: () => void;
}

/** Starts to follow what other tabs and panels do to the document of a panel. */
export function watchExternalChanges(
  { state }: PanelCore,
  { documents, reload, close, onDeleted }: ExternalChangesOptions,
): ExternalChanges {
  const self = uniqueName();
  /** Revisions that left the content as it was, each as its shelf, its id and its number. */
  const unchanged = new Set<string>();
  const nameOf = (shelf: ShelfName, id: string, rev: number): string => `${shelf} ${id} ${rev}`;

  const latest = ({ kind, key, rev }: ShelvedOrigin): number => {
    let last = rev;
    while (unchanged.has(nameOf(kind, key.id, last + 1))) last += 1;
    return last;
  };

  const meet = (): void => {
    const { origin } = state;
    if (isUnsaved(state)) state.conflict = conflictOver(state);
    else if (isShelved(origin)) void reload(origin.key);
  };

  const hear = (shelf: ShelfName, event: ShelfEvent): void => {
    const { origin } = state;
    if (!isShelved(origin) || origin.kind !== shelf || origin.key.id !== event.id) return;
    if (event.type === 'renamed' || event.type === 'changed') {
      // What was saved before that may not have been heard of yet: only the next revision is known to be this one.
      unchanged.add(nameOf(shelf, event.id, event.rev));
      state.origin = { ...origin, rev: latest(origin) };
      if (event.type === 'renamed') state.name = event.name;
    } else if (event.type === 'saved') {
      if (event.by !== self && event.rev > origin.rev) meet();
    } else if (isUnsaved(state)) {
      state.origin = { kind: 'none' };
      onDeleted();
    } else {
      void close();
    }
  };
  const endings = [
    documents.local.channel.subscribe((event) => hear('local', event)),
    documents.cloud?.channel.subscribe((event) => hear('cloud', event)),
  ];
  return {
    self,
    latest,
    meet,
    stop() {
      for (const end of endings) end?.();
    },
  };
}
