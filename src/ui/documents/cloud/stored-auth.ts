// The tokens that signing in has left in the browser's storage: their key and their shape are here and nowhere else.
// @see requirements AUT-3

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
