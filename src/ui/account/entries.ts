// The entries of the account menu, signed in or not.

import { ACCOUNT } from '../strings/account/account.ts';
import type { MenuEntry } from '../widgets/menu/menu-model.ts';
import type { Account } from './account.ts';
import { isActive } from './user-model.ts';

/** Returns the entries for the current state. @see requirements AUT-6 */
export function accountEntries({ state, config, isConfigured, open, signOut }: Account): MenuEntry[] {
  const { user, isKnown } = state;
  if (!isConfigured || (isKnown && user === null))
    return [
      { label: ACCOUNT.signIn, onSelect: () => open('sign-in') },
      { label: ACCOUNT.plans, onSelect: () => open('plans') },
    ];
  const { account: page } = config;
  const mayBuy = user !== null && (user.subscriptions.length === 0 || !user.subscriptions.every(isActive));
  return [
    ...(page === null ? [] : [{ label: ACCOUNT.account, onSelect: () => location.assign(page) }]),
    ...(mayBuy ? [{ label: ACCOUNT.subscribe, onSelect: () => open('plans') }] : []),
    { label: ACCOUNT.signOut, onSelect: signOut },
  ];
}
