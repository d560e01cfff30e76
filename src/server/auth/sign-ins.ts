// Sign-ins that have gone to the provider: each comes back once, to whichever process, within ten minutes.

import type { Database } from '../database/database.ts';
import type { Challenge } from './relying-party.ts';

/** A sign-in that has come back. */
export interface BegunSignIn {
  readonly challenge: Challenge;
  readonly redirectUrl: string;
  /** What the page has asked to hear again. */
  readonly pageNonce: string | null;
}

const LIFE_MS = 600_000;

/** Keeps a sign-in until it comes back. */
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

/** Takes a sign-in, which is gone then; `null` where there is none. */
export async function takeSignIn(database: Database, state: string): Promise<BegunSignIn | null> {
  if (!/^[\w.-]{1,200}$/.test(state)) return null;
  const row = await database.transact((db) =>
    db.deleteFrom('sign_ins').where('state', '=', state).returningAll().executeTakeFirst(),
  );
  if (row === undefined || row.expires_at.getTime() < Date.now()) return null;
  const { nonce, verifier, redirect_url: redirectUrl, page_nonce: pageNonce } = row;
  return { challenge: { state, nonce, verifier }, redirectUrl, pageNonce };
}
