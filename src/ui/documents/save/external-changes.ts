// Handles changes that other panels and tabs make to the document that a panel shows. A panel without unsaved changes follows
// them; with unsaved changes, the user is asked.

import type { ShelfEvent, Writer } from '../storage/shelf.ts';
import type { ShelfName, ShelfKey } from '../../model/document-key.ts';
import { uniqueName } from '../storage/names.ts';
import type { Documents } from '../documents.ts';
import { raiseConflict, isUnsaved, type PanelCore } from '../../panel-core/panel-core.ts';
import { isShelved, type ShelvedOrigin } from '../../model/origin.ts';
import { Sequencer } from '../../../shared/sequencer.ts';

export interface ExternalChanges {
  /** Identifies this panel in the events of its saves. */
  readonly self: string;
  /** Returns whose change a write is that the user makes in this panel now. */
  writer(): Writer;
  /** Returns the latest revision that has the same content as `origin`. */
  latest(origin: ShelvedOrigin): number;
  /** Called when the shown document was saved elsewhere: shows that version, or asks the user. */
  handleForeignSave(): void;
  stop(): void;
}

/** What the watcher depends on. */
export interface ExternalChangesOptions {
  readonly documents: Documents;
  /** Reloads a document that was saved elsewhere. */
  readonly reload: (key: ShelfKey) => Promise<void>;
  /** Empties the panel, because its document was deleted. */
  readonly close: () => Promise<void>;
  /** Called when the document was deleted, but has unsaved changes here: the hash must no longer name it. */
  readonly onDeleted: () => void;
  /** Whether this page is deleting the document, and closes it itself. */
  readonly isEnding?: () => boolean;
}

/** Starts watching what other tabs and panels do to the document of a panel. */
export function watchExternalChanges(
  core: PanelCore,
  { documents, reload, close, onDeleted, isEnding = () => false }: ExternalChangesOptions,
): ExternalChanges {
  const { state } = core;
  const self = uniqueName();
  /** Revisions that left the content unchanged, each as its shelf, id and number. */
  const unchanged = new Set<string>();
  const nameOf = (shelf: ShelfName, id: string, rev: number): string => `${shelf} ${id} ${rev}`;

  const latest = ({ kind, key, rev }: ShelvedOrigin): number => {
    let last = rev;
    while (unchanged.has(nameOf(kind, key.id, last + 1))) last += 1;
    return last;
  };

  const shows = (shelf: ShelfName, id: string): boolean =>
    isShelved(state.document.origin) && state.document.origin.kind === shelf && state.document.origin.key.id === id;

  /** The last reload after a save made elsewhere. Until it has ended, what it has loaded counts as unsaved. */
  const reloads = new Sequencer();
  const handleForeignSave = (): void => {
    const { origin: known } = state.document;
    if (!isShelved(known)) return;
    void reloads.run(() => {
      const { origin } = state.document;
      if (!isShelved(origin) || !shows(known.kind, known.key.id)) return undefined;
      if (!isUnsaved(state)) return reload(origin.key);
      raiseConflict(core);
      return undefined;
    });
  };

  const handleDeletion = (): void => {
    if (isEnding()) return;
    if (isUnsaved(state)) {
      state.document.origin = { kind: 'none' };
      onDeleted();
    } else {
      void close();
    }
  };

  const hear = (shelf: ShelfName, event: ShelfEvent): void => {
    const { origin } = state.document;
    if (!isShelved(origin) || !shows(shelf, event.id)) return;
    if (event.type === 'renamed' || event.type === 'changed') {
      // Events of earlier saves may still be missing: only the revision right after the known one is sure to have its content.
      unchanged.add(nameOf(shelf, event.id, event.rev));
      state.document.origin = { ...origin, rev: latest(origin) };
      if (event.type === 'renamed') state.document.name = event.name;
    } else if (event.type === 'saved') {
      if (event.by !== self && event.rev > origin.rev) handleForeignSave();
    } else {
      void reloads.run(() => shows(shelf, event.id) && handleDeletion());
    }
  };
  const endings = [
    documents.local.channel.subscribe((event) => hear('local', event)),
    documents.cloud?.channel.subscribe((event) => hear('cloud', event)),
  ];
  return {
    self,
    writer: () => ({ panel: self, person: documents.cloud?.tokens.person ?? null }),
    latest,
    handleForeignSave,
    stop() {
      for (const end of endings) end?.();
    },
  };
}
