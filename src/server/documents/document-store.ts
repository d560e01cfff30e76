// Documents in the database. The statement of a write names the revision that the write is based on, so that one of several
// concurrent writes succeeds. The same transaction updates the byte count of the owner's private documents.

import { randomBytes } from 'node:crypto';
import { CompiledQuery, sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { TokenClaims } from '../auth/access-tokens.ts';
import { IS_CURRENT } from '../auth/people.ts';
import type { DatabaseTables } from '../database/tables.ts';
import { WriteConflict } from '../database/transaction.ts';
import { Refusal } from '../errors.ts';
import { isPublic, parseAccess, parseAddresses, type AccessEntry, type Addresses, type Guarded } from './access.ts';
import type { PackedContent } from './content.ts';
import { countedIn, countStorage, storageOf, type StorageLimits } from './storage.ts';

/** A document without its content. */
export interface StoredMeta extends Guarded {
  readonly id: string;
  readonly rev: number;
  readonly name: string;
  readonly size: number;
  readonly dialect: string | null;
  readonly isPublic: boolean;
  readonly addresses: Addresses;
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
  readonly addresses?: Addresses;
  readonly content?: PackedContent;
  readonly dialect?: string | null;
}

export type DocumentReader = Kysely<DatabaseTables> | Transaction<DatabaseTables>;

const COLUMNS = [
  'id',
  'owner',
  'rev',
  'name',
  'size',
  'dialect',
  'access',
  'addresses',
  'is_public',
  'schema',
  'created_at',
  'updated_at',
  'viewed_at',
] as const;
/** Minimum time between two updates of when a document was viewed. */
const VIEWED_MS = 60_000;

/** Loads a document. @throws Refusal 404 */
export async function loadDocument(db: DocumentReader, id: string): Promise<StoredMeta> {
  const row = await db.selectFrom('documents').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw missing();
  return metaOf(row);
}

const META_FOR_USER = `select ${COLUMNS.join(', ')} from documents where id = $3 and ${IS_CURRENT}`;

/** Loads a document for a user; `null` where there is no such document, or no such session. */
export async function loadForUser(
  db: Kysely<DatabaseTables>,
  id: string,
  claims: TokenClaims,
): Promise<StoredMeta | null> {
  const query = CompiledQuery.raw(META_FOR_USER, [claims.session, claims.user, id]);
  const { rows } = await db.executeQuery<MetaRow>(query);
  const [row] = rows;
  return row === undefined ? null : metaOf(row);
}

type MetaRow = Pick<Selectable<DatabaseTables['documents']>, (typeof COLUMNS)[number]>;

function metaOf(row: MetaRow): StoredMeta {
  return {
    id: row.id,
    owner: row.owner,
    rev: row.rev,
    name: row.name,
    size: row.size,
    dialect: row.dialect,
    access: parseAccess(row.access),
    addresses: parseAddresses(row.addresses),
    isPublic: row.is_public,
    schema: row.schema,
    created: row.created_at,
    updated: row.updated_at,
    viewed: row.viewed_at,
  };
}

type ContentRow = Pick<
  Selectable<DatabaseTables['documents']>,
  'owner' | 'access' | 'rev' | 'size' | 'content' | 'packing'
>;

/** The content of a document, packed, and its revision. */
export type PackedDocument = Omit<ContentRow, 'access'> & Guarded;

// The most frequent statement: written once, where a builder would write it anew for each request.
const CONTENT = 'select owner, access, rev, size, content, packing';
const CONTENT_FOR_ALL = `${CONTENT} from documents where id = $1`;
const CONTENT_FOR_USER = `${CONTENT} from documents where id = $3 and ${IS_CURRENT}`;

/** Loads a content; `null` where there is no such document, or no such session of a user. */
export async function loadContent(
  db: Kysely<DatabaseTables>,
  id: string,
  claims: TokenClaims | null,
): Promise<PackedDocument | null> {
  const query =
    claims === null
      ? CompiledQuery.raw(CONTENT_FOR_ALL, [id])
      : CompiledQuery.raw(CONTENT_FOR_USER, [claims.session, claims.user, id]);
  const { rows } = await db.executeQuery<ContentRow>(query);
  const [row] = rows;
  return row === undefined ? null : { ...row, access: parseAccess(row.access) };
}

/** Inserts a document. @throws Refusal 413 where the owner has no room for it, 401 where the owner does not exist */
export async function insertDocument(
  db: Transaction<DatabaseTables>,
  made: Required<Omit<DocumentChange, 'addresses'>> & { readonly owner: string; readonly limits: StorageLimits },
): Promise<StoredMeta> {
  const { owner, name, schema, access, content, dialect, limits } = made;
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
  const document: StoredMeta = {
    id,
    owner,
    rev: 1,
    name,
    size: content.size,
    dialect,
    access,
    addresses: {},
    isPublic: open,
    schema,
    created: now,
    updated: now,
    viewed: now,
  };
  // The update of the owner's row also makes sure that the account is not deleted concurrently.
  await countStorage(db, owner, { ...storageOf(document), documents: 1 }, limits);
  return document;
}

/** Returns a document after a change, the columns that it sets, and what it adds to what the owner's documents take. */
function changedBy(before: StoredMeta, change: DocumentChange) {
  const { name, schema, access, addresses, content } = change;
  const now = new Date();
  const after: StoredMeta = {
    ...before,
    rev: before.rev + 1,
    name: name ?? before.name,
    schema: schema ?? before.schema,
    access: access ?? before.access,
    addresses: addresses ?? before.addresses,
    isPublic: access === undefined ? before.isPublic : isPublic(access),
    size: content?.size ?? before.size,
    dialect: change.dialect === undefined ? before.dialect : change.dialect,
    updated: now,
    viewed: now,
  };
  const columns = {
    rev: after.rev,
    dialect: after.dialect,
    updated_at: now,
    viewed_at: now,
    ...(name !== undefined && { name }),
    ...(schema !== undefined && { schema }),
    ...(access !== undefined && { access: JSON.stringify(access), is_public: after.isPublic }),
    ...(addresses !== undefined && { addresses: JSON.stringify(addresses) }),
    ...content,
  };
  const [had, has] = [storageOf(before), storageOf(after)];
  const added = { private: has.private - had.private, bytes: has.bytes - had.bytes, documents: 0 };
  return { after, columns, added };
}

/**
 * Updates a document in one statement. Returns `null`, and changes nothing, when the database no longer has the revision of
 * `before`, or the owner has no room.
 */
export async function updateAtOnce(
  db: Kysely<DatabaseTables>,
  before: StoredMeta,
  change: DocumentChange,
  limits: StorageLimits,
): Promise<StoredMeta | null> {
  const { after, columns, added } = changedBy(before, change);
  const { id, rev, owner } = before;
  const isSame = added.private === 0 && added.bytes === 0;
  // The row is locked before the bytes are counted: a write that waited for another one counts nothing.
  const statement = isSame
    ? db.updateTable('documents').set(columns).where('id', '=', id).where('rev', '=', rev)
    : db
        .with('locked', (eb) =>
          eb.selectFrom('documents').select('id').where('id', '=', id).where('rev', '=', rev).forUpdate(),
        )
        .with('counted', (eb) =>
          countedIn(eb, owner, added, limits)
            .where(sql<boolean>`exists (select id from locked)`)
            .returning('id'),
        )
        .updateTable('documents')
        .set(columns)
        .where('id', '=', id)
        .where('rev', '=', rev)
        .where(sql<boolean>`exists (select id from counted)`);
  const { numUpdatedRows } = await statement.executeTakeFirst();
  return numUpdatedRows === 1n ? after : null;
}

/** Updates a document. @throws Conflict when the database no longer has the revision of `before`; Refusal 413 */
export async function updateDocument(
  db: Transaction<DatabaseTables>,
  before: StoredMeta,
  change: DocumentChange,
  limits: StorageLimits,
): Promise<StoredMeta> {
  const { after, columns, added } = changedBy(before, change);
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set(columns)
    .where('id', '=', before.id)
    .where('rev', '=', before.rev)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new WriteConflict('somebody else has written the document');
  if (added.private !== 0 || added.bytes !== 0) await countStorage(db, before.owner, added, limits);
  return after;
}

/** @throws Conflict when the database no longer has the revision of `before` */
export async function deleteDocument(
  db: Transaction<DatabaseTables>,
  before: StoredMeta,
  limits: StorageLimits,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('documents')
    .where('id', '=', before.id)
    .where('rev', '=', before.rev)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw new WriteConflict('somebody else has written the document');
  await db.deleteFrom('listed_documents').where('document_id', '=', before.id).execute();
  const { private: had, bytes } = storageOf(before);
  await countStorage(db, before.owner, { private: -had, bytes: -bytes, documents: -1 }, limits);
}

/** Records that a document is viewed. @see isViewDue */
export async function markViewed(db: DocumentReader, { id }: StoredMeta, now: Date): Promise<void> {
  await db.updateTable('documents').set({ viewed_at: now }).where('id', '=', id).execute();
}

/** Whether a view is to be recorded: at most one a minute is. */
export function isViewDue({ viewed }: StoredMeta, now: Date): boolean {
  return now.getTime() - viewed.getTime() > VIEWED_MS;
}

/** Returns the error for a document that is not there. */
export function missing(): Refusal {
  return new Refusal(404, 'There is no such document.');
}
