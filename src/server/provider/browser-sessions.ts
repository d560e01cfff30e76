// Browsers that are signed in at the embedded provider. A cookie holds a random id, the database its hash.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { ProviderAccount } from '../database/tables.ts';
import { isCurrent, type Holder } from './credentials.ts';

export const SESSION_COOKIE = 'diptych_provider';
export const SESSION_SECONDS = 14 * 24 * 3600;

/** A browser's session and the account that is signed in. */
export interface BrowserSession {
  readonly id: string;
  readonly account: ProviderAccount;
}

/** Begins, finds and ends browser sessions. */
export class BrowserSessions {
  constructor(private readonly database: Database) {}

  /**
   * Begins a session of an account whose owner was checked. Returns the value of its cookie; `null` where an act has ended
   * everything since.
   */
  async begin(holder: Holder): Promise<string | null> {
    const cookie = randomBytes(32).toString('base64url');
    const isBegun = await this.database.transact(async (db) => {
      await db
        .deleteFrom('provider_sessions')
        .where('expires_at', '<', sql<Date>`now()`)
        .execute();
      if (!(await isCurrent(db, holder))) return false;
      await db
        .insertInto('provider_sessions')
        .values({
          id: idOf(cookie),
          account_id: holder.id,
          epoch: holder.epoch,
          expires_at: sql<Date>`now() + ${sql.lit(SESSION_SECONDS)} * interval '1 second'`,
        })
        .execute();
      return true;
    });
    return isBegun ? cookie : null;
  }

  async find(cookie: string | undefined): Promise<BrowserSession | null> {
    if (cookie === undefined) return null;
    const id = idOf(cookie);
    const account = await this.database.read
      .selectFrom('provider_sessions')
      .innerJoin('provider_accounts', 'provider_accounts.id', 'account_id')
      .selectAll('provider_accounts')
      .where('provider_sessions.id', '=', id)
      .whereRef('provider_sessions.epoch', '=', 'provider_accounts.epoch')
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
    return account === undefined ? null : { id, account };
  }

  async end(cookie: string): Promise<void> {
    await this.database.transact((db) => db.deleteFrom('provider_sessions').where('id', '=', idOf(cookie)).execute());
  }
}

function idOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64url');
}
