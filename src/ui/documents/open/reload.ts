// Shows the version of a document that was saved elsewhere, as one undo step. Unsaved work is never replaced: it becomes a
// conflict.

import type { ShelfKey } from '../../model/document-key.ts';
import { isShelved } from '../../model/origin.ts';
import { NO_SCHEMA } from '../../model/schema.ts';
import { waitForState } from '../../client/wait-for-state.ts';
import { raiseConflict, isUnsaved, type PanelCore } from '../../panel-core/panel-core.ts';
import { showsKey } from '../../panel-core/shown-document.ts';
import { COMING } from '../../strings/documents/opening.ts';
import { reloadedFromCloud } from '../../strings/documents/cloud.ts';
import { reloaded } from '../../strings/documents/storage.ts';
import { noteShared } from '../versions/shared-version.ts';
import { fromShelf, type Shelves } from '../incoming/incoming.ts';
import { unlessStale } from '../../async/stale.ts';

/** Reloads a document, unless the panel shows something else by the time it is read. Reports errors. */
export async function reloadDocument(
  core: PanelCore,
  documents: Shelves,
  key: ShelfKey,
  isCurrent: () => boolean,
): Promise<void> {
  const { client, state } = core;
  try {
    const incoming = await fromShelf(documents, key);
    const { content, origin, name, schema = NO_SCHEMA, dialect = client.state.dialect } = incoming;
    const { origin: shown } = state.document;
    // By now something else is shown, or this version already.
    if (!isCurrent() || !isShelved(origin) || !isShelved(shown)) return;
    if (!showsKey(core, key) || origin.rev <= shown.rev) return;
    // The user has continued to edit here.
    if (isUnsaved(state)) {
      raiseConflict(core);
      return;
    }
    const { revision: base } = client.state;
    const writing = core.write(COMING.reload, (task) => client.replace(content, { ...task, dialect, base }));
    const done = await unlessStale(writing, null);
    if (!isCurrent()) return;
    if (done === null) {
      // An edit made just before the replacement is unsaved work.
      raiseConflict(core);
      return;
    }
    // What is reported lags behind what was written.
    await waitForState(client, ({ revision }) => revision >= done.revision);
    if (!isCurrent()) return;
    const isLast = client.state.revision === done.revision;
    // Edits made since are unsaved, on top of the version that was saved elsewhere.
    const savedContent = isLast ? client.state.content : null;
    const said = key.source === 'cloud' ? reloadedFromCloud : reloaded;
    Object.assign(state.document, { name, origin, schema, savedContent, savedAt: Date.now(), conflict: null });
    noteShared(core, content);
    core.succeeded('keep');
    core.notify({ severity: 'success', message: said(state.document.name) });
  } catch (error) {
    if (isCurrent() && showsKey(core, key)) core.report(error);
  }
}
