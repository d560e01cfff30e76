// Local documents: stored in this browser only. A save checks in one transaction the revision that it is based on. If two tabs
// save the same document, one wins and the other one gets a `conflict`. `names.ts` makes their ids and names.

import { CodedError } from '../../../shared/errors.ts';
import { changedElsewhere, noLocal, notFound } from '../../strings/documents/storage.ts';
import { inDatabase, type LocalDatabase } from './database.ts';
import { contentOf, type StoredContent } from '../../model/stored-content.ts';
import { ContentForm } from './content-form.ts';
import type { StoredCsv } from '../../model/csv-file.ts';
import { NO_SCHEMA, type Schema } from '../../model/schema.ts';
import { newMeta, readMeta, type DocumentMeta } from '../../model/document-meta.ts';
import { newId, nextName } from './names.ts';
import {
  ShelfChannel,
  type LoadedDocument,
  type SavedDraft,
  type Shelf,
  type ShelvedContent,
  type Writer,
} from './shelf.ts';

/** A deleted document, for `restore`. */
export interface Deleted {
  readonly meta: DocumentMeta;
  readonly blob: Blob | null;
  readonly csv?: StoredCsv | undefined;
}

const TRIES = 20;

/** The local documents of this browser. */
export class LocalDocuments implements Shelf {
  readonly channel = new ShelfChannel('diptych-documents');

  constructor(
    private readonly database: () => Promise<LocalDatabase>,
    private readonly form: ContentForm = new ContentForm(database),
  ) {}

  /** Creates a document; without a name it gets the next free one. */
  create(name: string | null, content: ShelvedContent): Promise<DocumentMeta> {
    return inDatabase('save', async () => {
      const database = await this.database();
      const blob = await this.form.of(content.blob);
      const transaction = writing(database);
      const documents = transaction.objectStore('documents');
      let id = newId();
      for (let tries = 0; (await documents.getKey(id)) !== undefined && tries < TRIES; tries += 1) id = newId();
      const chosen = name ?? nextName((await documents.getAll()).flatMap((meta) => readMeta(meta)?.name ?? []));
      const { size, dialect, schema = NO_SCHEMA, sourceFile } = content;
      const meta = {
        ...newMeta(id, chosen, new Date().toISOString()),
        size,
        dialect,
        schema,
        ...(sourceFile !== undefined && { sourceFile }),
      };
      await documents.add(meta);
      await transaction.objectStore('contents').put({ _id: id, blob });
      await putCsv(transaction, id, content.csv);
      await recordInDraft(transaction, content.draft, meta);
      await transaction.done;
      return meta;
    });
  }

  /**
   * Writes a new content over revision `base`; over any revision if `base` is `null`.
   * @throws CodedError `conflict` when the revision is another one, `missing` when there is no document
   */
  async save(id: string, base: number | null, content: ShelvedContent, by: Writer): Promise<DocumentMeta> {
    const { size, dialect } = content;
    const meta = await this.update(id, base, (before) => ({ ...before, size, dialect }), content);
    this.channel.publish({ type: 'saved', id, rev: meta._rev, by: by.panel });
    return meta;
  }

  /** @throws CodedError `missing` */
  async rename(id: string, name: string): Promise<DocumentMeta> {
    const meta = await this.update(id, null, (before) => ({ ...before, name }));
    this.channel.publish({ type: 'renamed', id, rev: meta._rev, name });
    return meta;
  }

  /** @throws CodedError `missing` */
  async setSchema(id: string, schema: Schema): Promise<DocumentMeta> {
    const meta = await this.update(id, null, (before) => ({ ...before, schema }));
    this.channel.publish({ type: 'changed', id, rev: meta._rev });
    return meta;
  }

  /** Records that the file which a document is a copy of was written. @throws CodedError `missing` */
  async forgetFile(id: string): Promise<void> {
    const meta = await this.update(id, null, ({ sourceFile: _file, ...rest }) => rest);
    this.channel.publish({ type: 'changed', id, rev: meta._rev });
  }

  async load(id: string): Promise<LoadedDocument> {
    const meta = await this.view(id);
    const content = meta && (await this.content(id));
    if (meta === null || content === null) throw new CodedError('missing', notFound(id));
    return { meta, content, csv: (await (await this.database()).get('contents', csvKey(id)))?.csv };
  }

  /** Returns the metadata of a document, or `null`. Records that it was viewed. */
  view(id: string): Promise<DocumentMeta | null> {
    return inDatabase('load', async () => {
      const transaction = (await this.database()).transaction('documents', 'readwrite');
      const meta = readMeta(await transaction.store.get(id));
      if (meta === null) return null;
      const viewed = { ...meta, viewed: new Date().toISOString() };
      await transaction.store.put(viewed);
      await transaction.done;
      return viewed;
    });
  }

  /** Returns the compressed content, or `null`. */
  content(id: string): Promise<Blob | null> {
    return inDatabase('loadContent', async () => {
      const stored = await (await this.database()).get('contents', id);
      return stored?.blob === undefined ? null : contentOf(stored.blob);
    });
  }

  /** Lists all documents, without their contents. */
  list(): Promise<DocumentMeta[]> {
    return inDatabase('loadAll', async () =>
      (await (await this.database()).getAll('documents')).flatMap((value) => readMeta(value) ?? []),
    );
  }

  /**
   * Deletes a document; returns what `restore` takes, or `null` when there was none. With `base`, only that revision is
   * deleted.
   */
  delete(id: string, base: number | null = null): Promise<Deleted | null> {
    return inDatabase('delete', async () => {
      const transaction = (await this.database()).transaction(['documents', 'contents'], 'readwrite');
      const meta = readMeta(await transaction.objectStore('documents').get(id));
      const content = await transaction.objectStore('contents').get(id);
      if (base !== null && meta?._rev !== base) return null;
      await transaction.objectStore('documents').delete(id);
      const csv = await transaction.objectStore('contents').get(csvKey(id));
      await transaction.objectStore('contents').delete(id);
      await transaction.objectStore('contents').delete(csvKey(id));
      await transaction.done;
      if (meta === null) return null;
      this.channel.publish({ type: 'deleted', id });
      return { meta, blob: content?.blob === undefined ? null : contentOf(content.blob), csv: csv?.csv };
    });
  }

  /** Restores a document as it was, with its id. Returns whether it did: `unless-there` replaces no existing document. */
  restore({ meta, blob, csv }: Deleted, when: 'always' | 'unless-there' = 'always'): Promise<boolean> {
    return inDatabase('save', async () => {
      const stored: StoredContent | null = blob === null ? null : await this.form.of(blob);
      const transaction = (await this.database()).transaction(['documents', 'contents'], 'readwrite');
      const documents = transaction.objectStore('documents');
      const isThere = when === 'unless-there' && (await documents.getKey(meta._id)) !== undefined;
      if (!isThere) {
        await documents.put(meta);
        if (stored !== null) await transaction.objectStore('contents').put({ _id: meta._id, blob: stored });
        if (csv) await transaction.objectStore('contents').put({ _id: csvKey(meta._id), csv });
      }
      await transaction.done;
      return !isThere;
    });
  }

  private update(
    id: string,
    base: number | null,
    change: (meta: DocumentMeta) => DocumentMeta,
    content?: ShelvedContent,
  ): Promise<DocumentMeta> {
    return inDatabase('save', async () => {
      const database = await this.database();
      const blob = content && (await this.form.of(content.blob));
      const transaction = writing(database);
      const documents = transaction.objectStore('documents');
      const before = readMeta(await documents.get(id));
      if (before === null) throw new CodedError('missing', noLocal(id));
      if (base !== null && before._rev !== base) throw new CodedError('conflict', changedElsewhere(before.name));
      const now = new Date().toISOString();
      const after = { ...change(before), _rev: before._rev + 1, updated: now, viewed: now };
      await documents.put(after);
      if (blob !== undefined) await transaction.objectStore('contents').put({ _id: id, blob });
      await putCsv(transaction, id, content?.csv);
      await recordInDraft(transaction, content?.draft, after);
      await transaction.done;
      return after;
    });
  }
}

function csvKey(id: string): string {
  return `${id} csv`;
}

async function putCsv(
  transaction: ReturnType<typeof writing>,
  id: string,
  csv: StoredCsv | null | undefined,
): Promise<void> {
  const contents = transaction.objectStore('contents');
  if (csv) await contents.put({ _id: csvKey(id), csv });
  else if (csv === null) await contents.delete(csvKey(id));
}

function writing(database: LocalDatabase) {
  return database.transaction(['documents', 'contents', 'drafts'], 'readwrite', { durability: 'strict' });
}

/**
 * Records in a draft the revision that was saved from it, so that a recovered draft continues that document without a conflict.
 */
async function recordInDraft(
  transaction: ReturnType<typeof writing>,
  draft: SavedDraft | null | undefined,
  { _id, _rev, name }: DocumentMeta,
): Promise<void> {
  if (!draft) return;
  const drafts = transaction.objectStore('drafts');
  const stored = await drafts.get(draft.id);
  if (stored === undefined) return;
  await drafts.put({ ...stored, key: `local.${_id}`, rev: _rev, name, saved: draft.number ?? stored.saved });
}
