// Sign-ins that are at the provider. Each returns once, within ten minutes, to any of the processes.

import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Challenge } from './relying-party.ts';

/** Where a sign-in begins. */
export const SIGN_IN_PATH = '/v2/auth/sign_in';

/** A sign-in that has returned. */
export interface BegunSignIn {
  readonly challenge: Challenge;
  readonly redirectUrl: string;
  /** A value from the page that is returned to it. */
  readonly pageNonce: string | null;
}

const LIFE_SECONDS = 600;
/** The database's clock: those of the processes differ. */
const NOW = sql<Date>`now()`;

/** Stores a sign-in until it returns. */
export async function keepSignIn(
  database: Database,
  { state, nonce, verifier }: Challenge,
  redirectUrl: string,
  pageNonce: string | null,
): Promise<void> {
  await database.transact(async (db) => {
    await db.deleteFrom('sign_ins').where('expires_at', '<', NOW).execute();
    await db
      .insertInto('sign_ins')
      .values({
        state,
        verifier,
        nonce,
        redirect_url: redirectUrl,
        page_nonce: pageNonce,
        expires_at: sql<Date>`now() + ${sql.lit(LIFE_SECONDS)} * interval '1 second'`,
      })
      .execute();
  });
}

/** Removes a sign-in and returns it; `null` where there is none. */
export async function takeSignIn(database: Database, state: string): Promise<BegunSignIn | null> {
  if (!/^[\w.-]{1,200}$/.test(state)) return null;
  const row = await database.transact((db) =>
    db.deleteFrom('sign_ins').where('state', '=', state).returningAll().returning(NOW.as('now')).executeTakeFirst(),
  );
  if (row === undefined || row.expires_at < row.now) return null;
  const { nonce, verifier, redirect_url: redirectUrl, page_nonce: pageNonce } = row;
  return { challenge: { state, nonce, verifier }, redirectUrl, pageNonce };
}
