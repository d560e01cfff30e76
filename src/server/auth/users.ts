// The users who have signed in here, by the subject that the provider gives them.

import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DatabaseTables } from '../database/tables.ts';
import type { SignedInIdentity } from './relying-party.ts';

/** Stores a user who has signed in. Returns their id on this server. */
export async function saveUser(
  db: Transaction<DatabaseTables>,
  { subject, email, fullName }: Pick<SignedInIdentity, 'subject' | 'email' | 'fullName'>,
): Promise<string> {
  const values = { email, full_name: fullName };
  const { id } = await db
    .insertInto('users')
    .values({ id: randomBytes(16).toString('hex'), subject, ...values, created_at: new Date() })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether a user is in an epoch, and not blocked. The user's row is locked until the transaction ends. */
export async function isInEpoch(db: Transaction<DatabaseTables>, id: string, epoch: number): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('blocked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** Ends all sessions of a user, and begins the user's next epoch. */
export async function endSessions(db: Transaction<DatabaseTables>, subject: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ epoch: sql<number>`epoch + 1` })
    .where('subject', '=', subject)
    .execute();
  await db
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`now()` })
    .where('revoked_at', 'is', null)
    .where('user_id', 'in', db.selectFrom('users').select('id').where('subject', '=', subject))
    .execute();
}

/** Deletes a user with all documents, subscriptions and sessions. Returns their id, if there was such a user. */
export async function deleteUser(db: Transaction<DatabaseTables>, subject: string): Promise<string | undefined> {
  await db.deleteFrom('subscriptions').where('subject', '=', subject).execute();
  const user = await db.deleteFrom('users').where('subject', '=', subject).returning('id').executeTakeFirst();
  if (user === undefined) return undefined;
  const documents = db.selectFrom('documents').select('id').where('owner', '=', user.id);
  await db.deleteFrom('listed_documents').where('document_id', 'in', documents).execute();
  await db.deleteFrom('listed_documents').where('user_id', '=', user.id).execute();
  await db.deleteFrom('documents').where('owner', '=', user.id).execute();
  await db.deleteFrom('sessions').where('user_id', '=', user.id).execute();
  // Owners of other documents have entered the address. Their lists keep an id that is nobody's any more.
  await db
    .updateTable('documents')
    .set({ addresses: sql<string>`(addresses::jsonb - ${user.id}::text)::text` })
    .where(sql<boolean>`position(${`"${user.id}"`} in addresses) > 0`)
    .execute();
  return user.id;
}
