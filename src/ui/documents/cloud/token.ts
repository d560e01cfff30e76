// What proves to the server who is asking: the tokens that signing in has left in the browser's storage. Their key and
// their shape are here and nowhere else. @see requirements AUT-3, AUT-4

import { patiently } from '../../patiently.ts';
import { readKept } from '../storage/json-storage.ts';

/** Tokens as they are stored. */
export interface StoredAuth {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** When the access token expires; ISO. */
  readonly expiresAt: string;
  readonly tokenType: string;
}

/** The key in the browser's storage. */
export const AUTH_KEY = 'auth';

/** A token that expires sooner is refreshed first, in milliseconds. */
const MARGIN_MS = 60_000;

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

/** Whether an access token expires too soon to be used. */
export function isDue({ expiresAt }: StoredAuth): boolean {
  return !(Date.parse(expiresAt) - Date.now() >= MARGIN_MS);
}

/** The stored tokens; `null` where there are none, or one of them is missing. */
export function readAuth(storage: () => Storage): StoredAuth | null {
  const kept = readKept(storage, AUTH_KEY);
  const values = new Map<string, unknown>(typeof kept === 'object' && kept !== null ? Object.entries(kept) : []);
  const text = (name: keyof StoredAuth): string => {
    const value = values.get(name);
    return typeof value === 'string' ? value : '';
  };
  const auth: StoredAuth = {
    accessToken: text('accessToken'),
    refreshToken: text('refreshToken'),
    expiresAt: text('expiresAt'),
    tokenType: text('tokenType'),
  };
  return Object.values(auth).includes('') ? null : auth;
}
