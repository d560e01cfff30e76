// A user's list of documents: their own, and those of other users that they have opened and may still read. @see requirements
// AUT-8

import { CompiledQuery, type Transaction } from 'kysely';
import type { TokenClaims } from '../auth/access-tokens.ts';
import { IS_CURRENT } from '../auth/people.ts';
import type { Database } from '../database/database.ts';
import type { DatabaseTables } from '../database/tables.ts';
import { Refusal } from '../errors.ts';

/** An element of the list. @see requirements DOC-1 */
export interface ListedDocument {
  readonly _id: string;
  readonly name: string;
  readonly updated: Date;
  readonly size: number;
}

/** A part of the list. */
export interface Page {
  /** The most elements. */
  readonly limit: number;
  /** The last element of the part before, as its answer names it. */
  readonly after: string | null;
}

/** The most elements of one answer. */
export const MAX_LISTED = 5000;
/** The most documents of others in a list. */
const MAX_ADDED = 10_000;

/** The statement of a page of the list, with the session in it. Its text is the same for all pages of a kind. */
function listStatement(isFirst: boolean): string {
  const shown = 'id, name, size, updated_at';
  // Dates here have milliseconds, and those of the database more.
  const before = isFirst ? 'true' : "(date_trunc('milliseconds', updated_at), id) < ($5::timestamptz, $6)";
  const order = 'order by updated_at desc, id desc limit $4';
  return `select ${IS_CURRENT} as is_current, listed.* from (select 1) as always left join (
    (select ${shown} from documents where owner = $2 and ${before} ${order})
    union all
    (select ${shown} from listed_documents join documents on id = document_id where user_id = $2
      and owner <> $2 and (is_public or position($3 in access) > 0) and ${before} ${order})
    ) as listed on true ${order}`;
}

/**
 * Returns a part of the list, the most recently updated document first, and where the next part begins (`null` for the last); `null` in
 * place of both where the session of the token has ended.
 * @throws Refusal 400 for an `after` that no answer has named
 */
export async function listDocuments(
  { read: db }: Database,
  claims: TokenClaims,
  { limit, after }: Page,
): Promise<{ readonly documents: ListedDocument[]; readonly next: string | null } | null> {
  const last = after === null ? null : readPlace(after);
  // An access list is stored as JSON.stringify has written it, so an entry with the id contains this text.
  const entry = `"id":"${claims.user}"`;
  const place = last === null ? [] : [last.updated, last.id];
  const query = CompiledQuery.raw(listStatement(last === null), [
    claims.session,
    claims.user,
    entry,
    limit + 1,
    ...place,
  ]);
  const { rows } = await db.executeQuery<ListedRow>(query);
  if (rows[0]?.is_current !== true) return null;
  const documents = rows
    .slice(0, limit)
    .flatMap(({ id, name, updated_at: updated, size }) => (id === null ? [] : [{ _id: id, name, updated, size }]));
  const end = documents.at(-1);
  return { documents, next: rows.length > limit && end !== undefined ? `${end.updated.getTime()}.${end._id}` : null };
}

/** A row for each document; where there is none, one without a document. */
type ListedRow = { readonly is_current: boolean } & (
  | { readonly id: string; readonly name: string; readonly size: number; readonly updated_at: Date }
  | { readonly id: null; readonly name: null; readonly size: null; readonly updated_at: null }
);

function readPlace(said: string): { readonly updated: Date; readonly id: string } {
  const [, time = '', id = ''] = /^(\d{1,15})\.([A-Za-z0-9_-]{1,64})$/.exec(said) ?? [];
  if (id === '') throw new Refusal(400, 'The parameter after has to be the one that an answer has named.');
  return { updated: new Date(Number(time)), id };
}

/**
 * Adds ids of existing documents to the list and removes other ids. Returns the ids that are then in the list.
 * @throws Refusal 413
 */
export async function changeList(
  db: Transaction<DatabaseTables>,
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
  if (add.length > 0 && listed.length > MAX_ADDED)
    throw new Refusal(413, `A list may have ${MAX_ADDED} documents of others, and there is no room for more.`);
  return listed.map(({ document_id: id }) => id);
}
