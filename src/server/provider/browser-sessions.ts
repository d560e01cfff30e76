// Browsers that are signed in at the embedded provider. A cookie holds a random id, the database its hash.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { ProviderAccount } from '../database/tables.ts';

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

  /** Begins a session. Returns the value of its cookie. */
  async begin(accountId: string): Promise<string> {
    const cookie = randomBytes(32).toString('base64url');
    await this.database.transact(async (db) => {
      await db
        .deleteFrom('provider_sessions')
        .where('expires_at', '<', sql<Date>`now()`)
        .execute();
      await db
        .insertInto('provider_sessions')
        .values({
          id: idOf(cookie),
          account_id: accountId,
          expires_at: sql<Date>`now() + ${sql.lit(SESSION_SECONDS)} * interval '1 second'`,
        })
        .execute();
    });
    return cookie;
  }

  async find(cookie: string | undefined): Promise<BrowserSession | null> {
    if (cookie === undefined) return null;
    const id = idOf(cookie);
    const account = await this.database.read
      .selectFrom('provider_sessions')
      .innerJoin('provider_accounts', 'provider_accounts.id', 'account_id')
      .selectAll('provider_accounts')
      .where('provider_sessions.id', '=', id)
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
