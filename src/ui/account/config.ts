// The pages of the membership provider. Without them nobody can sign in, and the buttons say so.

import { addressOf, readConfiguration } from '../settings/server-configuration.ts';

/** Addresses; `null` if the server configures none. @see requirements AUT-9 */
export interface AccountConfig {
  readonly signIn: string | null;
  readonly signOut: string | null;
  readonly signUp: string | null;
  /** Page for managing account, subscription and payment. */
  readonly account: string | null;
  /** Checkout pages of the paid plans. */
  readonly quarterly: string | null;
  readonly yearly: string | null;
}

/** Reads the server's configuration. */
export function readAccountConfig(): AccountConfig {
  const configured = readConfiguration('account');
  const address = (name: keyof AccountConfig): string | null => addressOf(configured.get(name));
  return {
    signIn: address('signIn'),
    signOut: address('signOut'),
    signUp: address('signUp'),
    account: address('account'),
    quarterly: address('quarterly'),
    yearly: address('yearly'),
  };
}
