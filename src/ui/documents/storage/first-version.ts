// Documents of the first version of the product: an array in the browser's storage. They are copied once; the originals stay.
// @see requirements DOC-14

import type { Compress } from './content-form.ts';
import { MIGRATION_FAILED } from '../../strings/documents/storage.ts';
import type { LocalDocuments } from './local-documents.ts';
import { newMeta } from '../../model/document-meta.ts';

const FILES = 'files';
const DONE = 'migrationDate';

/** A document of the first version. */
interface OldFile {
  readonly id: string;
  readonly name: string;
  readonly updated: string;
  readonly text: string;
}

/** Copies the old documents that do not exist here yet; returns how many. Failures are logged. */
export async function migrateLegacy(storage: Storage, local: LocalDocuments, compress: Compress): Promise<number> {
  const stored = storage.getItem(FILES);
  if (stored === null || storage.getItem(DONE) !== null) return 0;
  let copied = 0;
  for (const entry of parse(stored)) {
    try {
      const file = readOldFile(entry);
      const text = new Blob([file.text]);
      const meta = { ...newMeta(file.id, file.name, file.updated), size: text.size };
      if (await local.restore({ meta, blob: await compress(text) }, 'unless-there')) copied += 1;
    } catch (error) {
      console.error(MIGRATION_FAILED, error);
    }
  }
  storage.setItem(DONE, new Date().toISOString());
  return copied;
}

function parse(stored: string): readonly unknown[] {
  try {
    const files: unknown = JSON.parse(stored);
    return Array.isArray(files) ? files : [];
  } catch (error) {
    console.error(MIGRATION_FAILED, error);
    return [];
  }
}

/** @throws TypeError when the entry is not a document */
function readOldFile(entry: unknown): OldFile {
  if (typeof entry !== 'object' || entry === null) throw new TypeError('an entry is no object');
  const { id, name, updated, text, data } = entry as Record<string, unknown>;
  if (typeof id !== 'string' || id === '') throw new TypeError('an entry has no id');
  const content = typeof text === 'string' ? text : data === undefined ? undefined : JSON.stringify(data, null, 2);
  if (content === undefined) throw new TypeError(`"${id}" has no content`);
  const time = typeof updated === 'string' || typeof updated === 'number' ? new Date(updated) : new Date(Number.NaN);
  return {
    id,
    name: typeof name === 'string' && name !== '' ? name : id,
    updated: (Number.isNaN(time.getTime()) ? new Date() : time).toISOString(),
    text: content,
  };
}
