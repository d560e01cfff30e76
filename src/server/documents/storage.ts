// What the documents of an account take: their bytes, those of the private ones alone, and their number. The statement that adds
// to the counts of the owner's row names the limits, so that of several concurrent writes none exceeds them. The limit of one document
// is in `content.ts`; what an account may have is set in `settings.ts`.

import { sql, type Kysely, type Transaction, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { DatabaseTables } from '../database/tables.ts';
import { Refusal } from '../errors.ts';
import type { AccessEntry } from './access.ts';

/** Limits of one account. */
export interface StorageLimits {
  readonly privateBytes: number;
  readonly accountBytes: number;
  readonly accountDocuments: number;
}

/** What a document takes, or what a write adds. */
export interface Storage {
  /** Bytes of the contents of private documents. */
  readonly private: number;
  /** Bytes of contents, schemas and access lists. */
  readonly bytes: number;
  readonly documents: number;
}

/** Returns what a document takes. */
export function storageOf(document: {
  readonly isPublic: boolean;
  readonly size: number;
  readonly schema: string;
  readonly access: readonly AccessEntry[];
}): Omit<Storage, 'documents'> {
  const { isPublic, size, schema, access } = document;
  const bytes = size + Buffer.byteLength(schema) + Buffer.byteLength(JSON.stringify(access));
  return { private: isPublic ? 0 : size, bytes };
}

/**
 * Adds to what the owner's documents take, where there is room.
 * @throws Refusal 413, 401 where there is no owner
 */
export async function countStorage(
  db: Transaction<DatabaseTables>,
  owner: string,
  added: Storage,
  limits: StorageLimits,
): Promise<void> {
  if (await add(db, owner, added, limits)) return;
  // Processes of an earlier version do not count: before a refusal the counts are made anew.
  const own = db.selectFrom('documents').where('owner', '=', owner);
  const exact = await db
    .updateTable('users')
    .set({
      stored_bytes: own.select(
        sql<number>`coalesce(sum(size + octet_length(schema) + octet_length(access)), 0)`.as('n'),
      ),
      stored_documents: own.select(({ fn }) => fn.countAll<number>().as('n')),
    })
    .where('id', '=', owner)
    .returning(['private_bytes', 'stored_bytes', 'stored_documents'])
    .executeTakeFirst();
  if (exact === undefined) throw new Refusal(401, 'The account is not there any more.');
  const { privateBytes, accountBytes, accountDocuments } = limits;
  if (added.private > 0 && exact.private_bytes + added.private > privateBytes)
    throw new Refusal(
      413,
      `Private documents may have ${formatBytes(privateBytes)} in all, and there is no room for this one.`,
    );
  // The documents that were counted are those after the write.
  if (added.documents > 0 && exact.stored_documents > accountDocuments)
    throw new Refusal(413, `An account may have ${accountDocuments} documents, and there is no room for another one.`);
  if (added.bytes > 0 && exact.stored_bytes > accountBytes)
    throw new Refusal(
      413,
      `The documents of an account may have ${formatBytes(accountBytes)} in all, and there is no room for this one.`,
    );
  await db
    .updateTable('users')
    .set(({ eb }) => ({ private_bytes: eb('private_bytes', '+', added.private) }))
    .where('id', '=', owner)
    .execute();
}

async function add(
  db: Transaction<DatabaseTables>,
  owner: string,
  added: Storage,
  limits: StorageLimits,
): Promise<boolean> {
  const { numUpdatedRows } = await countedIn(db, owner, added, limits).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns the update that adds to what an owner's documents take, where there is room. */
export function countedIn(
  db: Pick<Kysely<DatabaseTables>, 'updateTable'>,
  owner: string,
  added: Storage,
  limits: StorageLimits,
): UpdateQueryBuilder<DatabaseTables, 'users', 'users', UpdateResult> {
  const counts = [
    ['private_bytes', added.private, limits.privateBytes],
    ['stored_bytes', added.bytes, limits.accountBytes],
    ['stored_documents', added.documents, limits.accountDocuments],
  ] as const;
  return db
    .updateTable('users')
    .set(({ eb }) =>
      Object.fromEntries(
        counts.map(([name, count]) => [name, eb.fn<number>('greatest', [sql.lit(0), eb(name, '+', count)])]),
      ),
    )
    .where('id', '=', owner)
    .where(({ eb, and }) =>
      and(counts.filter(([, count]) => count > 0).map(([name, count, most]) => eb(eb(name, '+', count), '<=', most))),
    );
}

function formatBytes(bytes: number): string {
  return bytes >= 2 ** 30 ? `${Math.round(bytes / 2 ** 30)} GB` : `${bytes} bytes`;
}
