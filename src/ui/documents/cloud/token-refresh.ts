// Exchanges the stored tokens for new ones, in one tab at a time: a refresh token can be exchanged once. A tab that has waited
// finds the new tokens in the storage. @see requirements AUT-4

import { withLock } from '../../browser/locks.ts';
import { tokensOf } from './token-reply.ts';
import { AUTH_KEY, headerOf, isDue, readAuth, type StoredAuth } from './stored-auth.ts';

const LOCK = 'diptych-auth';
const MAX_REFRESH_MS = 20_000;
/**
 * Delays before a request without a reply is repeated, in milliseconds: within half a minute the same token gives the same
 * pair.
 */
const WAITS_MS = [300, 1500];

/**
 * Returns the tokens, refreshed if necessary: if they expire soon, or if the server has refused this header, as it does when
 * the clock of this computer is behind. `null` when there is no session, or the server can't be reached. If the server
 * has ended the session, the stored tokens are removed.
 */
export async function refreshTokens(
  url: string,
  storage: () => Storage,
  refused: string | null = null,
): Promise<StoredAuth | null> {
  const refresh = async (): Promise<StoredAuth | null> => {
    const auth = readAuth(storage);
    if (auth === null || (!isDue(auth) && headerOf(auth) !== refused)) return auth;
    const answer = await askPatiently(`${url}/auth/token?refresh_token=${encodeURIComponent(auth.refreshToken)}`);
    // The user has signed out, or in again, during the request.
    if (readAuth(storage)?.refreshToken !== auth.refreshToken) return readAuth(storage);
    if (answer === 'refused') {
      const oldValue = storage().getItem(AUTH_KEY);
      storage().removeItem(AUTH_KEY);
      // The browser tells other tabs only.
      if (typeof StorageEvent === 'function')
        dispatchEvent(new StorageEvent('storage', { key: AUTH_KEY, oldValue, newValue: null }));
      return null;
    }
    if (answer !== null) storage().setItem(AUTH_KEY, JSON.stringify(answer));
    return answer;
  };
  // Without locks two tabs may send the request at the same time, and get the same pair.
  return 'locks' in navigator ? withLock(LOCK, {}, refresh) : refresh();
}

async function askPatiently(address: string): Promise<StoredAuth | 'refused' | null> {
  for (const wait of [...WAITS_MS, null]) {
    const answer = await ask(address);
    if (answer !== null || wait === null) return answer;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return null;
}

/** Requests new tokens; `refused` when the server has ended the session, `null` when there is no usable reply. */
async function ask(address: string): Promise<StoredAuth | 'refused' | null> {
  try {
    const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(MAX_REFRESH_MS) });
    if (response.ok) return tokensOf(new Map(Object.entries((await response.json()) as object)));
    return response.status === 400 || response.status === 401 || response.status === 403 ? 'refused' : null;
  } catch {
    return null;
  }
}
