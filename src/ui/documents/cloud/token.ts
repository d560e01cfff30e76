// Authorizes requests to the server with the stored tokens, which are refreshed in time. @see requirements AUT-4

import { loadWithRetry } from '../../browser/load-with-retry.ts';
import { headerOf, isDue, personOf, readAuth, type StoredAuth } from './stored-auth.ts';

/** Provides the authorization of requests. */
export interface TokenSource {
  /** Whether the user is signed in on this page. */
  readonly isSignedIn: boolean;
  /** The id of the person who is signed in; `null` if nobody is, or the token does not say. */
  readonly person: string | null;
  /** Returns the header `authorization`; `null` if the user is not signed in. */
  authorization(): Promise<string | null>;
  /** Returns a newer header than one that the server has refused; `null` if there is none. */
  renew(refused: string): Promise<string | null>;
}

/** The tokens of a page. */
export interface Tokens extends TokenSource {
  /** Delays `authorization` until `arrival` has stored the tokens of a sign-in. */
  waitFor(arrival: Promise<unknown>): void;
}

const loadRefresh = loadWithRetry(() => import('./token-refresh.ts'));

/**
 * Creates a source of the tokens in a storage, which is read at every call: another tab may sign in or out. With the address of
 * the API, tokens are refreshed in time, by one request for all callers.
 */
export function createTokenSource(storage: () => Storage, url: string | null = null): Tokens {
  let arrived: Promise<unknown> = Promise.resolve();
  let refresh: Promise<StoredAuth | null> | null = null;
  const refreshed = (from: string, refused: string | null = null): Promise<StoredAuth | null> =>
    (refresh ??= loadRefresh()
      .then(({ refreshTokens }) => refreshTokens(from, storage, refused))
      // Its code may fail to load without a network, where the token is of no use either.
      .catch(() => null)
      .finally(() => (refresh = null)));
  return {
    get person() {
      const auth = readAuth(storage);
      return auth && personOf(auth.accessToken);
    },
    get isSignedIn() {
      return readAuth(storage) !== null;
    },
    waitFor(arrival) {
      arrived = arrival.catch(() => undefined);
    },
    async authorization() {
      await arrived;
      let auth = readAuth(storage);
      if (auth !== null && url !== null && isDue(auth)) auth = await refreshed(url);
      return auth && headerOf(auth);
    },
    async renew(refused) {
      const auth = url === null ? null : await refreshed(url, refused);
      return auth === null || headerOf(auth) === refused ? null : headerOf(auth);
    },
  };
}
