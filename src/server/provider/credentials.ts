// The epoch of an account. Whatever lets somebody in (a browser's session, a code, a link) names the epoch in which its owner was
// checked, and works in that epoch only. An act that ends them all begins the next one, so what was under way meanwhile ends too,
// whenever it is stored.

import { sql, type Transaction, type UpdateObject } from 'kysely';
import { endSessions } from '../auth/users.ts';
import type { DatabaseTables, ProviderAccount } from '../database/tables.ts';

/** The claim by which the provider tells the epoch of a sign-in. */
export const EPOCH_CLAIM = 'diptych_epoch';

/** An account in the epoch in which its owner was checked. */
export type Holder = Pick<ProviderAccount, 'id' | 'epoch'>;

/** Whether an account is still in that epoch. It then stays in it until the transaction ends, because its row is locked. */
export async function isCurrent(db: Transaction<DatabaseTables>, { id, epoch }: Holder): Promise<boolean> {
  const found = await db
    .selectFrom('provider_accounts')
    .select('id')
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** What an act changes, and what it leaves. */
export interface Ending {
  /** The act is done only if the account is in this epoch. */
  readonly epoch?: number;
  readonly changes?: UpdateObject<DatabaseTables, 'provider_accounts'>;
  /** A browser that stays signed in at the provider: its session goes on in the new epoch. */
  readonly keptSession?: string;
}

/**
 * Changes an account and begins its next epoch: ends the sessions of its user and of browsers, the codes that were issued for
 * them, and its links. Returns the account as it is then; `null` where there is none in that epoch, and nothing was changed.
 * `subject`: that of its user.
 */
export async function endCredentials(
  db: Transaction<DatabaseTables>,
  id: string,
  subject: string,
  { epoch, changes = {}, keptSession }: Ending = {},
): Promise<ProviderAccount | null> {
  // First, because this locks the row: a sign-in that has locked it before is seen by the statements after this one.
  const account = await db
    .updateTable('provider_accounts')
    .set({ ...changes, epoch: sql<number>`epoch + 1` })
    .where('id', '=', id)
    .$if(epoch !== undefined, (query) => query.where('epoch', '=', epoch ?? 0))
    .returningAll()
    .executeTakeFirst();
  if (account === undefined) return null;
  await db.deleteFrom('provider_links').where('account_id', '=', id).execute();
  await db
    .deleteFrom('provider_sessions')
    .where('account_id', '=', id)
    .$if(keptSession !== undefined, (query) => query.where('id', '!=', keptSession ?? ''))
    .execute();
  if (keptSession !== undefined)
    await db.updateTable('provider_sessions').set({ epoch: account.epoch }).where('id', '=', keptSession).execute();
  await endSessions(db, subject);
  return account;
}

/** Ends everything of everybody. */
export async function endAllCredentials(db: Transaction<DatabaseTables>): Promise<void> {
  const next = { epoch: sql<number>`epoch + 1` };
  await db.updateTable('provider_accounts').set(next).execute();
  await db.updateTable('users').set(next).execute();
  await db
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`now()` })
    .where('revoked_at', 'is', null)
    .execute();
  await db.deleteFrom('provider_sessions').execute();
  await db.deleteFrom('provider_links').execute();
}

/** Returns an id for a grant of oidc-provider. The codes of a grant name it, and so the epoch. */
export function grantIdIn(epoch: number): string {
  return `${epoch}.${crypto.randomUUID()}`;
}

/** Returns the epoch of a grant. Those of earlier versions have no epoch in their ids, and belong to the first one. */
export function epochOfGrant(id: string): number {
  const said = /^(\d{1,9})\./.exec(id)?.[1];
  return said === undefined ? 0 : Number(said);
}
