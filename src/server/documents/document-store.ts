// Documents in the database. The statement of a write names the revision that the write is based on, so that one of several
// concurrent writes succeeds. The same transaction updates the byte count of the owner's private documents.

import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { Conflict } from '../database/transaction.ts';
import { Refusal } from '../errors.ts';
import { isPublic, parseAccess, type AccessEntry, type Guarded } from './access.ts';
import type { PackedContent } from './content.ts';

/** A document without its content. */
export interface DocumentMeta extends Guarded {
  readonly id: string;
  readonly rev: number;
  readonly name: string;
  readonly size: number;
  readonly dialect: string | null;
  readonly isPublic: boolean;
  /** JSON, with its original spelling. */
  readonly schema: string;
  readonly created: Date;
  readonly updated: Date;
  readonly viewed: Date;
}

/** What a write changes. */
export interface DocumentChange {
  readonly name?: string;
  readonly schema?: string;
  readonly access?: readonly AccessEntry[];
  readonly content?: PackedContent;
  readonly dialect?: string | null;
}

type Reader = Kysely<Tables> | Transaction<Tables>;

const COLUMNS = [
  'id',
  'owner',
  'rev',
  'name',
  'size',
  'dialect',
  'access',
  'is_public',
  'schema',
  'created_at',
  'updated_at',
  'viewed_at',
] as const;
/** Minimum time between two updates of when a document was viewed. */
const VIEWED_MS = 60_000;

/** Loads a document. @throws Refusal 404 */
export async function loadDocument(db: Reader, id: string): Promise<DocumentMeta> {
  const row = await db.selectFrom('documents').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw missing();
  return {
    id: row.id,
    owner: row.owner,
    rev: row.rev,
    name: row.name,
    size: row.size,
    dialect: row.dialect,
    access: parseAccess(row.access),
    isPublic: row.is_public,
    schema: row.schema,
    created: row.created_at,
    updated: row.updated_at,
    viewed: row.viewed_at,
  };
}

/** Loads the packed content of a document, with its revision. @throws Refusal 404 */
export async function loadContent(db: Reader, id: string) {
  const row = await db
    .selectFrom('documents')
    .select(['owner', 'access', 'rev', 'size', 'content', 'packing'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw missing();
  return { ...row, access: parseAccess(row.access) };
}

/** Inserts a document. @throws Refusal 413 where the owner has no room for it, 401 where the owner does not exist */
export async function insertDocument(
  db: Transaction<Tables>,
  made: Required<DocumentChange> & { readonly owner: string; readonly limit: number },
): Promise<DocumentMeta> {
  const { owner, name, schema, access, content, dialect, limit } = made;
  const id = randomBytes(15).toString('base64url');
  const now = new Date();
  const open = isPublic(access);
  await db
    .insertInto('documents')
    .values({
      id,
      owner,
      rev: 1,
      name,
      ...content,
      dialect,
      access: JSON.stringify(access),
      is_public: open,
      schema,
      created_at: now,
      updated_at: now,
      viewed_at: now,
    })
    .execute();
  // Also for 0 bytes: the update of the owner's row makes sure that the account is not deleted concurrently.
  await countPrivate(db, owner, open ? 0 : content.size, limit);
  return {
    id,
    owner,
    rev: 1,
    name,
    size: content.size,
    dialect,
    access,
    isPublic: open,
    schema,
    created: now,
    updated: now,
    viewed: now,
  };
}

/** Updates a document. @throws Conflict when the database no longer has the revision of `before`; Refusal 413 */
export async function updateDocument(
  db: Transaction<Tables>,
  before: DocumentMeta,
  change: DocumentChange,
  limit: number,
): Promise<DocumentMeta> {
  const { name, schema, access, content } = change;
  const now = new Date();
  const after: DocumentMeta = {
    ...before,
    rev: before.rev + 1,
    name: name ?? before.name,
    schema: schema ?? before.schema,
    access: access ?? before.access,
    isPublic: access === undefined ? before.isPublic : isPublic(access),
    size: content?.size ?? before.size,
    dialect: change.dialect === undefined ? before.dialect : change.dialect,
    updated: now,
    viewed: now,
  };
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set({
      rev: after.rev,
      dialect: after.dialect,
      updated_at: now,
      viewed_at: now,
      ...(name !== undefined && { name }),
      ...(schema !== undefined && { schema }),
      ...(access !== undefined && { access: JSON.stringify(access), is_public: after.isPublic }),
      ...content,
    })
    .where('id', '=', before.id)
    .where('rev', '=', before.rev)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Conflict('somebody else has written the document');
  const added = privateBytes(after) - privateBytes(before);
  if (added !== 0) await countPrivate(db, before.owner, added, limit);
  return after;
}

/** @throws Conflict when the database no longer has the revision of `before` */
export async function deleteDocument(db: Transaction<Tables>, before: DocumentMeta, limit: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('documents')
    .where('id', '=', before.id)
    .where('rev', '=', before.rev)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw new Conflict('somebody else has written the document');
  await db.deleteFrom('listed_documents').where('document_id', '=', before.id).execute();
  if (!before.isPublic) await countPrivate(db, before.owner, -before.size, limit);
}

/** Records that a document is viewed. @see isViewDue */
export async function markViewed(db: Reader, { id }: DocumentMeta, now: Date): Promise<void> {
  await db.updateTable('documents').set({ viewed_at: now }).where('id', '=', id).execute();
}

/** Whether a view is to be recorded: at most one a minute is. */
export function isViewDue({ viewed }: DocumentMeta, now: Date): boolean {
  return now.getTime() - viewed.getTime() > VIEWED_MS;
}

function privateBytes({ isPublic: open, size }: DocumentMeta): number {
  return open ? 0 : size;
}

/**
 * Adds to the byte count of the owner's private documents, where there is room.
 * @throws Refusal 413, 401 where there is no owner
 */
async function countPrivate(db: Transaction<Tables>, owner: string, added: number, limit: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(({ eb }) => ({ private_bytes: eb('private_bytes', '+', added) }))
    .where('id', '=', owner)
    .where((eb) => (added > 0 ? eb(eb('private_bytes', '+', added), '<=', limit) : eb.lit(true)))
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return;
  const isThere = await db.selectFrom('users').select('id').where('id', '=', owner).executeTakeFirst();
  if (isThere === undefined) throw new Refusal(401, 'The account is not there any more.');
  throw new Refusal(413, `Private documents may have ${formatBytes(limit)} in all, and there is no room for this one.`);
}

function formatBytes(bytes: number): string {
  return bytes >= 2 ** 30 ? `${Math.round(bytes / 2 ** 30)} GB` : `${bytes} bytes`;
}

function missing(): Refusal {
  return new Refusal(404, 'There is no such document.');
}
