// A user's list of documents: their own, and those of other users that they have opened and may still read. @see requirements
// AUT-8

import type { Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { isPublic, parseAccess, roleOf } from './access.ts';

/** An element of the list. @see requirements DOC-1 */
export interface ListedDocument {
  readonly _id: string;
  readonly name: string;
  readonly updated: Date;
  readonly size: number;
}

const COLUMNS = ['id', 'owner', 'name', 'size', 'access', 'updated_at'] as const;

/** Returns the list, the most recently updated document first. */
export async function listDocuments({ read: db }: Database, user: string): Promise<ListedDocument[]> {
  const own = await db.selectFrom('documents').select(COLUMNS).where('owner', '=', user).execute();
  const others = await db
    .selectFrom('documents')
    .innerJoin('listed_documents', 'document_id', 'documents.id')
    .select(COLUMNS)
    .where('user_id', '=', user)
    .where('owner', '!=', user)
    .execute();
  return [...own, ...others]
    .filter(({ owner, access }) => {
      const entries = parseAccess(access);
      return isPublic(entries) || roleOf({ owner, access: entries }, user) !== null;
    })
    .map(({ id, name, updated_at: updated, size }) => ({ _id: id, name, updated, size }))
    .toSorted((a, b) => b.updated.getTime() - a.updated.getTime());
}

/** Adds ids of existing documents to the list and removes other ids. Returns the ids that are then in the list. */
export async function changeList(
  db: Transaction<Tables>,
  user: string,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<string[]> {
  if (remove.length > 0)
    await db.deleteFrom('listed_documents').where('user_id', '=', user).where('document_id', 'in', remove).execute();
  if (add.length > 0) {
    const found = await db.selectFrom('documents').select('id').where('id', 'in', add).execute();
    if (found.length > 0)
      await db
        .insertInto('listed_documents')
        .values(found.map(({ id }) => ({ user_id: user, document_id: id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
  const listed = await db.selectFrom('listed_documents').select('document_id').where('user_id', '=', user).execute();
  return listed.map(({ document_id: id }) => id);
}
