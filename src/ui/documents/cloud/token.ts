// What proves to the server who is asking: the stored tokens, refreshed in time. @see requirements AUT-4

import { patiently } from '../../patiently.ts';
import { isDue, readAuth, type StoredAuth } from './stored-auth.ts';

/** Says who is asking. */
export interface TokenSource {
  /** Whether somebody is signed in on this page. */
  readonly isSignedIn: boolean;
  /** The header `authorization`; `null` where nobody is signed in. */
  authorization(): Promise<string | null>;
}

/** The tokens of a page. */
export interface Tokens extends TokenSource {
  /** Nobody is told who is asking before `arrival` has stored who that is. */
  waitFor(arrival: Promise<unknown>): void;
}

const loadRefresh = patiently(() => import('./token-refresh.ts'));

/**
 * The tokens of a storage, as they are when they are asked for: another tab may sign in or out. With the address of the
 * interface they are refreshed in time, by one request however many ask.
 */
export function createTokenSource(storage: () => Storage, url: string | null = null): Tokens {
  let arrived: Promise<unknown> = Promise.resolve();
  let refresh: Promise<StoredAuth | null> | null = null;
  const refreshed = (from: string): Promise<StoredAuth | null> =>
    (refresh ??= loadRefresh()
      .then(({ refreshTokens }) => refreshTokens(from, storage))
      // Its code may not be had without a network, where the token is of no use either.
      .catch(() => null)
      .finally(() => (refresh = null)));
  return {
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
      return auth && `${auth.tokenType} ${auth.accessToken}`;
    },
  };
}
