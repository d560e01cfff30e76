// Deletes a document of this browser or of the cloud.

import { formatCompoundKey } from '../link/route.ts';
import type { ShelfKey } from '../model/document-key.ts';
import { DELETED, RESTORED, UNDO_DELETE } from '../strings/documents/storage.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import type { PanelWrites } from './write-queue.ts';
import type { CloudDocuments } from './cloud/cloud-documents.ts';
import type { Deleted, LocalDocuments } from './storage/local-documents.ts';
import type { RecentFiles } from './storage/recent-files.ts';

/** The parts of the documents that are used here. */
interface DeletableDocuments {
  readonly local: LocalDocuments;
  readonly recent: RecentFiles;
  readonly state: { changes: number };
  readonly writes: Iterable<PanelWrites>;
  cloudShelf(): Promise<Pick<CloudDocuments, 'delete'>>;
  forget(compoundKey: string): void;
}

/**
 * Deletes a document and closes it in the panels. It waits for what these are writing, with what was not saved yet, and they write
 * nothing until it has ended: a save in between would bring the document back under another id. For a document of this browser,
 * a notice offers to undo it.
 * @throws CodedError of the shelf
 */
export async function deleteDocument(
  documents: DeletableDocuments,
  key: ShelfKey,
  teller: Pick<PanelCore, 'notify' | 'report'>,
): Promise<void> {
  const turns = await Promise.all(Array.from(documents.writes, (writes) => writes.takeTurn(key)));
  let isDeleted = false;
  try {
    await deleteStored(documents, key, teller);
    isDeleted = true;
  } finally {
    await Promise.all(turns.map((end) => end(isDeleted)));
  }
}

async function deleteStored(
  documents: DeletableDocuments,
  key: ShelfKey,
  { notify, report }: Pick<PanelCore, 'notify' | 'report'>,
): Promise<void> {
  const { local, recent, state } = documents;
  const restore = async (deleted: Deleted): Promise<void> => {
    await local.restore(deleted);
    const { name, updated, size, dialect } = deleted.meta;
    recent.view(key, { name, updated, size, dialect });
    state.changes += 1;
    notify({ severity: 'success', message: RESTORED });
  };
  if (key.source === 'cloud') {
    await (await documents.cloudShelf()).delete(key.id);
    documents.forget(formatCompoundKey(key));
    notify({ severity: 'success', message: DELETED });
    return;
  }
  const deleted = await local.delete(key.id);
  documents.forget(formatCompoundKey(key));
  if (deleted === null) return;
  const undo = { label: UNDO_DELETE, run: () => void restore(deleted).catch(report) };
  notify({ severity: 'success', message: DELETED, action: undo });
}
