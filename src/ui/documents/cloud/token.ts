// What proves to the server who is asking: the tokens that signing in has left in the browser's storage. Their key and
// their shape are here and nowhere else. @see requirements AUT-3

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

/** Says who is asking. */
export interface TokenSource {
  /** Whether somebody is signed in on this page. */
  readonly isSignedIn: boolean;
  /** The header `authorization`; `null` where nobody is signed in. */
  authorization(): Promise<string | null>;
}

/** The tokens of a storage, as they are when they are asked for: another tab may sign in or out. */
export function createTokenSource(storage: () => Storage): TokenSource {
  return {
    get isSignedIn() {
      return readAuth(storage) !== null;
    },
    authorization() {
      const auth = readAuth(storage);
      return Promise.resolve(auth && `${auth.tokenType} ${auth.accessToken}`);
    },
  };
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
