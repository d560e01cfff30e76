// The ways to the membership provider, to sign in and out. What comes back has to hold what this tab has left in its
// session's storage: a link that somebody else has made signs nobody in.

import { AUTH_KEY } from '../documents/cloud/stored-auth.ts';
import type { AccountConfig } from './config.ts';

/** The key in the tab's storage. */
export const NONCE_KEY = 'signInNonce';
const NONCE_BYTES = 16;

/** Goes to the provider to sign in, and comes back to this page. @see requirements AUT-1 */
export function signIn(address: string): void {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  sessionStorage.setItem(NONCE_KEY, nonce);
  const url = new URL(address);
  url.searchParams.set('redirect_url', `${location.href.split('#')[0] ?? ''}#/callback`);
  url.searchParams.set('nonce', nonce);
  location.assign(url.href);
}

/** Forgets the tokens, then goes to the provider to sign out. @see requirements AUT-1 */
export function signOut({ signOut: address }: AccountConfig): void {
  localStorage.removeItem(AUTH_KEY);
  if (address !== null) location.assign(address);
}
