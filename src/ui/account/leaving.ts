// Navigates to the membership provider to sign in and out. A return must contain the nonce that this tab has put into its
// session storage, and of signing out this tab must have left for it, so that a link made by someone else can't sign the
// user in or out.

import { AUTH_KEY } from '../documents/cloud/stored-auth.ts';
import type { AccountConfig } from './config.ts';

/** The key in the session storage. */
export const NONCE_KEY = 'signInNonce';
/** The key in the session storage that is set while this tab is away to sign out. */
export const SIGN_OUT_KEY = 'signOut';
const NONCE_BYTES = 16;

/** Navigates to the provider to sign in, which returns to this page. @see requirements AUT-1 */
export function signIn(address: string): void {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  sessionStorage.setItem(NONCE_KEY, nonce);
  const url = new URL(address);
  url.searchParams.set('redirect_url', `${location.href.split('#')[0] ?? ''}#/callback`);
  url.searchParams.set('nonce', nonce);
  location.assign(url.href);
}

/** Navigates to the provider to sign up. A provider of this server returns to this page with the user signed in. */
export function signUp(address: string): void {
  if (new URL(address, location.href).origin === location.origin) signIn(address);
  else location.assign(address);
}

/** Deletes the tokens, then navigates to the provider to sign out. @see requirements AUT-1 */
export function signOut({ signOut: address }: AccountConfig): void {
  localStorage.removeItem(AUTH_KEY);
  if (address === null) return;
  sessionStorage.setItem(SIGN_OUT_KEY, 'true');
  location.assign(address);
}
