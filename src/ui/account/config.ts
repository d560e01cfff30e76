// The pages of the membership provider. Without them nobody can sign in, and the buttons say so.

import { addressOf, readConfiguration } from '../page/configuration.ts';

/** Addresses; `null` where the server names none. @see requirements AUT-9 */
export interface AccountConfig {
  readonly signIn: string | null;
  readonly signUp: string | null;
  /** Where people manage their account, subscription and payment. */
  readonly account: string | null;
  /** Where the paid plans are bought. */
  readonly quarterly: string | null;
  readonly yearly: string | null;
}

/** What the server has set up. */
export function readAccountConfig(): AccountConfig {
  const configured = readConfiguration('account');
  const address = (name: keyof AccountConfig): string | null => addressOf(configured.get(name));
  return {
    signIn: address('signIn'),
    signUp: address('signUp'),
    account: address('account'),
    quarterly: address('quarterly'),
    yearly: address('yearly'),
  };
}

/** The address that signs somebody in and comes back to `page`. @see requirements AUT-1 */
export function signInAddress(signIn: string, page: string): string {
  const url = new URL(signIn);
  url.searchParams.set('redirect_url', `${page.split('#')[0] ?? page}#/callback`);
  return url.href;
}
