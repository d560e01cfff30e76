// All local documents together: exported as one file, or erased.

import { dialectOf, fileNameIn, type Dialect } from '../../../shared/document/dialect.ts';
import type { ArchiveEntry } from '../../../shared/protocol/jobs.ts';
import type { LocalDocuments } from './local-documents.ts';

/** Returns every local document as an entry of an archive, the newest first. */
export async function backupEntries(local: LocalDocuments): Promise<ArchiveEntry[]> {
  const metas = (await local.list()).toSorted((a, b) => (a.updated < b.updated ? 1 : -1));
  const used = new Set<string>();
  const entries: ArchiveEntry[] = [];
  for (const { _id, name, updated, dialect = dialectOf(name) } of metas) {
    const content = await local.content(_id);
    if (content === null) continue;
    entries.push({ name: fileName(name, dialect, _id, used), content, modified: new Date(updated) });
  }
  return entries;
}

/** Returns a name that every file system accepts, and that no other entry has. */
function fileName(name: string, dialect: Dialect, id: string, used: Set<string>): string {
  const plain = fileNameIn(name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_'), dialect);
  const [, stem = plain, ending = '.json'] = /^(.+?)(\.[a-z0-9]{1,8})$/i.exec(plain) ?? [];
  const free = used.has(`${stem}${ending}`.toLowerCase()) ? `${stem} (${id})${ending}` : `${stem}${ending}`;
  used.add(free.toLowerCase());
  return free;
}

/** Removes everything that this page stores in the browser: documents, drafts, settings. */
export async function eraseAll(): Promise<void> {
  const databases = await indexedDB.databases();
  const gone = databases.map(
    ({ name = '' }) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.addEventListener('success', () => resolve());
        request.addEventListener('error', () => reject(request.error ?? new Error('the database was not deleted')));
      }),
  );
  await Promise.all(gone);
  localStorage.clear();
  sessionStorage.clear();
}
