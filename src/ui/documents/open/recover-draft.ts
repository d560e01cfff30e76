// Gives a panel the unsaved work of a draft.

import { parseCompoundKey } from '../../link/route.ts';
import { storedTable } from '../csv/open-csv.ts';
import { isShelfKey, type CompoundKey } from '../../model/document-key.ts';
import type { Origin } from '../../model/origin.ts';
import { noteShared } from '../versions/shared-version.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import type { DocumentIdentity } from '../../panel-core/panel-document.ts';
import { sameDocument } from '../../panel-core/shown-document.ts';
import { COMING } from '../../strings/documents/opening.ts';
import type { Task } from '../../client/document.ts';
import type { ShownFile } from '../storage/file-record.ts';
import type { Draft } from '../drafts/drafts.ts';

/** Gives a panel another document, and waits until the worker has it. */
export type Enter = (
  identity: DocumentIdentity,
  label: string,
  isCurrent: () => boolean,
  work: (task: Required<Task>) => Promise<void>,
  settle: () => void,
) => Promise<void>;

/** What recovering depends on. */
export interface RecoveryOptions {
  readonly isCurrent: () => boolean;
  readonly enter: Enter;
  readonly onKey: (key: CompoundKey | null) => void;
  readonly onFile: (file: ShownFile | null) => void;
  /** Empties the panel. */
  readonly clear: (problem: null) => Promise<void>;
}

/** Recovers a draft in a panel whose document may be replaced; returns whether it did. Reports errors. */
export async function recoverDraft(
  core: PanelCore,
  { head, base, shared, steps, file, sourceFile = null, packed, csv }: Draft,
  { isCurrent, enter, onKey, onFile, clear }: RecoveryOptions,
): Promise<boolean> {
  const { client, state } = core;
  const { name } = head;
  const key = head.key === null ? null : parseCompoundKey(head.key);
  const origin: Origin =
    key !== null && isShelfKey(key) && head.rev !== null
      ? { kind: key.source, key, rev: head.rev, access: null }
      : key?.source === 'url'
        ? { kind: 'url', key }
        : { kind: file === null && sourceFile === null ? 'none' : 'disk' };
  const isSame = sameDocument(core);
  try {
    const table = csv && (await storedTable(core, csv, base.content));
    // The document is unsaved from its first write on, and autosave stores no document that has a file.
    await enter(
      { name, origin, file, author: head.person },
      COMING.recover(name),
      isCurrent,
      (task) => client.recover(base, steps, task),
      () => {
        state.document.savedContent = null;
        state.document.packed = packed;
        if (sourceFile !== null) state.document.sourceFile = { name: sourceFile, downloaded: null };
        table?.settle();
      },
    );
    if (!isCurrent()) return false;
    // A copy: the base file of the draft is deleted with the draft.
    core.document.opened = {
      ...base,
      content: await new Response(base.content.stream()).blob(),
      draft: { isSaved: shared === 'base' },
    };
    if (!isCurrent()) return false;
    if (shared instanceof Blob) noteShared(core, new Blob([await shared.arrayBuffer()]));
    if (!isCurrent()) return false;
    onKey(key);
    onFile(file && { handle: file.handle, content: null, dialect: base?.dialect ?? 'json', csv: csv?.options });
    return true;
  } catch (error) {
    if (!isCurrent()) return false;
    // The worker may hold a part of the draft: that must not be saved as the whole.
    if (!isSame()) await clear(null);
    core.report(error);
    return false;
  }
}
