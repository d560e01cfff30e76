// Sign-ins that are at the provider. Each returns once, within ten minutes, to any of the processes.

import type { Database } from '../database/database.ts';
import type { Challenge } from './relying-party.ts';

/** A sign-in that has returned. */
export interface BegunSignIn {
  readonly challenge: Challenge;
  readonly redirectUrl: string;
  /** A value from the page that is returned to it. */
  readonly pageNonce: string | null;
}

const LIFE_MS = 600_000;

/** Stores a sign-in until it returns. */
export async function keepSignIn(
  database: Database,
  { state, nonce, verifier }: Challenge,
  redirectUrl: string,
  pageNonce: string | null,
): Promise<void> {
  const now = Date.now();
  await database.transact(async (db) => {
    await db.deleteFrom('sign_ins').where('expires_at', '<', new Date(now)).execute();
    await db
      .insertInto('sign_ins')
      .values({
        state,
        verifier,
        nonce,
        redirect_url: redirectUrl,
        page_nonce: pageNonce,
        expires_at: new Date(now + LIFE_MS),
      })
      .execute();
  });
}

/** Removes a sign-in and returns it; `null` where there is none. */
export async function takeSignIn(database: Database, state: string): Promise<BegunSignIn | null> {
  if (!/^[\w.-]{1,200}$/.test(state)) return null;
  const row = await database.transact((db) =>
    db.deleteFrom('sign_ins').where('state', '=', state).returningAll().executeTakeFirst(),
  );
  if (row === undefined || row.expires_at.getTime() < Date.now()) return null;
  const { nonce, verifier, redirect_url: redirectUrl, page_nonce: pageNonce } = row;
  return { challenge: { state, nonce, verifier }, redirectUrl, pageNonce };
}
