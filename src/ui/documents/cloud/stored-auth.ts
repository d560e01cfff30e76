// The tokens that signing in has left in the browser's storage: only this file defines their key and their shape. @see
// requirements AUT-3

import { readKept } from '../storage/json-storage.ts';

/** Tokens as they are stored. */
export interface StoredAuth {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** When the access token expires; an ISO date. */
  readonly expiresAt: string;
  readonly tokenType: string;
}

/** The key in the browser's storage. */
export const AUTH_KEY = 'auth';

/** A token that expires sooner than this is refreshed first. */
const MARGIN_MS = 60_000;

/** Whether an access token expires too soon to be used. */
export function isDue({ expiresAt }: StoredAuth): boolean {
  return !(Date.parse(expiresAt) - Date.now() >= MARGIN_MS);
}

/** Returns the id of the person whom a token is for; `null` if it does not say. */
export function personOf(token: string): string | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

/** Returns the header `authorization` of stored tokens. */
export function headerOf({ tokenType, accessToken }: StoredAuth): string {
  return `${tokenType} ${accessToken}`;
}

/** Returns the same for the stored text of tokens; `null` for none. */
export function personIn(stored: string | null): string | null {
  try {
    const { accessToken } = JSON.parse(stored ?? '') as Partial<StoredAuth>;
    return personOf(accessToken ?? '');
  } catch {
    return null;
  }
}

/** Reads the stored tokens; `null` when there are none, or a field is missing. */
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
